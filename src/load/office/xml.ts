import type { X2jOptions } from 'fast-xml-parser';
import { UnreadableDocumentError } from '../../errors.ts';
import { decodeText } from '../detect/decode.ts';

/** An element of an XML part. Names are without the prefix of their namespace, those of attributes as they stand. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
}

type XmlNode = XmlElement | string;

/** Office programs nest far less; a tree this deep is still walked by recursion. */
const maxDepth = 500;

const options: X2jOptions = {
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  trimValues: false,
  // Entities that a document declares itself are left as they stand, so that none can grow.
  processEntities: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  maxNestedTags: maxDepth,
  jPath: false,
};

/**
 * The root element of an XML part; what is malformed is read as far as it goes.
 * @throws UnreadableDocumentError when there is no element, or elements nest more than 500 deep.
 */
export async function parseXml(bytes: Uint8Array, part: string): Promise<XmlElement> {
  const { XMLParser } = await import('fast-xml-parser');
  let root: XmlNode | undefined;
  try {
    const parsed = new XMLParser(options).parse(decodeText(bytes).text) as ParsedNode[];
    root = parsed.map(nodeOf).find((node) => typeof node !== 'string');
  } catch (error) {
    throw unreadable(part, error);
  }
  if (root === undefined || typeof root === 'string') throw unreadable(part);
  return root;
}

export function childElements(element: XmlElement | undefined, name?: string): XmlElement[] {
  return (element?.children ?? []).filter(
    (node): node is XmlElement => typeof node !== 'string' && (name === undefined || node.name === name),
  );
}

/** The first element that the names lead to, from child to child. */
export function elementAt(
  element: XmlElement | undefined,
  ...names: readonly string[]
): XmlElement | undefined {
  return names.reduce<XmlElement | undefined>((found, name) => childElements(found, name)[0], element);
}

/** All elements of a name below an element, in document order; not those inside one another. */
export function elementsBelow(element: XmlElement | undefined, name: string): XmlElement[] {
  return childElements(element).flatMap((child) =>
    child.name === name ? [child] : elementsBelow(child, name),
  );
}

export function textBelow(element: XmlElement | undefined): string {
  return (element?.children ?? [])
    .map((node) => (typeof node === 'string' ? node : textBelow(node)))
    .join('');
}

/** What the parser gives: `{ name: children, ':@': attributes }`, or `{ '#text': text }`. */
type ParsedNode = Readonly<Record<string, ParsedNode[] | Record<string, string> | string>>;

function nodeOf(node: ParsedNode): XmlNode {
  const name = Object.keys(node).find((key) => key !== ':@') ?? '';
  const content = node[name];
  if (typeof content === 'string') return decodeEntities(content);
  const attributes = Object.entries((node[':@'] as Record<string, string>) ?? {});
  return {
    name: name.slice(name.indexOf(':') + 1),
    attributes: Object.fromEntries(attributes.map(([key, value]) => [key, decodeEntities(value)])),
    children: ((content as ParsedNode[] | undefined) ?? []).map(nodeOf),
  };
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** The five of XML, and characters by their number. */
export function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(lt|gt|amp|quot|apos));/gi,
    (whole, decimal, hex, name) => {
      if (name !== undefined) return entities[String(name).toLowerCase()]!;
      const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      const isCharacter = point > 0 && point <= 0x10_ff_ff && !(point >= 0xd8_00 && point < 0xe0_00);
      return isCharacter ? String.fromCodePoint(point) : whole;
    },
  );
}

function unreadable(part: string, cause?: unknown): UnreadableDocumentError {
  return new UnreadableDocumentError(`The part ${part} is no XML that can be read.`, {
    hint: 'Open the file in the program that it is from and save it anew.',
    context: { part, ...(cause instanceof Error ? { reason: cause.message } : {}) },
    ...(cause === undefined ? {} : { cause }),
  });
}
