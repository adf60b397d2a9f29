import type { LoadedDocument } from '../../types.ts';
import type { LoadRequest } from '../loader.ts';
import { given } from '../given.ts';
import { readPlainText } from '../text/text.ts';
import { DocumentWriter } from '../write/document-writer.ts';
import { filingText } from './filing-text.ts';

/** What filings to the SEC begin with. */
const envelope =
  /^\s*(?:<(?:SEC|IMS)-(?:DOCUMENT|HEADER)>|-----BEGIN PRIVACY-ENHANCED MESSAGE-----|<SUBMISSION>|<DOCUMENT>\s*<TYPE>)/;
/** Documents that hold pictures, archives or data for programs. */
const noText = /^(?:GRAPHIC|ZIP|EXCEL|XML|JSON|COVER|EX-101)/i;
const encoded = /^\s*(?:begin \d{3} |<(?:PDF|XML|ZIP)>)/i;

/** Whether a text is a submission to the SEC with what wraps its documents. */
export const isFiling = (source: string): boolean => envelope.test(source);

/** Characters between a name and its caption. */
const longestLead = 400;

/** Reads one document of a submission that is no plain text; undefined where it is. */
type ReadDocument = (source: string) => Promise<LoadedDocument> | undefined;

/**
 * Reads the documents of a submission to the SEC, each in a section where there are several. Form, company and date are in its
 * header, which is no part of the text.
 */
export async function readFiling(
  source: string,
  request: Pick<LoadRequest, 'name' | 'limits'>,
  readOther: ReadDocument = () => undefined,
): Promise<Omit<LoadedDocument, 'format'>> {
  const all = documentsOf(source);
  const told = all.filter(
    ({ type, text }) => !noText.test(type) && !encoded.test(text) && text.trim() !== '',
  );
  const filed = told.length > 0 ? told : all;
  const documents: LoadedDocument[] = [];
  for (const { text } of filed) documents.push(await (readOther(text) ?? readFilingText(text)));
  const [first = readFilingText('')] = documents;
  const bibliography = {
    ...first.bibliography,
    ...filingBibliography(source, { form: filed[0]?.type ?? '', text: first.text }),
  };
  if (documents.length < 2) return { ...first, bibliography };
  const writer = new DocumentWriter(request);
  for (const [index, document] of documents.entries()) {
    const { type, description } = filed[index]!;
    writer.section(description.includes(type) ? description : `${type} ${description}`, 1);
    writer.append(document);
  }
  const warnings = documents.flatMap((document) => document.warnings);
  return {
    ...writer.finish(),
    pages: [],
    bibliography,
    ...(first.language ? { language: first.language } : {}),
    warnings,
  };
}

/** Reads text with tables whose columns are marked. */
export function readFilingText(source: string): LoadedDocument {
  const { text, tables } = filingText(source);
  return readPlainText(text, tables);
}

interface FiledDocument {
  readonly type: string;
  readonly description: string;
  readonly text: string;
}

function documentsOf(source: string): FiledDocument[] {
  const [, ...parts] = source.split('<DOCUMENT>');
  return (parts.length > 0 ? parts : [withoutHeader(source)]).map((part) => {
    const start = part.indexOf('<TEXT>');
    const end = part.lastIndexOf('</TEXT>');
    const head = start < 0 ? '' : part.slice(0, start);
    return {
      type: tagged(head, 'TYPE'),
      description: tagged(head, 'DESCRIPTION'),
      text: part.slice(start < 0 ? 0 : start + '<TEXT>'.length, end < 0 ? part.length : end),
    };
  });
}

function withoutHeader(source: string): string {
  const end = source.indexOf('-HEADER>', source.indexOf('</'));
  return end < 0 ? source : source.slice(end + '-HEADER>'.length);
}

const tagged = (head: string, name: string): string =>
  new RegExp(`^<${name}>(.*)$`, 'm').exec(head)?.[1]!.trim() ?? '';

const charter = '(exact name of registrant';

/** The first company of the header, its form, and the day on which it was filed; else as its first document says. */
function filingBibliography(
  source: string,
  first: { readonly form: string; readonly text: string },
): LoadedDocument['bibliography'] {
  const whole = source.slice(0, Math.max(0, source.indexOf('<DOCUMENT>')));
  // Who owns shares of it may stand before.
  const issuer = whole.search(/^(?:ISSUER|SUBJECT COMPANY):/m);
  const header = issuer < 0 ? whole : whole.slice(issuer);
  const company = field(header, 'COMPANY CONFORMED NAME') ?? lineAbove(first.text, charter);
  const form = field(whole, 'CONFORMED SUBMISSION TYPE') ?? first.form;
  const filed = /^(\d{4})(\d{2})(\d{2})$/.exec(field(whole, 'FILED AS OF DATE') ?? '');
  return given({
    title: company && form ? `${company}, Form ${form}` : undefined,
    creators: company ? [company] : undefined,
    publisher: company,
    dateCreated: filed ? filed.slice(1).join('-') : undefined,
  });
}

/** The last line with words above a caption. */
function lineAbove(text: string, caption: string): string | undefined {
  const at = text.toLowerCase().indexOf(caption);
  const lines = text.slice(Math.max(0, at - longestLead), Math.max(0, at)).split('\n');
  return lines.findLast((line) => /\p{L}{2}/u.test(line))?.trim();
}

const field = (header: string, name: string): string | undefined =>
  new RegExp(`^[ \\t]*${name}:[^\\S\\n]*(\\S.*)$`, 'm').exec(header)?.[1]!.trim();
