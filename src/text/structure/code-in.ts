import type { Block, Passage } from '../../types.ts';
import type { Span } from '../spans.ts';

/** What prose has not; addresses and poems are set like listings, too. */
const codeMarks = /[{};=<>$#\\|_]|^\s*-/m;

/** The listings and programs among the blocks of a document, as spans from where a passage of it begins: those that reach into it. */
export const codeIn = (
  blocks: readonly Block[],
  { text, charStart, charEnd }: Pick<Passage, 'text' | 'charStart' | 'charEnd'>,
): Span[] =>
  blocks
    .filter((block) => block.kind === 'code' && block.charStart < charEnd && charStart < block.charEnd)
    .map((block) => ({ start: block.charStart - charStart, end: block.charEnd - charStart }))
    .filter(({ start, end }) => codeMarks.test(text.slice(Math.max(start, 0), end)));
