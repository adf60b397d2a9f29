/** Tags that only files of EDGAR, the system of the SEC, begin with. */
const opening = /^\s*<(?:SEC|IMS)-(?:DOCUMENT|HEADER)>/i;
/** Signed messages (RFC 1421) are EDGAR's where one of those tags follows the signature. */
const signed = /^\s*-----BEGIN PRIVACY-ENHANCED MESSAGE-----\n/;
const opensWithin = /^<(?:SEC|IMS)-(?:DOCUMENT|HEADER)>/im;
/** One document of a submission, as EDGAR hands it out by itself. */
const oneDocument = /^\s*<DOCUMENT>\s*<TYPE>\S/i;
/** How EDGAR numbers submissions. */
const accessionNumber = /(?<!\d)\d{10}-\d{2}-\d{6}(?!\d)/;
/** Characters of the signature and the first lines of the header. */
const startChars = 4000;

/** Whether a text is a submission to the SEC, or a document of one, as EDGAR wraps them: it begins with what wraps it. */
export function isFiling(text: string): boolean {
  const start = text.slice(0, startChars);
  if (oneDocument.test(start)) return true;
  return (
    (opening.test(start) || (signed.test(start) && opensWithin.test(start))) && accessionNumber.test(start)
  );
}
