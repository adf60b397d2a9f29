import type { Block } from '../types.ts';

const LONGEST_CAPTION = 300;
const LONGEST_TITLE = 80;
const stopped = /[\p{Sentence_Terminal}…,;:：；、，][\p{Pe}\p{Pf}"']*$/u;
const words =
  'table|tab\\.|exhibit|schedule|tabelle|tableau|tabla|cuadro|tabella|quadro|figure|fig\\.|abbildung|abb\\.|figura|表|図';
/** Of Markdown. */
const emphasis = '[*_]{0,3}';
/** As in "Table 4", "Exhibit A", "表3". */
const numbered = new RegExp(
  String.raw`^${emphasis}(?:${words})(?:\s?\p{N}|\s(?:[ivxlc]+|[a-z])(?!\p{L}))`,
  'iu',
);
/** As in "Table 4. Sales", "Tabelle A-2: Umsatz", "Tableau IV – Ventes", and not in "Table 4 shows". */
const captioned = new RegExp(
  String.raw`^${emphasis}(?:${words})\s?(?:[a-z]?[.-]?\p{N}+(?:[.-]\p{N}+)*[a-z]?|[ivxlc]+|[a-z])${emphasis}(?:\s*[.:：—–|]|\s-\s|$)`,
  'iu',
);

/** Whether text is a title that the loader did not take for one: a short line without a stop. */
export function isTitleLine(text: string): boolean {
  return (
    text.length <= LONGEST_TITLE &&
    /^[\p{Lu}\p{Lo}\p{N}]/u.test(text) &&
    !/[\r\n]/.test(text) &&
    !stopped.test(text)
  );
}

/** What the paragraph before a table says of it, in one line: a numbered caption, a title, or a lead-in with a colon. */
export function captionOf(before: Block | undefined, text: string): string | undefined {
  if (before?.kind !== 'text' || before.charEnd - before.charStart > LONGEST_CAPTION) return undefined;
  const paragraph = text.slice(before.charStart, before.charEnd);
  const isCaption = numbered.test(paragraph) || isTitleLine(paragraph) || /[:：]$/.test(paragraph);
  return isCaption ? paragraph.replaceAll(/\s+/g, ' ') : undefined;
}

/** What the paragraph after a table says of it, in one line: a numbered caption. */
export function captionBelow(after: Block | undefined, text: string): string | undefined {
  if (after?.kind !== 'text' || after.charEnd - after.charStart > LONGEST_CAPTION) return undefined;
  const paragraph = text.slice(after.charStart, after.charEnd).replaceAll(/\s+/g, ' ');
  return captioned.test(paragraph) ? paragraph : undefined;
}
