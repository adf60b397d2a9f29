import { PinciteError } from '../../../errors.ts';
import { languageCode } from '../../office/core-properties.ts';
import { elementsBelow, parseXml, textBelow, childElements, type XmlElement } from '../../office/xml.ts';
import { findXmp } from './find-xmp.ts';

/** What a PDF says of itself in XMP: Dublin Core and PRISM. */
export interface Xmp {
  readonly title?: string | undefined;
  readonly creators: readonly string[];
  readonly subjects: readonly string[];
  readonly description?: string | undefined;
  /** ISO 8601, as it stands there. */
  readonly created?: string | undefined;
  readonly publisher?: string | undefined;
  readonly containerTitle?: string | undefined;
  readonly doi?: string | undefined;
  /** The programs that made the document. */
  readonly tools?: readonly string[];
  /** ISO 639-1. */
  readonly language?: string | undefined;
}

/** The document's metadata; undefined where there is none that can be read. */
export async function readXmp(bytes: Uint8Array): Promise<Xmp | undefined> {
  const packet = findXmp(bytes);
  if (packet === undefined) return undefined;
  try {
    return xmpOf(await parseXml(packet, 'XMP'));
  } catch (error) {
    if (error instanceof PinciteError) return undefined;
    throw error;
  }
}

/** @see https://developer.adobe.com/xmp/docs/XMPNamespaces/ */
function xmpOf(root: XmlElement): Xmp {
  const descriptions = elementsBelow(root, 'Description');
  const all = (name: string) => descriptions.flatMap((description) => valuesOf(description, name));
  const first = (name: string) => all(name)[0];
  return {
    title: first('title'),
    creators: all('creator'),
    subjects: all('subject'),
    description: first('description'),
    created: first('CreateDate') ?? first('date'),
    publisher: first('publisher'),
    containerTitle: first('publicationName'),
    doi: first('doi')?.replace(/^(?:doi:|https?:\/\/(?:dx\.)?doi\.org\/)/i, ''),
    language: languageCode(first('language')),
    tools: [...all('CreatorTool'), ...all('Producer')],
  };
}

/** Of a property, as an attribute or an element with one text or a list of them. */
function valuesOf(description: XmlElement, name: string): string[] {
  const attribute = Object.entries(description.attributes).find(([key]) => key.split(':').at(-1) === name);
  const elements = childElements(description, name).flatMap((element) => {
    const items = elementsBelow(element, 'li');
    return items.length > 0 ? items.map(textBelow) : [textBelow(element)];
  });
  const values = [...(attribute ? [attribute[1]] : []), ...elements];
  return values.map((value) => value.replace(/\s+/g, ' ').trim()).filter((value) => value !== '');
}
