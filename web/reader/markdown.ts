/** Markdown as it is read: blocks whose lines flow, and emphasis without its signs. Nothing moves: each piece keeps its place in the document. */
import type { Part } from './blocks.ts';

export type Style = 'strong' | 'em' | 'code';

export interface Piece extends Part {
  readonly styles: readonly Style[];
}

const item = /^(\s*)(?:[-*+]|\d{1,9}[.)])\s/;
const quoted = /^( {0,3})>/gm;
const underline = /^ {0,3}(?:=+|-+)\s*$/;

export const isItem = (line: string): boolean => item.test(line);

/** Whether Markdown sets a block off as quoted. */
export const isQuoted = (block: string): boolean => /^ {0,3}>/.test(block);

/** The line below a heading that makes it one. */
export const isUnderline = (line: string): boolean => underline.test(line);

/** Spaces before a list item. */
export const indentOf = (line: string): number => item.exec(line)?.[1]!.length ?? 0;

/** Without the signs of a heading, also behind it. */
export function headingWords({ text, start }: Part): Part {
  const [sign = ''] = /^\s*#{1,6}(?:\s+|$)/.exec(text) ?? [];
  const words = text.slice(sign.length).trimEnd();
  const bare = words.replace(/#+$/, '');
  const isClosed = sign !== '' && (bare === '' || /\s$/.test(bare));
  return { text: isClosed ? bare.trimEnd() : words, start: start + sign.length };
}

/** Lines of a paragraph run on, but where Markdown breaks them; a bullet is a dot, and no sign stands before lines that are quoted. As long as before. */
export const flowing = (text: string): string =>
  text
    .replaceAll(quoted, '$1 ')
    .replace(/^(\s*)[-*+](?=\s)/, '$1•')
    .replaceAll(/(?<! {2}|\\)\n/g, ' ')
    .replaceAll('\\\n', ' \n');

/** Escapes, code, both ends of links and pictures, emphasis. */
const signs =
  /\\[!-/:-@[-`{-~]|`+|!?\[(?=[^\][\n]{0,500}\]\([^()\s]{1,2000}\))|\]\([^()\s]{1,2000}\)|\*\*|__|\*|_/g;
const styleOf: Readonly<Record<string, Style>> = { '**': 'strong', __: 'strong', '*': 'em', _: 'em' };
const isLetter = (letter = ''): boolean => /[\p{L}\p{N}]/u.test(letter);
const isSpace = (letter = ' '): boolean => letter.trim() === '';

interface Sign {
  readonly at: number;
  readonly length: number;
  /** What the two signs of a pair have in common. */
  readonly kind: string;
}

/** A paragraph in pieces, without the signs of emphasis, of code, of links, of pictures and of escapes. A sign that has no partner is shown. */
export function piecesOf({ text, start }: Part): Piece[] {
  const pieces: Piece[] = [];
  const open = new Set<string>();
  let done = 0;
  const pass = (to: number) => {
    const styles = Array.from(open).flatMap((kind) => (kind[0] === '`' ? 'code' : (styleOf[kind] ?? [])));
    if (to > done) pieces.push({ text: text.slice(done, to), start: start + done, styles });
  };
  for (const { at, length, kind } of hiddenSigns(text)) {
    pass(at);
    done = at + length;
    if (!open.delete(kind)) open.add(kind);
  }
  pass(text.length);
  return pieces;
}

/** Escapes, and signs in pairs, in text order. */
function hiddenSigns(text: string): Sign[] {
  const found = Array.from(text.matchAll(signs), ({ 0: sign, index }) => ({ sign, at: index }));
  const last = new Map(found.map(({ sign, at }) => [sign, at]));
  const hidden: Sign[] = [];
  const open = new Map<string, Sign>();
  let code: string | undefined;
  for (const { sign, at } of found) {
    if (code !== undefined && sign !== code) continue;
    if (sign[0] === '\\') {
      hidden.push({ at, length: 1, kind: sign });
      continue;
    }
    const kind = sign[0] === '!' || sign[0] === ']' ? '[' : sign;
    const one = { at, length: sign.length, kind };
    const before = open.get(kind);
    if (before && canEnd(text, one, before)) {
      hidden.push(before, one);
      open.delete(kind);
      code = undefined;
    } else if (sign[0] === '`' ? last.get(sign)! > at : sign[0] !== ']' && canBegin(text, one)) {
      open.set(kind, one);
      if (sign[0] === '`') code = sign;
    }
  }
  return hidden.toSorted((a, b) => a.at - b.at);
}

const canBegin = (text: string, { at, length, kind }: Sign): boolean =>
  !isSpace(text[at + length]) && (kind[0] !== '_' || !isLetter(text[at - 1]));

function canEnd(text: string, { at, length, kind }: Sign, before: Sign): boolean {
  if (kind[0] === '`') return true;
  if (kind === '[') return text[at] === ']';
  const isEmpty = before.at + before.length === at;
  return !isEmpty && !isSpace(text[at - 1]) && (kind[0] !== '_' || !isLetter(text[at + length]));
}
