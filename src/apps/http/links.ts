import type { LinkedPlace } from '../../index.ts';

/**
 * The address that links begin with: of several public ones that by which the request came, else the first; where none is
 * configured, that by which the request came, whose host has been checked.
 */
export function baseOf(requestUrl: string, publicUrl: string | readonly string[] = []): string {
  const { origin, hostname } = new URL(requestUrl);
  const own = [publicUrl].flat().map((url) => url.replace(/\/$/, ''));
  return own.find((url) => new URL(url).hostname === hostname) ?? own[0] ?? origin;
}

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
