import { boundsOf, type Box } from './geometry.ts';
import { isIdeographic, type Word } from './words.ts';

/** Words on one baseline, in reading direction. */
export interface Row extends Box {
  readonly words: readonly Word[];
  readonly baseline: number;
  /** Of its largest word. */
  readonly size: number;
  readonly bold: boolean;
}

/** Baselines this close, in sizes, make one row: superscripts belong to it, the next line does not. */
const sameRow = 0.45;

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;

/** Groups words by baseline, from top to bottom. */
export function groupRows(words: readonly Word[]): Row[] {
  const sorted = [...words].sort((a, b) => a.baseline - b.baseline || a.x0 - b.x0);
  const rows: Row[] = [];
  let members: Word[] = [];
  let reference: Word | undefined;
  for (const word of sorted) {
    const limit = sameRow * Math.max(word.size, reference?.size ?? 0);
    if (reference && word.baseline - reference.baseline > limit) {
      rows.push(toRow(members));
      members = [];
      reference = undefined;
    }
    members.push(word);
    if (!reference || word.size >= reference.size) reference = word;
  }
  if (members.length > 0) rows.push(toRow(members));
  return rows;
}

/** A row of the given words, put in reading direction. */
export function toRow(words: readonly Word[]): Row {
  const ordered = inReadingDirection(words);
  const largest = ordered.reduce((best, word) => (word.size > best.size ? word : best));
  return {
    words: ordered,
    ...boundsOf(ordered),
    baseline: largest.baseline,
    size: largest.size,
    bold:
      ordered.every((word) => word.bold || !/[\p{L}\p{N}]/u.test(word.text)) &&
      ordered.some((word) => word.bold),
  };
}

function inReadingDirection(words: readonly Word[]): Word[] {
  const ordered = [...words].sort((a, b) => a.x0 - b.x0);
  if (!ordered.some((word) => rightToLeft.test(word.text))) return ordered;
  const letters = ordered.filter((word) => /\p{L}/u.test(word.text));
  const fromRight = letters.filter((word) => rightToLeft.test(word.text));
  if (fromRight.length * 2 <= letters.length) return ordered;
  return reverseKeepingLatinRuns(ordered);
}

/** Right to left as a whole, with runs of Latin words and numbers still from left to right. */
function reverseKeepingLatinRuns(words: readonly Word[]): Word[] {
  const result: Word[] = [];
  let latin: Word[] = [];
  for (const word of [...words].reverse()) {
    if (/[\p{L}\p{N}]/u.test(word.text) && !rightToLeft.test(word.text)) latin.unshift(word);
    else {
      result.push(...latin, word);
      latin = [];
    }
  }
  return [...result, ...latin];
}

/** White space between two words of a row, as an empty string or a space. */
export function separator(before: Word, after: Word): '' | ' ' {
  const gap = Math.max(after.x0 - before.x1, before.x0 - after.x1);
  const cjk = isIdeographic(before.text.slice(-1)) || isIdeographic(after.text);
  return cjk && (after.joined || isIdeographic(after.text)) && gap < 0.4 * after.size ? '' : ' ';
}

/** The words of a row as text, without regard to cells. */
export function rowText(row: Row): string {
  return row.words
    .map((word, index) => `${index === 0 ? '' : separator(row.words[index - 1]!, word)}${word.text}`)
    .join('');
}

/** Splits a row wherever the gap between neighbours is at least `gap` points. */
export function splitRow(row: Row, gap: number): Row[] {
  const parts: Word[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const word of [...row.words].sort((a, b) => a.x0 - b.x0)) {
    if (word.x0 - end >= gap || parts.length === 0) parts.push([]);
    parts.at(-1)!.push(word);
    end = Math.max(end, word.x1);
  }
  return parts.map(toRow);
}
