import type { Table } from '../../types.ts';
import { linesOf } from '../detect/lines.ts';
import { markdownTable } from '../write/markdown-table.ts';
import { movedTable } from '../write/moved.ts';
import { textTable } from './text-table.ts';

/** The line that marks the columns of a table: `<S>` that of labels, `<C>` others. */
const marks = /^[^\S\n]*(?:<TABLE>\s*)?<S>.*<C>/m;
/** Of a page around the text, and of a filing. */
const pageTag = /<(?:!|\/?(?:html|head|body|div|pre|p|br|hr|font|center|b|i|u|a|meta)\b)[^<>\n]*>/gi;
const tag = /<\/?[A-Z][A-Z\d&-]*>/g;
const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': ' ',
  '&quot;': '"',
};
const page = /^\s*<PAGE>/;
const pageNumber = /^\s*[-–]?\s?(?:[A-Z]-)?\d{1,4}\s?[-–]?\s*$/;

/** Whether a text has tables as filings to the SEC marked them until about 2005. */
export const hasMarkedTables = (text: string): boolean => marks.test(text);

/**
 * What a filing in plain text says: tables with marked columns as Markdown, no tags, no numbers of pages where these end. A sentence
 * that goes on over the page does so here.
 */
export function filingText(source: string): { readonly text: string; readonly tables: readonly Table[] } {
  const lines = Array.from(linesOf(source), ({ start, end }) => source.slice(start, end));
  const isRepeated = repeatedHeads(lines);
  const writer = new FilingWriter();
  for (const [index, line] of lines.entries()) if (!isRepeated[index]) writer.line(line);
  return writer.finish();
}

const mostColumns = 200;
/** Of lines at the top of a page, how many are heads, and how many times one stands there at least. */
const mostHeads = 2;
const farthestHead = 12;
const fewestRepeats = 3;

/** Which lines are heads that stood at the top of an earlier page. */
function repeatedHeads(lines: readonly string[]): boolean[] {
  const pages = lines.flatMap((line, index) => (page.test(line) ? [index] : []));
  const heads = pages.flatMap((start) => {
    const below = lines.slice(start + 1, start + farthestHead);
    const end = below.findIndex((line) => /^\s*</.test(line));
    return below
      .slice(0, end < 0 ? below.length : end)
      .flatMap((line, index) => (/[\p{L}\p{N}]/u.test(line) ? [start + 1 + index] : []))
      .slice(0, mostHeads);
  });
  const counts = new Map<string, number>();
  for (const index of heads) {
    const head = lines[index]!.trim();
    counts.set(head, (counts.get(head) ?? 0) + 1);
  }
  const passed = new Set<string>();
  const isRepeated: boolean[] = [];
  for (const index of heads) {
    const head = lines[index]!.trim();
    isRepeated[index] = passed.has(head) && counts.get(head)! >= fewestRepeats;
    passed.add(head);
  }
  return isRepeated;
}

class FilingWriter {
  readonly #lines: string[] = [];
  #length = 0;
  readonly #tables: Table[] = [];
  /** Lines of a table: those over its marks, and those below, once these are there. */
  #above: string[] | undefined;
  #marks: number[] = [];
  #below: string[] | undefined;
  #isAtPageEnd = false;

  line(source: string): void {
    // Signed messages set a hyphen and a space before lines that begin with one.
    const line = (source.startsWith('- -') ? source.slice(2) : source).replaceAll(pageTag, '');
    if (page.test(line)) return this.#endPage();
    if (/^\s*<(?:TABLE|CAPTION)>/.test(line)) this.#beginTable();
    if (/^\s*<\/TABLE>/.test(line)) return this.#endTable();
    if (marks.test(line)) return this.#beginRows(line);
    if (/^\s*<\/?FN>/.test(line)) this.#endTable();
    const words = line
      .replaceAll(tag, (name) => (this.#below ? ` ${name.slice(1, -1)} ` : ''))
      .replaceAll(/&[a-z]+;/g, (entity) => entities[entity] ?? entity);
    if (words.trim() === '' && line.trim() !== '') return;
    const lines = this.#below ?? this.#above;
    if (lines) lines.push(words);
    else this.#write(words);
  }

  finish() {
    this.#endTable();
    return { text: this.#lines.join('\n'), tables: this.#tables };
  }

  #beginTable(): void {
    this.#endTable();
    this.#above = [];
  }

  #beginRows(line: string): void {
    if (this.#below) this.#beginTable();
    this.#above ??= [];
    this.#marks = Array.from(line.matchAll(/<C>/g), ({ index }) => index).slice(0, mostColumns);
    this.#below = [];
  }

  #endTable(): void {
    const [above, below] = [this.#above, this.#below];
    this.#above = this.#below = undefined;
    if (above === undefined) return;
    const table = below && textTable(above, this.#marks, below);
    if (table === undefined) return [...above, ...(below ?? [])].forEach((line) => this.#write(line));
    const { markdown, table: cells } = markdownTable(table.grid);
    this.#writeBlock(table.caption);
    this.#tables.push(movedTable(cells, this.#writeBlock(markdown)));
    this.#writeBlock(table.notes);
    this.#push('');
  }

  /** Where it begins. */
  #writeBlock(text: string): number {
    this.#isAtPageEnd = false;
    if (text !== '' && this.#lines.at(-1) !== '') this.#push('');
    const start = this.#length;
    for (const line of linesOf(text)) this.#push(text.slice(line.start, line.end));
    return start;
  }

  #endPage(): void {
    const lines = this.#below ?? this.#above;
    if (lines) {
      if (pageNumber.test(lines.at(-1) ?? '')) lines.pop();
      return;
    }
    this.#isAtPageEnd = true;
    while (this.#lines.length > 0 && this.#lines.at(-1)!.trim() === '') this.#pop();
    if (!pageNumber.test(this.#lines.at(-1) ?? '')) return;
    this.#pop();
    while (this.#lines.length > 0 && this.#lines.at(-1)!.trim() === '') this.#pop();
  }

  #write(line: string): void {
    if (this.#isAtPageEnd) {
      if (line.trim() === '') return;
      this.#isAtPageEnd = false;
      const goesOn = /^\s*\p{Ll}/u.test(line) && /[\p{L}\p{N},]\s*$/u.test(this.#lines.at(-1) ?? '');
      if (!goesOn) this.#push('');
    }
    this.#push(line);
  }

  #push(line: string): void {
    if (this.#lines.length === 0 && line.trim() === '') return;
    this.#lines.push(line);
    this.#length += line.length + 1;
  }

  #pop(): void {
    this.#length -= this.#lines.pop()!.length + 1;
  }
}
