/** Orders of the library. The server lists by id: another order is that of what has come from it. */
import type { DocumentInfo } from '../shapes.ts';

type Compare = (one: DocumentInfo, other: DocumentInfo) => number;

const byTitle: Compare = (one, other) => one.title.localeCompare(other.title, 'en', { numeric: true });
/** Dates in ISO 8601, the latest first; what has none comes last. */
const latest = (one: string | undefined, other: string | undefined) => (other ?? '').localeCompare(one ?? '');

export const orders: readonly (readonly [name: string, words: string, compare?: Compare])[] = [
  ['', 'file'],
  ['title', 'title', byTitle],
  ['date', 'date, newest first', (one, other) => latest(one.date, other.date) || byTitle(one, other)],
  ['added', 'added, last first', (one, other) => latest(one.addedAt, other.addedAt)],
  ['size', 'size, largest first', (one, other) => other.bytes - one.bytes],
];

/** As many as the server lists at once. */
export const mostOrdered = 1000;

export function inOrder(documents: readonly DocumentInfo[], order: string): readonly DocumentInfo[] {
  const compare = orders.find(([name]) => name === order)?.[2];
  return compare ? documents.toSorted(compare) : documents;
}
