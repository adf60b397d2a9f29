/** Which lines of Markdown are code: between fences, or indented by four columns more than the item of a list that they stand in. */
import { closesFence, openingFence } from '../../src/load/markdown/leaves.ts';
import { columnsOf } from '../../src/load/markdown/lines.ts';

interface Context {
  /** Nothing between fences is a heading. */
  readonly isHeading: boolean;
  /** Its lines may be indented. */
  readonly isParagraphOpen: boolean;
}

const item = /^[ \t]*(?:[-*+]|\d{1,9}[.)])\s/;

/** Says of one line after another what it is; `undefined` for what is no code. */
export function codeReader() {
  let fence: string | undefined;
  /** Columns at which what the open items of lists hold begins, from the outermost in. */
  const items: number[] = [];
  return (line: string, { isHeading, isParagraphOpen }: Context): 'fence' | 'code' | undefined => {
    if (line.trim() === '') return fence === undefined ? undefined : 'code';
    const column = columnsOf(/^[ \t]*/.exec(line)![0]);
    if (isHeading || column < (items.at(-1) ?? 0)) fence = undefined; // an item ends, and so does its code
    const isInside = () => column - (items.at(-1) ?? 0) < 4;
    if (fence !== undefined) {
      if (!isInside() || !closesFence(line.trimStart(), fence)) return 'code';
      fence = undefined;
      return 'fence';
    }
    while (column < (items.at(-1) ?? 0)) items.pop();
    if (!isInside()) return isParagraphOpen ? undefined : 'code';
    const [mark] = item.exec(line) ?? [];
    if (mark !== undefined) items.push(columnsOf(mark));
    fence = openingFence(line.slice(mark?.length ?? 0).trimStart());
    return fence === undefined ? undefined : 'fence';
  };
}
