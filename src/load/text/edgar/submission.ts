import { linesOf } from '../../detect/lines.ts';

/** A document of a submission. */
export interface FiledDocument {
  /** Its form, or what it is to it: `10-K`, `EX-27`, `GRAPHIC`. */
  readonly type: string;
  readonly description: string;
  readonly fileName: string;
  /** What stands between `<TEXT>` and `</TEXT>`. */
  readonly text: string;
}

export interface Submission {
  /** What stands above the first document. */
  readonly header: string;
  readonly documents: readonly FiledDocument[];
}

interface Head {
  readonly tags: ReadonlyMap<string, string>;
  /** Line of `<TEXT>`. */
  readonly textLine: number;
}

/**
 * The parts of a submission. Below a header a document may have an unusual head; where none is, its head must be a whole one. Tags count at the beginning of a line. A document ends at `</TEXT>` or `</DOCUMENT>` where nothing but the next
 * document or the end follows, or without either where the document with the next number begins; so one that quotes such tags stays whole.
 */
export function submissionOf(source: string): Submission {
  const lines = Array.from(linesOf(source), ({ start, end }) => source.slice(start, end));
  const isStrict = isTag(lines.find((line) => line.trim() !== '') ?? '', 'DOCUMENT');
  const lasts = lastLines(lines, isStrict);
  const documents: FiledDocument[] = [];
  let headerEnd = lines.length;
  let line = 0;
  while (line < lines.length) {
    const head = headAt(lines, line, isStrict);
    if (head === undefined) {
      line++;
      continue;
    }
    if (documents.length === 0) headerEnd = line;
    const end = endOf(lines, lasts, head, isStrict);
    documents.push({
      type: head.tags.get('TYPE') ?? '',
      description: head.tags.get('DESCRIPTION') ?? '',
      fileName: head.tags.get('FILENAME') ?? '',
      text: withoutLastTags(lines.slice(head.textLine + 1, end)).join('\n'),
    });
    line = end;
  }
  return { header: lines.slice(0, headerEnd).join('\n'), documents };
}

const headTag = /^<([A-Z][A-Z-]{2,30})>(.*)$/i;
const knownTags: ReadonlySet<string> = new Set(['TYPE', 'SEQUENCE', 'FILENAME', 'DESCRIPTION']);
const longestTagLine = 500;
/** Lines from `<DOCUMENT>` to `<TEXT>`, at most. */
const mostHeadLines = 12;

/**
 * The head of a document that begins in a line: its tags, and a type among them. A strict one has the tags that all have, each once, a number among them,
 * and nothing else but the second line of a description.
 */
function headAt(lines: readonly string[], line: number, isStrict: boolean): Head | undefined {
  if (!isTag(lines[line]!, 'DOCUMENT')) return undefined;
  const tags = new Map<string, string>();
  let last = '';
  for (let below = line + 1; below < Math.min(lines.length, line + mostHeadLines); below++) {
    if (isTag(lines[below]!, 'TEXT')) {
      const isWhole = tags.get('TYPE') && (!isStrict || /^\d+$/.test(tags.get('SEQUENCE') ?? ''));
      return isWhole ? { tags, textLine: below } : undefined;
    }
    const [, tag = '', value = ''] = headTag.exec(lines[below]!.slice(0, longestTagLine).trim()) ?? [];
    const name = tag.toUpperCase();
    const isOdd = name === '' ? last !== 'DESCRIPTION' : !knownTags.has(name) || tags.has(name);
    if (name === 'DOCUMENT' || (isOdd && (isStrict || tags.size === 0))) return undefined;
    if (name !== '' && !tags.has(name)) tags.set(name, value.trim());
    last = name;
  }
  return undefined;
}

/** Whether a text begins with the whole head of a document. */
export function beginsDocument(text: string): boolean {
  return headAt(text.slice(0, startChars).trimStart().split('\n'), 0, true) !== undefined;
}

/** Characters that have such a head. */
const startChars = 4000;

/** The line behind a document. */
function endOf(
  lines: readonly string[],
  lasts: readonly boolean[],
  { tags, textLine }: Head,
  isStrict: boolean,
): number {
  const next = Number(tags.get('SEQUENCE')) + 1;
  for (let line = textLine + 1; line < lines.length; line++) {
    const isEnd = isTag(lines[line]!, '/TEXT') || isTag(lines[line]!, '/DOCUMENT');
    if (isEnd && lasts[line + 1]) return line + 1;
    if (Number(headAt(lines, line, isStrict)?.tags.get('SEQUENCE')) === next) return line;
  }
  return lines.length;
}

/** Tags, and signs of the end, that may stand between documents. */
const between =
  /^(?:<\/(?:TEXT|DOCUMENT|(?:SEC|IMS)-DOCUMENT|SUBMISSION)>|-----END PRIVACY-ENHANCED MESSAGE-----)?$/i;

const isBetween = (line: string): boolean => line.length < longestTagLine && between.test(line.trim());

/** Of each line, and of the end, whether only tags stand from there on, down to the next document or the end. */
function lastLines(lines: readonly string[], isStrict: boolean): boolean[] {
  const lasts = lines.map(() => true);
  lasts.push(true);
  for (let line = lines.length - 1; line >= 0; line--)
    lasts[line] =
      headAt(lines, line, isStrict) !== undefined || (isBetween(lines[line]!) && lasts[line + 1]!);
  return lasts;
}

function withoutLastTags(lines: readonly string[]): readonly string[] {
  const last = lines.findLastIndex((line) => !isBetween(line));
  return lines.slice(0, last + 1);
}

const isTag = (line: string, name: string): boolean =>
  line.length < longestTagLine && line.trim().toUpperCase() === `<${name}>`;
