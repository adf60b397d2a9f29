import { decodeText } from '../../detect/decode.ts';

/** Elements that have no end tag in HTML either. */
const withoutEnd = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));

/**
 * A page in XHTML as HTML: an HTML parser takes `<title/>` for a beginning, and reads what is declared in a document type as
 * text.
 */
export function htmlOf(bytes: Uint8Array): string {
  return decodeText(bytes, { html: true })
    .text.replace(/<!doctype[^<>[\]]*\[[^\]]*\]\s*>/i, '')
    .replace(/<([a-z][\w:-]*)(?![\w:-])([^<>]*)\/>/gi, (tag, name: string, rest: string) =>
      withoutEnd.has(name.toLowerCase()) ? tag : `<${name}${rest}></${name}>`,
    );
}
