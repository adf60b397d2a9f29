import type { LinkedPlace } from '../../index.ts';

/** Addresses of places in documents, as the page opens them: the document, the page, the characters. */
export const linksTo =
  (base: string) =>
  ({ collection, documentId, documentVersion, page, charStart, charEnd }: LinkedPlace): string => {
    const query = new URLSearchParams();
    if (collection !== 'default') query.set('collection', collection);
    if (documentVersion !== undefined) query.set('version', String(documentVersion));
    if (page !== undefined) query.set('page', String(page));
    if (charEnd > charStart) query.set('at', `${charStart}-${charEnd}`);
    const words = query.toString();
    return `${base}/documents/${encodeURIComponent(documentId)}${words && `?${words}`}`;
  };
