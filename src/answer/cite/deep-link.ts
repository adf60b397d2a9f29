import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Citation, DocumentFormat } from '../../types.ts';
import { wellFormed } from '../../util/strings/well-formed.ts';

export interface LinkTarget {
  readonly format: DocumentFormat;
  readonly quote: string;
  /** From 1. */
  readonly page?: number;
  /** Id of the nearest heading. */
  readonly anchor?: string;
}

/**
 * An address that opens at the quote: `#page=5` for a PDF; for text the nearest heading, and the quote itself as a text
 * fragment, which browsers scroll to and highlight. What the address had behind `#` goes.
 *
 * @see https://wicg.github.io/scroll-to-text-fragment/ ; RFC 8118 for `page`
 */
export function deepLink(address: string, { format, quote, page, anchor }: LinkTarget): string {
  const base = address.replace(/#.*$/s, '');
  if (format === 'pdf') return page === undefined ? address : `${base}#page=${page}`;
  const heading = anchor === undefined ? '' : encode(anchor);
  const text = textDirective(quote);
  if (text !== undefined) return `${base}#${heading}:~:text=${text}`;
  return heading === '' ? address : `${base}#${heading}`;
}

/**
 * Where a citation's source can be opened: its web address, or its file; nothing for text that came without either, or
 * with an address of another kind, such as `javascript:`.
 */
export function linkOf({
  url,
  sourcePath,
  pageNumbers: [page],
}: Pick<Citation, 'url' | 'sourcePath' | 'pageNumbers'>): string | undefined {
  if (url !== undefined) return /^https?:/i.test(url) ? url : undefined;
  if (!isAbsolute(sourcePath)) return undefined;
  const { href } = pathToFileURL(sourcePath);
  return page !== undefined && /\.pdf$/i.test(sourcePath) ? `${href}#page=${page}` : href;
}

/** Up to this many words are given in full; of longer quotes the first and the last ones. */
const mostWords = 10;
const endWords = 4;
const listMark = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+/;

/** Nothing for rows of tables, whose cells are not one text on the page. */
function textDirective(quote: string): string | undefined {
  if (quote.includes('|')) return undefined;
  const lines = quote.split('\n').map((line) => wordsOf(line.replace(listMark, '')));
  const [first, last] = [lines.find((line) => line.length > 0), lines.findLast((line) => line.length > 0)];
  if (first === undefined || last === undefined) return undefined;
  if (first === last && first.length <= mostWords) return encode(first.join(' '));
  return `${encode(first.slice(0, endWords).join(' '))},${encode(last.slice(-endWords).join(' '))}`;
}

const wordsOf = (line: string) => line.split(/\s+/).filter(Boolean);

/** `-` and `,` have a meaning of their own in a text fragment; halves of a character cannot be encoded. */
const encode = (text: string) => encodeURIComponent(wellFormed(text)).replaceAll('-', '%2D');
