import type { LinkedPlace } from '../../index.ts';

/** The address of a place in a document, as the page opens it: the document, the page, the characters. */
export function linkTo(base: string, place: LinkedPlace): string {
  const { collection, documentId, documentVersion, page, charStart, charEnd } = place;
  const query = new URLSearchParams();
  if (collection !== 'default') query.set('collection', collection);
  if (documentVersion !== undefined) query.set('version', String(documentVersion));
  if (page !== undefined) query.set('page', String(page));
  if (charEnd > charStart) query.set('at', `${charStart}-${charEnd}`);
  const words = query.toString();
  return `${base}/documents/${encodeURIComponent(documentId)}${words && `?${words}`}`;
}
