import { UnreadableDocumentError } from '../../errors.ts';
import type { LoadedDocument } from '../../types.ts';
import { decodeText } from '../detect/decode.ts';
import type { Loader, LoadRequest } from '../loader.ts';
import { coreProperties } from './core-properties.ts';
import { clausesAsText } from './docx/clauses.ts';
import { withItemNumbers, withLabels } from './docx/labels.ts';
import { readableXml } from './docx/readable-xml.ts';
import { readNumbering } from './docx/numbering.ts';
import { headingStyles, isHeadingStyle, readStyles, type Styles } from './docx/styles.ts';
import { rowsOfPairedLines } from './docx/paired-lines.ts';
import { titlesByLook } from './docx/titles-by-look.ts';
import type { WordElement } from './docx/word-element.ts';
import { relationshipsOf } from './relationships.ts';
import { readWholeHtml } from './whole-html.ts';
import { openZip, type ZipArchive } from './zip.ts';

/**
 * Reads Word documents: headings, lists, tables, text boxes, formulas in one line, and notes at the end. Inserted text is in, deleted text out;
 * headers, footers, comments and pictures are left out. The file does not say where pages end, so there are none.
 */
export const docxLoader: Loader = { load };

async function load(request: LoadRequest): Promise<LoadedDocument> {
  const { bytes, name, limits, signal } = request;
  const archive = openZip(bytes, { name, maxBytes: limits.maxBytes });
  const parts = await wordParts(archive);
  const html = await convert(archive, parts, name);
  signal?.throwIfAborted();
  const read = await readWholeHtml(html);
  const properties = await coreProperties(archive, { text: read.text, pages: [] });
  return { ...read, format: 'docx', pages: [], ...properties, warnings: warningsOf(parts) };
}

/** Mammoth gets an archive of the parts that were counted, so that no other reading of the file can hold more. */
async function convert(archive: ZipArchive, parts: WordParts, document: string): Promise<string> {
  const { default: mammoth } = await import('mammoth');
  const styles = await readStyles(archive, parts.styles);
  const buffer = await archiveOfText(archive, parts, styles);
  const isHeading = ({ styleId, styleName }: WordElement) =>
    isHeadingStyle(styles, styleId ?? '', styleName ?? '');
  try {
    const options = {
      styleMap: headingStyles(styles),
      includeEmbeddedStyleMap: false,
      transformDocument: (read: WordElement) =>
        rowsOfPairedLines(titlesByLook(clausesAsText(read, isHeading), isHeading)),
      convertImage: mammoth.images.imgElement(noImage),
    };
    const { value } = await mammoth.convertToHtml({ buffer }, options);
    return withItemNumbers(withBoxes(value.replaceAll(backLink, '')));
  } catch (error) {
    throw damaged(document, error);
  }
}

interface WordParts {
  readonly main: string;
  readonly styles: string;
  readonly numbering: string;
  /** Files of other formats, the words of which Word shows in their places and, once it saves, takes over. */
  readonly chunks: readonly string[];
}

/** Some programs call them `document2.xml` and the like. */
async function wordParts(archive: ZipArchive): Promise<WordParts> {
  const partOf = async (from: string, relation: string) =>
    (await relationshipsOf(archive, from)).find(({ type }) => type === relation)?.target;
  const main = (await partOf('', 'officeDocument')) ?? 'word/document.xml';
  const chunks = (await relationshipsOf(archive, main)).filter(({ type }) => type === 'aFChunk');
  return {
    main,
    styles: (await partOf(main, 'styles')) ?? 'word/styles.xml',
    numbering: (await partOf(main, 'numbering')) ?? 'word/numbering.xml',
    chunks: chunks.map(({ target }) => target),
  };
}

const warningsOf = ({ chunks }: WordParts): string[] =>
  chunks.length === 0
    ? []
    : [`Parts in other formats were not read (${chunks.join(', ')}): open the document in Word and save it.`];

/** From a note to where it is referred to. */
const backLink = /(?<!\s)\s*<a href="#(?:foot|end)note-ref-\d+">↑<\/a>/g;

/** Boxes to tick in forms, as Word shows them. */
const withBoxes = (html: string): string =>
  html.replaceAll(/<input type="checkbox"( checked="checked")? \/>/g, (_, checked) => (checked ? '☒' : '☐'));

async function noImage(): Promise<{ src: string }> {
  return { src: '' };
}

/** Parts that may be damaged: nothing of them is read. */
const withoutText =
  /^(?:customXml|docProps)\/|\/(?:embeddings|glossary|theme)\/|(?:fontTable|[sS]ettings)\.xml$/;

/** The parts in XML, in UTF-8 whatever they were in, with the numbers of paragraphs in the main part. */
async function archiveOfText(
  archive: ZipArchive,
  { main, numbering: numberingPart }: WordParts,
  styles: Styles,
): Promise<Buffer> {
  const { strToU8, zipSync } = await import('fflate');
  const numbering = await readNumbering(archive, numberingPart, styles);
  const parts = archive.names
    .filter((name) => /\.(?:xml|rels)$/i.test(name) && !withoutText.test(name))
    .map((name) => {
      const xml = readableXml(formulasAsText(decodeText(archive.read(name)!).text));
      return [name, strToU8(name === main ? withLabels(xml, numbering, styles) : xml)] as const;
    });
  return Buffer.from(zipSync(Object.fromEntries(parts), { level: 0 }));
}

function damaged(document: string, cause: unknown): UnreadableDocumentError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new UnreadableDocumentError(
    `${document} is no Word document that can be read: parts of it are damaged, missing, or nested too deeply.`,
    {
      hint: 'Open it in Word or LibreOffice and save it anew.',
      context: { document, reason },
      cause,
    },
  );
}

/** What stands before these parts of a formula when it is written in one line. */
const signs: Readonly<Record<string, string>> = { sup: '^', sub: '_', den: '/' };

/**
 * Writes the formulas of a Word part as runs of text, `E=mc^2`: mammoth passes over formulas. Their elements become ones
 * that it reads through; those of properties stay as they are and are passed over.
 */
export function formulasAsText(xml: string): string {
  return xml.includes('<m:oMath') ? xml.replace(/<(\/?)m:(\w+)(?!\w)([^<>]*)>/g, plainTag) : xml;
}

function plainTag(tag: string, slash: string, name: string, rest: string): string {
  if (name === 't' || name === 'r') return `<${slash}w:${name}${rest}>`;
  if (rest.endsWith('/') || name.endsWith('Pr')) return tag;
  const sign = slash === '' && Object.hasOwn(signs, name) ? signs[name] : undefined;
  return `<${slash}w:smartTag>${sign === undefined ? '' : `<w:r><w:t>${sign}</w:t></w:r>`}`;
}
