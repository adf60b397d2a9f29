import type { DocumentFormat } from '../../types.ts';
import { openZip } from './zip.ts';

export type ZipFormat = Extract<DocumentFormat, 'docx' | 'pptx' | 'xlsx' | 'epub'>;

/** The parts that tell the format are small. */
const maxBytes = 4 * 1024 * 1024;

/** By the content type of the main part; documents, templates, shows, with macros or without. */
const officeFormats: readonly (readonly [RegExp, ZipFormat])[] = [
  [
    /wordprocessingml\.(?:document|template)\.main\+xml|ms-word\.(?:document|template)\.macroEnabled/i,
    'docx',
  ],
  [
    /presentationml\.(?:presentation|slideshow|template)\.main\+xml|ms-powerpoint\.(?:presentation|slideshow|template)\.macroEnabled/i,
    'pptx',
  ],
  [
    /spreadsheetml\.(?:sheet|template)\.main\+xml|ms-excel\.(?:sheet|template)\.macroEnabled\.main\+xml/i,
    'xlsx',
  ],
];

/** Whether the bytes begin as ZIP archives do. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04;
}

/**
 * The format of a document that is a ZIP archive, told by what its parts say of themselves; undefined for other archives.
 * @throws LoadError when the archive is damaged or cut off; LimitExceededError when it has too many parts.
 */
export function zipFormat(bytes: Uint8Array, name: string): ZipFormat | undefined {
  const archive = openZip(bytes, { name, maxBytes });
  const types = archive.read('[Content_Types].xml');
  if (types) {
    const declared = new TextDecoder().decode(types);
    return officeFormats.find(([mainPart]) => mainPart.test(declared))?.[1];
  }
  const isEpub =
    new TextDecoder().decode(archive.read('mimetype')).trim() === 'application/epub+zip' ||
    archive.names.includes('META-INF/container.xml');
  return isEpub ? 'epub' : undefined;
}
