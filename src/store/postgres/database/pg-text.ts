/**
 * PostgreSQL's text and jsonb hold every character but NUL. It is kept as two that hardly any text has, so that order by
 * code points stays and substrings stay substrings:
 *
 *   U+0000 ──▶ U+0001 U+0002        U+0001 ──▶ U+0001 U+0003
 */
export function toPg(text: string): string {
  const wellFormed = text.replaceAll(/\p{Surrogate}/gu, '\uFFFD'); // half a character, as UTF-8 has it
  // eslint-disable-next-line no-control-regex
  if (!/[\u0000\u0001]/.test(wellFormed)) return wellFormed;
  return wellFormed.replaceAll('\u0001', '\u0001\u0003').replaceAll('\u0000', '\u0001\u0002');
}

/** The inverse of `toPg`. */
export function fromPg(text: string): string {
  if (!text.includes('\u0001')) return text;
  return text.replaceAll('\u0001\u0002', '\u0000').replaceAll('\u0001\u0003', '\u0001');
}
