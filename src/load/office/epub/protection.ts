import { UnsupportedFormatError } from '../../../errors.ts';
import { elementAt, elementsBelow, parseXml } from '../xml.ts';
import type { ZipArchive } from '../zip.ts';

const encryption = 'META-INF/encryption.xml';
/** Fonts are made useless outside of the book; its text is not concerned. */
const fontAlgorithms = new Set(['http://www.idpf.org/2008/embedding', 'http://ns.adobe.com/pdf/enc#RC']);

/** @throws UnsupportedFormatError when pages of the book are encrypted, as shops do. */
export async function checkProtection(archive: ZipArchive, document: string): Promise<void> {
  const bytes = archive.read(encryption);
  const entries = bytes ? elementsBelow(await parseXml(bytes, encryption), 'EncryptedData') : [];
  const isProtected = entries.some((entry) => {
    const algorithm = elementAt(entry, 'EncryptionMethod')?.attributes.Algorithm ?? '';
    return !fontAlgorithms.has(algorithm);
  });
  if (!isProtected) return;
  throw new UnsupportedFormatError(`${document} is protected against copying (DRM): its text is encrypted.`, {
    hint: 'Get the book without copy protection from its publisher.',
    context: { document },
  });
}
