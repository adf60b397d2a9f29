import { UnreadableDocumentError } from '../../../errors.ts';
import type { Bibliography } from '../../../types.ts';
import { oneLine } from '../../../util/strings/one-line.ts';
import { given } from '../../metadata/given.ts';
import { isoDate } from '../../metadata/dates.ts';
import { languageCode } from '../core-properties.ts';
import { partName } from '../relationships.ts';
import { childElements, elementAt, elementsBelow, parseXml, textBelow, type XmlElement } from '../xml.ts';
import type { ZipArchive } from '../zip.ts';

interface ManifestItem {
  readonly part: string;
  readonly mediaType: string;
  readonly properties: readonly string[];
}

/** What a book's package document says. */
export interface BookPackage {
  readonly bibliography: Partial<Bibliography>;
  /** ISO 639-1. */
  readonly language: string | undefined;
  /** In the order in which they are read. */
  readonly spine: readonly ManifestItem[];
  readonly navigation: ManifestItem | undefined;
  /** The table of contents of older books. */
  readonly ncx: ManifestItem | undefined;
}

/**
 * Opens the package document that the book's container names.
 * @throws UnreadableDocumentError when there is none.
 */
export async function readPackage(archive: ZipArchive, document: string): Promise<BookPackage> {
  const part = await packagePart(archive);
  const bytes = part === undefined ? undefined : archive.read(part);
  if (part === undefined || !bytes) throw withoutPackage(document);
  const root = await parseXml(bytes, part);
  const items = manifestOf(root, part);
  const listed = [...items.values()];
  const references = childElements(elementAt(root, 'spine') ?? root, 'itemref');
  return {
    ...describe(elementAt(root, 'metadata')),
    spine: references
      .map(({ attributes }) => items.get(attributes.idref ?? ''))
      .filter((item) => item !== undefined),
    navigation: listed.find(({ properties }) => properties.includes('nav')),
    ncx: listed.find(({ mediaType }) => mediaType === 'application/x-dtbncx+xml'),
  };
}

/** Where a book says its package is; some hold one without saying so. */
async function packagePart(archive: ZipArchive): Promise<string | undefined> {
  const container = 'META-INF/container.xml';
  const bytes = archive.read(container);
  const root = bytes && (await parseXml(bytes, container));
  const named = elementsBelow(root, 'rootfile')[0]?.attributes['full-path'];
  return named ?? archive.names.find((name) => name.endsWith('.opf'));
}

function manifestOf(root: XmlElement, part: string): Map<string, ManifestItem> {
  const items = childElements(elementAt(root, 'manifest') ?? root, 'item').map(
    ({ attributes }): [string, ManifestItem] => [
      attributes.id ?? '',
      {
        part: partName(decodedPath(attributes.href ?? ''), part),
        mediaType: attributes['media-type'] ?? '',
        properties: (attributes.properties ?? '').split(/\s+/),
      },
    ],
  );
  return new Map(items);
}

/** Paths in books are parts of addresses: `My%20Chapter.xhtml`. */
export function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function describe(metadata: XmlElement | undefined): Pick<BookPackage, 'bibliography' | 'language'> {
  const all = (name: string) =>
    elementsBelow(metadata, name)
      .map((element) => oneLine(textBelow(element)))
      .filter(Boolean);
  const bibliography = given({
    title: all('title')[0],
    creators: [...new Set(all('creator'))],
    subjects: [...new Set(all('subject'))],
    // Often marked up as HTML.
    description: oneLine((all('description')[0] ?? '').replace(/<[^<>]*>/g, ' ')),
    dateCreated: isoDate(all('date')[0]),
    publisher: all('publisher')[0],
    doi: all('identifier')
      .map((identifier) => /^(?:urn:|https?:\/\/(?:dx\.)?)?doi(?:\.org\/|:)(10\..+)$/i.exec(identifier)?.[1])
      .find(Boolean),
  });
  return {
    bibliography,
    language: languageCode(all('language')[0]),
  };
}

function withoutPackage(document: string): UnreadableDocumentError {
  return new UnreadableDocumentError(
    `${document} is no book that can be read: its package document is missing.`,
    {
      hint: 'Get the file again, or convert it to EPUB anew, for instance with Calibre.',
      context: { document },
    },
  );
}
