import { decodeEntities } from '../../office/xml.ts';

/** What is met on the way through an XML part. Names are without the prefix of their namespace. */
export interface XmlEvents {
  open(name: string, attributes: XmlAttributes): void;
  close(name: string): void;
  text(text: string): void;
}

/** Looks attributes up in the source of a tag. */
export type XmlAttributes = (name: string) => string | undefined;

/**
 * Goes through an XML part without making a tree of it, as sheets have millions of elements. Comments, declarations and
 * processing instructions are passed over.
 */
export function scanXml(xml: string, events: XmlEvents): void {
  const mark =
    /<!--[^]*?(?:-->|$)|<!\[CDATA\[([^]*?)(?:\]\]>|$)|<[?!][^>]*(?:>|$)|<(\/?)(?:[\w.-]+:)?([\w.-]+)(?![\w.-])([^<>"']*(?:(?:"[^"]*"|'[^']*')[^<>"']*)*)>/g;
  let after = 0;
  for (const found of xml.matchAll(mark)) {
    const [whole, data, slash, name, attributes = ''] = found;
    if (found.index > after) events.text(decodeEntities(xml.slice(after, found.index)));
    after = found.index + whole.length;
    if (data !== undefined) events.text(data);
    if (name === undefined) continue;
    if (slash !== '/') events.open(name, (wanted) => attributeOf(attributes, wanted));
    if (slash === '/' || attributes.endsWith('/')) events.close(name);
  }
}

const patterns = new Map<string, RegExp>();

function attributeOf(attributes: string, name: string): string | undefined {
  let pattern = patterns.get(name);
  if (!pattern) {
    pattern = new RegExp(String.raw`(?:^|\s)${name}\s*=\s*(?:"([^"]*)"|'([^']*)')`);
    patterns.set(name, pattern);
  }
  const found = pattern.exec(attributes);
  const value = found?.[1] ?? found?.[2];
  return value === undefined ? undefined : decodeEntities(value);
}
