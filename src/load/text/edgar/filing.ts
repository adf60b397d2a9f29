import { UnreadableDocumentError } from '../../../errors.ts';
import type { LoadedDocument } from '../../../types.ts';
import type { LoadRequest } from '../../loader.ts';
import { DocumentWriter } from '../../write/document-writer.ts';
import { readPlainText } from '../text.ts';
import { readableDocument, type ReadableDocument } from './document-kind.ts';
import { filingText } from './filing-text.ts';
import { filingBibliography, isHeader } from './header.ts';
import { withItemHeadings } from './item-headings.ts';
import { type FiledDocument, submissionOf } from './submission.ts';

type Request = Pick<LoadRequest, 'name' | 'limits'>;

/**
 * Reads the documents of a submission to the SEC, each in a section where there are several. Company, form and dates are in its header, which is no
 * part of the text. Undefined where no document is in it, and where its header has text of another kind.
 *
 * @throws UnreadableDocumentError where none of its documents has text.
 */
export async function readFiling(source: string, request: Request): Promise<LoadedDocument | undefined> {
  const { header, documents } = submissionOf(source);
  if (documents.length === 0 || !isHeader(header)) return undefined;
  const filed = documents.map((document) => ({ ...document, ...readableDocument(document) }));
  const told = filed.filter(({ kind, text }) => kind !== 'unreadable' && text.trim() !== '');
  const left = filed.filter(({ kind }) => kind === 'unreadable').map(fileOf);
  if (told.length === 0) throw withoutText(request.name, left);
  const read: LoadedDocument[] = [];
  for (const document of told) read.push(await readDocument(document, request.name));
  const [first] = read;
  const whole = read.length === 1 ? first! : together(read, namesOf(told), request);
  return {
    ...whole,
    bibliography: {
      ...first!.bibliography,
      ...filingBibliography(header, { type: documents[0]!.type, text: first!.text }),
    },
    warnings: [
      ...new Set(read.flatMap(({ warnings }) => warnings)),
      ...(left.length > 0 ? [`Not read, as they hold no text: ${left.join(', ')}.`] : []),
    ],
  };
}

async function readDocument({ kind, text }: ReadableDocument, name: string): Promise<LoadedDocument> {
  if (kind === 'text') return readFilingText(text);
  const { readHtml } = await import('../../html/html.ts');
  return readHtml(text, /^https?:/i.test(name) ? name : undefined);
}

/** Reads one document in plain text. */
export function readFilingText(source: string): LoadedDocument {
  const { text, tables } = filingText(source);
  return withItemHeadings(readPlainText(text, tables));
}

/** One document of several, each in a section with its name. */
function together(
  documents: readonly LoadedDocument[],
  names: readonly string[],
  request: Request,
): LoadedDocument {
  const writer = new DocumentWriter(request);
  for (const [index, document] of documents.entries()) {
    writer.section(names[index]!, 1);
    writer.append(document);
  }
  const [{ format, bibliography, language }] = documents as [LoadedDocument];
  return {
    ...writer.finish(),
    format,
    pages: [],
    bibliography,
    ...(language ? { language } : {}),
    warnings: [],
  };
}

/** `FORM 10-K`, `EX-27 FINANCIAL DATA SCHEDULE`; with the name of the file where several are called the same. */
function namesOf(documents: readonly FiledDocument[]): string[] {
  const names = documents.map(({ type, description }) =>
    description.toUpperCase().includes(type.toUpperCase()) ? description : `${type} ${description}`.trim(),
  );
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return names.map((name, index) => (counts.get(name)! > 1 ? fileOf(documents[index]!) : name));
}

const fileOf = ({ type, description, fileName }: FiledDocument): string =>
  `${type} ${fileName || description}`.trim();

function withoutText(name: string, left: readonly string[]): UnreadableDocumentError {
  return new UnreadableDocumentError(
    `${name} has no text to read: ${left.join(', ') || 'its documents are empty'}.`,
    {
      hint: 'Save its documents from EDGAR as files of their own.',
      context: { document: name },
    },
  );
}
