import type { Table } from '../../../types.ts';
import { linesOf } from '../../detect/lines.ts';
import { markdownTable } from '../../write/markdown-table.ts';
import { movedTable } from '../../write/moved.ts';
import { pageEnd } from './page-marks.ts';
import type { TextTable } from './table/text-table.ts';

/** Writes the text of a filing line by line and keeps where its tables stand. */
export class FilingWriter {
  readonly #lines: string[] = [];
  #length = 0;
  readonly #tables: Table[] = [];
  #isAtPageEnd = false;
  /** Beside a table: empty lines there are no more than one. */
  #isBesideTable = false;

  /** A sentence goes on over the page, where the next one begins with a small letter. */
  line(line: string): void {
    if (line === '' && this.#isBesideTable) return;
    if (line === pageEnd) {
      this.#isAtPageEnd = true;
      while (this.#lines.at(-1) === '') this.#pop();
      return;
    }
    if (this.#isAtPageEnd) {
      if (line === '') return;
      this.#isAtPageEnd = false;
      const goesOn = /^\s*\p{Ll}{2}/u.test(line) && /[\p{L}\p{N},;-]$/u.test(this.#lines.at(-1) ?? '');
      if (!goesOn) this.#push('');
    }
    this.#push(line);
  }

  table({ caption, grid, notes }: TextTable): void {
    this.#block(caption.map((line) => line.trim()));
    const { markdown, table } = markdownTable(grid);
    this.#gap();
    this.#tables.push(movedTable(table, this.#length));
    for (const { start, end } of linesOf(markdown)) this.#push(markdown.slice(start, end));
    this.#block(notes);
    this.#gap();
  }

  finish(): { readonly text: string; readonly tables: readonly Table[] } {
    while (this.#lines.at(-1) === '') this.#pop();
    return { text: this.#lines.join('\n'), tables: this.#tables };
  }

  #block(lines: readonly string[]): void {
    this.#gap();
    for (const line of lines) this.line(line);
  }

  #gap(): void {
    this.#isAtPageEnd = false;
    if (this.#lines.length > 0 && this.#lines.at(-1) !== '') this.#push('');
    this.#isBesideTable = true;
  }

  #push(line: string): void {
    if (this.#lines.length === 0 && line === '') return;
    this.#isBesideTable = false;
    this.#lines.push(line);
    this.#length += line.length + 1;
  }

  #pop(): void {
    this.#length -= this.#lines.pop()!.length + 1;
  }
}
