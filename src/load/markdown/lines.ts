import { linesOf, type Line } from '../detect/lines.ts';

/** Marks deeper in a line than this do not make it a rule, a table or a tag: bounds the pattern tests. */
const maxMarkChars = 2000;

/** The lines of a Markdown source with what block structure asks of them. */
export class MarkdownLines {
  readonly source: string;
  readonly lines: readonly Line[];

  constructor(source: string) {
    this.source = source;
    this.lines = [...linesOf(source)];
  }

  get count(): number {
    return this.lines.length;
  }

  /** The beginning of a line, as far as patterns look. */
  head(at: number): string {
    const { start, end } = this.lines[at]!;
    return this.source.slice(start, Math.min(end, start + maxMarkChars));
  }

  isBlank(at: number): boolean {
    const { start, end } = this.lines[at]!;
    return this.source.slice(start, end).trim() === '';
  }

  /** Columns before the first character that is no space or tab; tabs reach to the next multiple of 4. */
  indent(at: number): number {
    return columnsOf(/^[ \t]*/.exec(this.head(at))![0]);
  }
}

/** Width of white space in columns, beginning at column `from`. */
export function columnsOf(space: string, from = 0): number {
  let column = from;
  for (const character of space) column += character === '\t' ? 4 - (column % 4) : 1;
  return column - from;
}
