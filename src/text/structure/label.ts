import { hasText } from './table-row.ts';

/** Of a label, at most. */
const mostWords = 8;
const mostCharacters = 80;
/** A list marker, quotes of mails, and marks of emphasis or code. */
const opening =
  /^[\s>]*(?:[-*+•◦▪‣·–\uE000-\uF8FF]\s|\d{1,3}(?:\.\d{1,3}){1,3}[.)]?\s|\(?(?:\d{1,3}|[a-zA-Z])[.)]\s)?[\s*_`]*/u;
/** Behind it stands what is said of the label: a colon, a dash or a sign of equality between spaces, or the next line. */
const divider = /[:：]["”’*_`)]{0,4}(?=\s|$)|：|\s[–—=-]\s|\n/u;

export interface Labelled {
  readonly label: string;
  readonly value: string;
}

/**
 * What a line names, and what it says of it: `Due date: 3 March`, `Term — its meaning`, an item whose first line names it. Undefined where
 * nothing of at most 8 words and 80 characters, and outside brackets, is parted from the rest; the value is empty where nothing follows.
 */
export function labelled(text: string): Labelled | undefined {
  const start = opening.exec(text)![0].length;
  const head = text.slice(start, start + mostCharacters + 2);
  const found = divider.exec(head);
  if (found === null) return undefined;
  const label = head.slice(0, found.index).replace(/[\s*_`]+$/, ''); // at most 82 characters
  if (!/\p{L}/u.test(label) || /[.!?;。！？；]\s|[([][^)\]]*$/u.test(label)) return undefined;
  if (label.split(/\s+/).length > mostWords) return undefined;
  return { label, value: text.slice(start + found.index + found[0].length).trim() };
}

/** `Due date: 3 March`: it says something, where `Chapter 3: Results` is a title. */
export function saysValue(line: string): boolean {
  const { label, value } = labelled(line) ?? { label: '', value: '' };
  const isNumbered = /\s(?:\p{N}+|\p{Lu}|[IVXLC]+)$/u.test(label);
  return hasText(value) && (!isNumbered || /\p{N}/u.test(value));
}

/** Whether lines name one thing each, with what is said of it on the same line; of some nothing may be said. */
export function isForm(lines: readonly string[]): boolean {
  return (
    lines.length > 1 &&
    lines.every((line) => /[:：]/.test(line) && labelled(line) !== undefined) &&
    lines.some(saysValue)
  );
}
