import { UnreadableDocumentError, UnsupportedFormatError } from '../../errors.ts';
import type { DocumentFormat } from '../../types.ts';
import { type DecodedText, decodeText, latin1 } from './decode.ts';
import { isCsv } from '../data/csv-dialect.ts';
import { isJson } from '../data/json-values.ts';
import { describeBinary } from './describe-binary.ts';
import { endingOf, promisedFormat, readableFormats } from './formats.ts';
import { isMail } from '../mail/is-mail.ts';
import { compoundFileError, isCompoundFile } from '../office/ole.ts';
import { isZip, zipFormat } from '../office/zip-format.ts';
import { isFiling } from '../text/edgar/is-filing.ts';

const sampleBytes = 65_536;
/** Endings of texts whose marks are neither Markdown's nor HTML's. */
const otherMarks: ReadonlySet<string> = new Set(['log', 'tex', 'rst', 'adoc', 'org']);

/**
 * The format that the content shows; the name and the declared media type only decide between text formats
 * that look alike.
 * @throws UnreadableDocumentError when there is nothing but white space; UnsupportedFormatError for binary formats and noise.
 */
export async function detectFormat(
  bytes: Uint8Array,
  name: string,
  contentType?: string,
): Promise<DocumentFormat> {
  if (isPdf(bytes, name)) return 'pdf';
  if (isZip(bytes)) return archiveFormat(bytes, name);
  if (isCompoundFile(bytes)) throw compoundFileError(bytes, name);
  const sample = textSample(bytes, contentType);
  if (sample === undefined) throw await unsupported(bytes, name);
  if (isEmpty(bytes, sample)) throw emptyError(name);
  return textFormat(sample.text, { ...sample, name, contentType });
}

/**
 * The same of text, without a look into anything else by code that is not ours: none for PDFs, archives and other binary
 * formats, for submissions to the SEC, which may have pages in them, and for what is empty.
 */
export function detectText(
  bytes: Uint8Array,
  name: string,
  contentType?: string,
): DocumentFormat | undefined {
  if (isPdf(bytes, name) || isZip(bytes) || isCompoundFile(bytes)) return undefined;
  const sample = textSample(bytes, contentType);
  if (sample === undefined || isEmpty(bytes, sample) || isFiling(sample.text)) return undefined;
  return textFormat(sample.text, { ...sample, name, contentType });
}

async function archiveFormat(bytes: Uint8Array, name: string): Promise<DocumentFormat> {
  const format = zipFormat(bytes, name);
  if (format === undefined) throw await unsupported(bytes, name);
  return format;
}

/** The `charset` of a media type such as `text/html; charset=iso-8859-1`. */
export function charsetOf(contentType: string | undefined): string | undefined {
  return /;\s*charset\s*=\s*"?([\w:.-]+)/i.exec(contentType ?? '')?.[1];
}

/**
 * A header at the very start settles it. Further in, up to the 1,024 bytes that PDF readers search, it must
 * come with PDF objects, so that a text about PDF stays a text.
 */
export function isPdf(bytes: Uint8Array, name: string): boolean {
  const start = latin1(bytes, 1028);
  if (start.startsWith('%PDF')) return true;
  if (!start.includes('%PDF') && !/\.pdf$/i.test(name)) return false;
  return /\d \d{1,5} obj\b|startxref/.test(latin1(bytes, sampleBytes));
}

interface TextSample {
  readonly text: string;
  /** Whether it is all of the text. */
  readonly isWhole: boolean;
}

/** The text of the first bytes, not cut inside a UTF-8 sequence; nothing where they are no text. */
function textSample(bytes: Uint8Array, contentType: string | undefined): TextSample | undefined {
  let end = Math.min(bytes.length, sampleBytes);
  while (end < bytes.length && end > sampleBytes - 4 && (bytes[end]! & 0xc0) === 0x80) end--;
  const head = bytes.subarray(0, end);
  const decoded = decodeText(head, { charset: charsetOf(contentType), html: true });
  return isBinary(head, decoded) ? undefined : { text: decoded.text, isWhole: end === bytes.length };
}

function isEmpty(bytes: Uint8Array, { text, isWhole }: TextSample): boolean {
  return isBlank(text) && (isWhole || isBlank(decodeText(bytes).text));
}

function isBinary(head: Uint8Array, { text, encoding }: DecodedText): boolean {
  if (/^\{\\rtf|^%!PS/.test(text)) return true;
  const wide = encoding.startsWith('utf-16') || encoding.startsWith('utf-32');
  const nulls = wide || !head.includes(0) ? 0 : head.reduce((count, byte) => count + (byte === 0 ? 1 : 0), 0);
  // Terminal logs are text.
  const withoutEscapes = text.replaceAll('\u001b', '');
  const controls = nulls + (withoutEscapes.match(/[^\P{Cc}\t-\r\u0085]/gu)?.length ?? 0);
  // One stray control character in a short but valid text is a slip, not a binary format.
  return controls > Math.max(encoding === 'utf-8' ? 1 : 0, head.length / 100);
}

function isBlank(text: string): boolean {
  return !/[^\s\u200b\ufeff]/.test(text);
}

interface TextHints extends Pick<TextSample, 'isWhole'> {
  readonly name: string;
  readonly contentType: string | undefined;
}

/** What the text shows plainly goes before what its name promises, and that before what it merely resembles. */
function textFormat(sample: string, { name, contentType, isWhole }: TextHints): DocumentFormat {
  if (isFiling(sample)) return 'text';
  const promised = declaredFormat(contentType) ?? promisedFormat(name);
  if (isMail(sample, promised === 'email')) return 'email';
  if (startsAsHtml(sample)) return 'html';
  if (promised === 'markdown') return promised;
  if (promised !== 'code' && isJson(sample, { isWhole, isPromised: promised === 'json' })) return 'json';
  if (promised === 'csv' && isCsv(sample, true)) return 'csv';
  if (promised === 'code' || promised === 'json' || sample.startsWith('#!')) return 'code';
  if (otherMarks.has(endingOf(name))) return 'text';
  if (hasHtmlTags(sample, promised === 'html')) return 'html';
  if (hasMarkdownMarks(sample)) return 'markdown';
  return isCsv(sample, false) ? 'csv' : 'text';
}

/** Of media types that say more than a name; `text/plain` is what servers declare when they do not know. */
function declaredFormat(contentType = ''): DocumentFormat | undefined {
  const [type = ''] = contentType.split(';');
  return declared.find(([pattern]) => pattern.test(type.trim()))?.[1];
}

const declared: readonly (readonly [RegExp, DocumentFormat])[] = [
  [/^text\/(?:x-)?markdown$/i, 'markdown'],
  [/html/i, 'html'],
  [/^text\/(?:csv|tab-separated-values)$/i, 'csv'],
  [/[/+](?:x-nd)?json(?:-seq|l)?$/i, 'json'],
  [/^message\/rfc822$|^application\/mbox$/i, 'email'],
  [/^(?:text|application)\/(?:javascript|css|xml|yaml|toml|sql)$|^text\/x-/i, 'code'],
];

function startsAsHtml(sample: string): boolean {
  const opening =
    /^\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--(?:(?!-->)[^])*-->\s*)*<(?:!doctype\s+html|html|head|body)\b/i;
  return opening.test(sample.slice(0, 4096));
}

function hasHtmlTags(sample: string, expected: boolean): boolean {
  if (!sample.includes('<')) return false;
  const tag =
    /<\/?(?:p|div|span|a|h[1-6]|[uod]l|li|table|thead|tbody|t[rdh]|br|hr|body|head|meta|title|section|article|main|img|strong|em|b|i|script|style|link|nav|header|footer|pre|blockquote|form)(?:\s[^<>]*)?>/gi;
  const count = sample.match(tag)?.length ?? 0;
  if (expected) return count > 0;
  const share = count / sample.length;
  return sample.trimStart().startsWith('<') ? count >= 3 && share > 1 / 200 : count >= 10 && share > 1 / 80;
}

function hasMarkdownMarks(sample: string): boolean {
  const count = (pattern: RegExp) => sample.match(pattern)?.length ?? 0;
  // Where one `#` stands before small letters each time, these are commands for root, or comments.
  const isHeaded = /^(?:#{2,6} +\S|# +[^\p{Ll}\s/.~$])/mu.test(sample);
  const headings = isHeaded ? count(/^#{1,6} +\S/gm) : 0;
  const frontMatter = /^---[ \t]*\n(?:[\w-]+:.*\n|[ \t].*\n)+---[ \t]*\n/.test(sample);
  const other =
    frontMatter ||
    count(/^ {0,3}[-*+] +\S/gm) >= 2 ||
    count(/\[[^\]\n]{1,200}\]\([^)\s]{1,2000}\)/g) >= 1 ||
    count(/^(?:```|~~~)/gm) >= 2;
  return (headings >= 2 && other) || (headings >= 1 && frontMatter);
}

function emptyError(name: string): UnreadableDocumentError {
  return new UnreadableDocumentError(`${name} is empty: it has no text.`, {
    hint: 'Check that the file was written or downloaded completely.',
    context: { document: name },
  });
}

async function unsupported(bytes: Uint8Array, name: string): Promise<UnsupportedFormatError> {
  const found = await describeBinary(bytes, name);
  const what = found ? `looks like ${found.what}` : 'holds binary data that is no text';
  const named = /\.pdf$/i.test(name) ? ' and is not a PDF in spite of its name' : '';
  return new UnsupportedFormatError(`${name} ${what}${named}.`, {
    hint: found?.way ?? `${readableFormats()} can be read; convert the file to one of these.`,
    context: { document: name, ...(found ? { detected: found.what } : {}) },
  });
}
