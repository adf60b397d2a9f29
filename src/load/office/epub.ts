import { UnreadableDocumentError, UnsupportedFormatError } from '../../errors.ts';
import type { LoadedDocument, Section } from '../../types.ts';
import { DocumentWriter, type Written } from '../write/document-writer.ts';
import type { Loader, LoadRequest } from '../loader.ts';
import { type ContentsEntry, readContents, htmlOf } from './epub/contents.ts';
import { type BookPackage, readPackage } from './epub/package.ts';
import { readWholeHtml } from './whole-html.ts';
import { openZip, type ZipArchive } from './zip.ts';
import { elementAt, elementsBelow, parseXml } from './xml.ts';

/**
 * Reads books in the order in which they are read, their chapters by the table of contents as sections. Pages on a screen differ,
 * so there are none.
 */
export const epubLoader: Loader = { load };

async function load(request: LoadRequest): Promise<LoadedDocument> {
  const { bytes, name, limits } = request;
  const archive = openZip(bytes, { name, maxBytes: limits.maxBytes });
  await checkProtection(archive, name);
  const book = await readPackage(archive, name);
  const { written, missing } = await writeChapters(archive, book, request);
  if (missing.length > 0 && written.text === '') throw withoutChapters(name);
  return {
    ...written,
    format: 'epub',
    pages: [],
    bibliography: book.bibliography,
    ...(book.language ? { language: book.language } : {}),
    warnings: missing.map((part) => `The book lacks ${part}, which it names as a chapter.`),
  };
}

async function writeChapters(
  archive: ZipArchive,
  book: BookPackage,
  request: LoadRequest,
): Promise<{ written: Written; missing: string[] }> {
  const writer = new DocumentWriter(request);
  const contents = await readContents(archive, book);
  const missing: string[] = [];
  for (const { part, properties, mediaType } of book.spine) {
    request.signal?.throwIfAborted();
    // The table of contents itself, and pictures.
    if (properties.includes('nav') || !/html/.test(mediaType)) continue;
    const bytes = archive.read(part);
    if (!bytes) missing.push(part);
    else writeChapter(writer, await readWholeHtml(htmlOf(bytes)), entriesOf(contents, part));
  }
  return { written: writer.finish(), missing };
}

const entriesOf = (contents: readonly ContentsEntry[], part: string) =>
  contents.filter((entry) => entry.part.toLowerCase() === part.toLowerCase());

/**
 * A file with one line in the table of contents is a section of that title; one with several has headings of its own; one with none
 * goes on with what stands before.
 */
function writeChapter(
  writer: DocumentWriter,
  chapter: Written,
  [entry, ...others]: readonly ContentsEntry[],
): void {
  if (entry === undefined) writer.append({ ...chapter, sections: fromTop(chapter.sections) });
  else if (others.length > 0 && chapter.sections.length > 0) {
    writer.endSections(entry.level);
    writer.append({ ...chapter, sections: fromTop(chapter.sections) });
  } else {
    writer.section(entry.title, entry.level);
    writer.append({ ...chapter, sections: fromTop(withoutTitle(chapter.sections, entry.title)) });
  }
}

/** A heading that repeats the title stands within so many characters. */
const lastStart = 200;

function withoutTitle(sections: readonly Section[], title: string): readonly Section[] {
  const [first, ...rest] = sections;
  if (!first || first.charStart > lastStart) return sections;
  const [heading, name] = [lettersOf(first.heading), lettersOf(title)];
  return heading.includes(name) || name.includes(heading) ? rest : sections;
}

const lettersOf = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');

/** Sections whose highest level is 1, whatever headings the file has. */
function fromTop(sections: readonly Section[]): Section[] {
  const above = sections.reduce((least, { level }) => Math.min(least, level), 6) - 1;
  return sections.map((section) => ({ ...section, level: section.level - above }));
}

function withoutChapters(document: string): UnreadableDocumentError {
  return new UnreadableDocumentError(`${document} has none of the chapters that it names.`, {
    hint: 'Get the file again; it may not have been made or copied completely.',
    context: { document },
  });
}

const encryption = 'META-INF/encryption.xml';
/** Fonts are made useless outside of the book; its text is not concerned. */
const fontAlgorithms = new Set(['http://www.idpf.org/2008/embedding', 'http://ns.adobe.com/pdf/enc#RC']);

/** @throws UnsupportedFormatError when pages of the book are encrypted, as shops do. */
async function checkProtection(archive: ZipArchive, document: string): Promise<void> {
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
