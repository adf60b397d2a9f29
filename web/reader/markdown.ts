/** Markdown as it is read: blocks whose lines flow, and emphasis without its signs. Nothing moves: each piece keeps its place in the document. */
import type { Part } from './blocks.ts';

export type Style = 'strong' | 'em' | 'code';

export interface Piece extends Part {
  readonly styles: readonly Style[];
}

const fence = /^ {0,3}(?:`{3}|~{3})/;
const item = /^(\s*)(?:[-*+]|\d{1,9}[.)])\s/;
const quoted = /^( {0,3})>/gm;
const underline = /^ {0,3}(?:=+|-+)\s*$/;

/** Whether a line opens or closes code. */
export const isFence = (line: string): boolean => fence.test(line);

export const isItem = (line: string): boolean => item.test(line);

/** Whether Markdown sets a block off as quoted. */
export const isQuoted = (block: string): boolean => /^ {0,3}>/.test(block);

/** The line below a heading that makes it one. */
export const isUnderline = (line: string): boolean => underline.test(line);

/** Spaces before a list item. */
export const indentOf = (line: string): number => item.exec(line)?.[1]!.length ?? 0;

/** Without the signs of a heading. */
export function headingWords({ text, start }: Part): Part {
  const [sign = ''] = /^\s*#{1,6}(?:\s+|$)/.exec(text) ?? [];
  return { text: text.slice(sign.length), start: start + sign.length };
}

/** Lines of a paragraph run on, but where Markdown breaks them; a bullet is a dot, and no sign stands before lines that are quoted. As long as before. */
export const flowing = (text: string): string =>
  text
    .replaceAll(quoted, '$1 ')
    .replace(/^(\s*)[-*+](?=\s)/, '$1•')
    .replaceAll(/(?<! {2}|\\)\n/g, ' ')
    .replaceAll('\\\n', ' \n');

const signs = /\\[!-/:-@[-`{-~]|`|\*\*|__|\*|_/g;
const styleOf: Readonly<Record<string, Style>> = {
  '**': 'strong',
  __: 'strong',
  '*': 'em',
  _: 'em',
  '`': 'code',
};
const isLetter = (letter = ''): boolean => /[\p{L}\p{N}]/u.test(letter);

/** A paragraph in pieces, without the signs of emphasis, of code and of escapes. A sign that has no partner is shown. */
export function piecesOf({ text, start }: Part): Piece[] {
  const pieces: Piece[] = [];
  const open = new Set<string>();
  let done = 0;
  const pass = (to: number, hidden: number) => {
    const styles = Array.from(open, (sign) => styleOf[sign]!);
    if (to > done) pieces.push({ text: text.slice(done, to), start: start + done, styles });
    done = to + hidden;
  };
  const spent = new Set<string>(); // signs that do not come again
  const closes = (sign: string, from: number) => {
    if (spent.has(sign)) return false;
    const at = text.indexOf(sign, from);
    if (at < 0) spent.add(sign);
    return at > from && text[at - 1]!.trim() !== '';
  };
  for (const { 0: sign, index } of text.matchAll(signs)) {
    if (index < done) continue;
    const after = index + sign.length;
    const inCode = open.has('`');
    if (sign.startsWith('\\')) {
      if (!inCode) pass(index, 1);
    } else if (open.has(sign)) {
      if ((inCode && sign !== '`') || (sign.startsWith('_') && isLetter(text[after]))) continue;
      pass(index, sign.length);
      open.delete(sign);
    } else if (!inCode && (text[after] ?? ' ').trim() !== '' && closes(sign, after)) {
      if (sign.startsWith('_') && isLetter(text[index - 1])) continue;
      pass(index, sign.length);
      open.add(sign);
    }
  }
  pass(text.length, 0);
  return pieces;
}
