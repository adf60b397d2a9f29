import type { Block, LayoutRun, Page } from '../../types.ts';
import { fromFrame, onPage, type PageSize } from './geometry.ts';
import { joinLines } from './hyphenation.ts';
import type { Piece } from './pieces.ts';
import { isContinuation } from './run-on.ts';
import { separator, type Row } from './rows.ts';
import type { Word } from './words.ts';

export interface AssembledPage {
  readonly size: PageSize;
  readonly label?: string;
}

export interface Assembled {
  readonly text: string;
  readonly pages: Page[];
  readonly blocks: Block[];
  /** Where each piece begins and ends in the text. */
  readonly spans: ReadonlyMap<Piece, { charStart: number; charEnd: number }>;
}

const cellSeparator = '  ';

/**
 * Writes pieces into one text and notes for each word its characters and its rectangle. Pieces are parted by a
 * blank line, list items by a line break; a paragraph that runs on in the next column or page stays one block.
 */
export function assemble(
  pieces: readonly Piece[],
  pages: readonly AssembledPage[],
  compounds: ReadonlySet<string>,
): Assembled {
  const writer = new TextWriter(pages, compounds);
  const blocks: Block[] = [];
  const spans = new Map<Piece, { charStart: number; charEnd: number }>();
  let before: Piece | undefined;
  for (const piece of pieces) {
    const runsOn = before !== undefined && isContinuation(before, piece);
    if (before && !runsOn) writer.gap(before.kind === 'list' && piece.kind === 'list' ? '\n' : '\n\n');
    const charStart = writer.piece(piece, runsOn);
    const span = { charStart, charEnd: writer.length };
    spans.set(piece, span);
    if (runsOn) blocks.push({ ...blocks.pop()!, charEnd: span.charEnd });
    else blocks.push({ kind: piece.kind, ...span });
    before = piece;
  }
  return { text: writer.text(), pages: writer.pages(), blocks, spans };
}

class TextWriter {
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

  gap(white: string): void {
    this.put(white);
    this.last = undefined;
  }

  /** Writes a piece and returns where it begins. */
  piece(piece: Piece, runsOn: boolean): number {
    let charStart = this.length;
    piece.rows.forEach((row, index) => {
      if (index > 0 && piece.kind === 'table') this.gap('\n');
      const words = this.row(row, piece);
      if (index === 0 && runsOn) charStart = words;
    });
    return charStart;
  }

  /** Writes a row after what stands before it and returns where it begins. */
  private row(row: Row, { kind, page, cellStarts }: Piece): number {
    const cells = kind === 'heading' ? undefined : cellStarts;
    let start: number | undefined;
    row.words.forEach((word, index) => {
      const before = row.words[index - 1];
      if (before && cells?.has(word)) this.put(cellSeparator);
      else if (before && isSameLine(before, word)) this.put(separator(before, word));
      else this.lineBreak(word);
      start ??= this.length;
      this.word(word, page);
    });
    return start ?? this.length;
  }

  /** Joins the first word of a line to the last one of the line before. */
  private lineBreak(next: Word): void {
    const { last } = this;
    if (!last) return;
    const join = joinLines(last.text, next.text, this.compounds);
    if (join === 'drop-hyphen') this.dropHyphen();
    else if (join === 'space') this.put(separatorAcrossLines(last, next));
  }

  private dropHyphen(): void {
    const part = this.parts.pop()!;
    this.parts.push(part.slice(0, -1));
    this.length -= 1;
    const runs = this.runs[this.lastPage]!;
    const run = runs.at(-1);
    if (run && run.charEnd > this.length) runs[runs.length - 1] = { ...run, charEnd: this.length };
  }

  private word(word: Word, page: number): void {
    const size = this.sizes[page]!.size;
    const box = onPage(fromFrame(word.turn, word, size), size);
    const charStart = this.length;
    this.put(word.text);
    this.starts[page] ??= charStart;
    if (box) this.runs[page]!.push({ charStart, charEnd: this.length, ...box });
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

/** The lines of a wrapped label make one row of a table. */
function isSameLine(before: Word, after: Word): boolean {
  return Math.abs(after.baseline - before.baseline) < after.size;
}

/** As if the line went on where it broke. */
function separatorAcrossLines(last: Word, next: Word): '' | ' ' {
  return separator({ ...last, x0: 0, x1: 0 }, { ...next, x0: 0, x1: 0 });
}
