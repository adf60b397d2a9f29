import type { LayoutRun, Page, Rect } from '../../../types.ts';
import { fromFrame, onPage, partOnPage, type Box, type PageSize, type Turn } from '../geometry.ts';
import { joinLines } from './hyphenation.ts';
import { separator } from '../rows.ts';
import type { Word } from '../words.ts';

export interface AssembledPage {
  readonly size: PageSize;
  readonly label?: string;
}

/** Writes the words of pages into one text and notes for each its characters and its rectangle. */
export class TextWriter {
  length = 0;
  private readonly parts: string[] = [];
  private readonly runs: LayoutRun[][];
  private readonly starts: (number | undefined)[];
  private readonly sizes: readonly AssembledPage[];
  private readonly compounds: ReadonlySet<string>;
  private last: Word | undefined;
  private lastPage = 0;

  constructor(pages: readonly AssembledPage[], compounds: ReadonlySet<string>) {
    this.sizes = pages;
    this.compounds = compounds;
    this.runs = pages.map(() => []);
    this.starts = pages.map(() => undefined);
  }

  /** Writes what stands between words and is none of a page's own: white space, and the marks of a table. */
  gap(text: string): void {
    this.put(text);
    this.last = undefined;
  }

  /** The text of the page begins here, unless it has begun. */
  beginPage(page: number): void {
    this.starts[page] ??= this.length;
  }

  /** Writes words, joined to the one before them, and returns where the first begins. */
  words(words: readonly Word[], page: number, textOf: TextOf = plain): number {
    return this.lines(words, (word) => this.word(word, page, textOf(word)));
  }

  /** Writes words that stand in the text already, as a head over the next of its columns: each has its rectangle there, and none here. */
  again(words: readonly Word[], textOf: TextOf = plain): void {
    this.lines(words, (word) => {
      this.put(textOf(word));
      this.last = word;
    });
  }

  private lines(words: readonly Word[], write: (word: Word) => void): number {
    let start: number | undefined;
    words.forEach((word, index) => {
      const before = words[index - 1];
      if (before && isSameLine(before, word)) this.put(separator(before, word));
      else this.lineBreak(word);
      start ??= this.length;
      write(word);
    });
    return start ?? this.length;
  }

  /** What shows of a box of text with the given turn on its page; lines of a damaged table may reach far beyond it. */
  rect(box: Box, turn: Turn, page: number): Rect | undefined {
    const { size } = this.sizes[page]!;
    const shown = partOnPage(fromFrame(turn, box, size), size);
    return shown && { page: page + 1, x0: shown.x0, y0: shown.y0, x1: shown.x1, y1: shown.y1 };
  }

  /** Joins the first word of a line to the last one of the line before. */
  private lineBreak(next: Word): void {
    const { last } = this;
    if (!last) return;
    const join = joinLines(last.text, next.text, this.compounds);
    if (join === 'drop-hyphen') this.dropHyphen();
    else if (join === 'space') this.put(separator(last, next, 0)); // as if the line went on
  }

  private dropHyphen(): void {
    const part = this.parts.pop()!;
    this.parts.push(part.slice(0, -1));
    this.length -= 1;
    const runs = this.runs[this.lastPage]!;
    const run = runs.at(-1);
    if (run && run.charEnd > this.length) runs[runs.length - 1] = { ...run, charEnd: this.length };
  }

  private word(word: Word, page: number, text: string): void {
    const { size } = this.sizes[page]!;
    const box = onPage(fromFrame(word.turn, word, size), size);
    const charStart = this.length;
    this.put(text);
    this.starts[page] ??= charStart;
    if (box) this.runs[page]!.push(runOf(word, box, { charStart, charEnd: this.length }));
    this.last = word;
    this.lastPage = page;
  }

  private put(text: string): void {
    if (text === '') return;
    this.parts.push(text);
    this.length += text.length;
  }

  text(): string {
    return this.parts.join('');
  }

  pages(): Page[] {
    const starts = this.sizes.map(() => 0);
    let next = this.length;
    for (let index = starts.length - 1; index >= 0; index--) {
      next = index === 0 ? 0 : (this.starts[index] ?? next);
      starts[index] = next;
    }
    return this.sizes.map(({ size, label }, index) => ({
      number: index + 1,
      ...(label === undefined || label === String(index + 1) ? {} : { label }),
      width: size.width,
      height: size.height,
      charStart: starts[index]!,
      charEnd: starts[index + 1] ?? this.length,
      layout: this.runs[index]!,
    }));
  }
}

function runOf(
  { confidence }: Word,
  { x0, y0, x1, y1 }: Box,
  { charStart, charEnd }: Pick<LayoutRun, 'charStart' | 'charEnd'>,
): LayoutRun {
  if (confidence === undefined) return { charStart, charEnd, x0, y0, x1, y1 };
  return { charStart, charEnd, x0, y0, x1, y1, confidence };
}

type TextOf = (word: Word) => string;

const plain: TextOf = ({ text }) => text;

/** Superscripts are less than this above their line, in sizes, and lines of a cell more than this apart. */
const sameLine = 0.6;

function isSameLine(before: Word, after: Word): boolean {
  return Math.abs(after.baseline - before.baseline) < sameLine * Math.max(before.size, after.size);
}
