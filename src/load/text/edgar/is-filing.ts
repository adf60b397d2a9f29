import { beginsDocument } from './submission.ts';

/** How EDGAR, the system of the SEC, begins a submission: a tag with its number. */
const opening = /^\s*<(?:SEC|IMS)-(?:DOCUMENT|HEADER)>\d{10}-\d{2}-\d{6}(?!\d)/i;
/** Signed messages (RFC 1421) are EDGAR's where that follows the signature. */
const signed = /^\s*-----BEGIN PRIVACY-ENHANCED MESSAGE-----\r?\n/;
const opensWithin = new RegExp(opening, 'im');
/** Characters of the signature and the first lines of the header. */
const startChars = 4000;

/**
 * Whether a text is a submission to the SEC, or a document of one, as EDGAR wraps them: it begins with what wraps it, the document with all of
 * its head.
 */
export function isFiling(text: string): boolean {
  const start = text.slice(0, startChars);
  return opening.test(start) || (signed.test(start) && opensWithin.test(start)) || beginsDocument(start);
}
