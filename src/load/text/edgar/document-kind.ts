import type { FiledDocument } from './submission.ts';

/** What a document of a submission is read as; nothing of what holds pictures, archives or data for programs. */
export interface ReadableDocument {
  readonly kind: 'text' | 'html' | 'unreadable';
  /** Without the tags that wrap pages and data. */
  readonly text: string;
}

const unreadableTypes = /^(?:GRAPHIC|ZIP|EXCEL|PDF|JSON)$/i;
/** How files that are no text are written as text: `begin 644 logo.gif`. */
const encoded = /^begin \d{3} \S/;
const wrapper = /^<(XBRL|XML|PDF|JSON)>/i;
const page = /<html[\s>]/i;
const anyTag = /<(?:body|div|p|table|font|center|pre|br|h\d)[\s>]/i;
/** Characters of a document that tell what it is. */
const startChars = 4000;

export function readableDocument({ type, fileName, text: wrapped }: FiledDocument): ReadableDocument {
  const trimmed = wrapped.trimStart();
  const [opening = '', name] = wrapper.exec(trimmed) ?? [];
  const text = name === undefined ? wrapped : unwrapped(trimmed.slice(opening.length), name);
  const start = text.slice(0, startChars).trimStart();
  if (unreadableTypes.test(type) || encoded.test(start)) return { kind: 'unreadable', text };
  const isPage =
    start.startsWith('<') && (page.test(start) || (/\.html?$/i.test(fileName) && anyTag.test(start)));
  if (isPage) return { kind: 'html', text };
  return { kind: name === undefined || name.toUpperCase() === 'XML' ? 'text' : 'unreadable', text };
}

/** Without the tag that closes it, where that is its end. */
function unwrapped(text: string, name: string): string {
  const end = text.lastIndexOf('</');
  return text.slice(end).trimEnd().toUpperCase() === `</${name.toUpperCase()}>` ? text.slice(0, end) : text;
}
