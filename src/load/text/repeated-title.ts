import type { Block } from '../../types.ts';

const longestTitle = 100;
const fewestLetters = 4;
/** Blocks from the second on among which the first stands again. */
const blocksBelow = 10;

/** The title of a text that begins with it twice, as agreements do above what to note before them and above the agreement itself. */
export function repeatedTitle(text: string, blocks: readonly Block[]): string | undefined {
  const [first, ...others] = blocks
    .slice(0, blocksBelow + 1)
    .map(({ charStart, charEnd }) => text.slice(charStart, Math.min(charEnd, charStart + longestTitle + 1)));
  if (first === undefined || !others.includes(first)) return undefined;
  const isTitle =
    first.length <= longestTitle &&
    (first.match(/\p{L}/gu)?.length ?? 0) >= fewestLetters &&
    !/[\n,;:?!]|\. /.test(first);
  return isTitle ? first.replace(/\.$/, '') : undefined;
}
