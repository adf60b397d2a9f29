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
 * The parts of a submission. Tags count at the beginning of a line. A document ends at `</TEXT>` or `</DOCUMENT>` where nothing but the next
 * document or the end follows, or without either where the document with the next number begins; so one that quotes such tags stays whole.
 */
export function submissionOf(source: string): Submission {
  const lines = Array.from(linesOf(source), ({ start, end }) => source.slice(start, end));
  const lasts = lastLines(lines);
  const documents: FiledDocument[] = [];
  let headerEnd = lines.length;
  let line = 0;
  while (line < lines.length) {
    const head = headAt(lines, line);
    if (head === undefined) {
      line++;
      continue;
    }
    if (documents.length === 0) headerEnd = line;
    const end = endOf(lines, lasts, head);
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

const headTag = /^<(TYPE|SEQUENCE|FILENAME|DESCRIPTION)>(.*)$/i;
const longestTagLine = 500;

/** The head of a document that begins in a line: its tags, each once and a type and a number among them, and nothing else. */
function headAt(lines: readonly string[], line: number): Head | undefined {
  if (!isTag(lines[line]!, 'DOCUMENT')) return undefined;
  const tags = new Map<string, string>();
  for (let below = line + 1; below < lines.length; below++) {
    if (isTag(lines[below]!, 'TEXT'))
      return tags.get('TYPE') && /^\d+$/.test(tags.get('SEQUENCE') ?? '')
        ? { tags, textLine: below }
        : undefined;
    const [, name = '', value = ''] = headTag.exec(lines[below]!.slice(0, longestTagLine).trim()) ?? [];
    if (name === '' || tags.has(name.toUpperCase())) return undefined;
    tags.set(name.toUpperCase(), value.trim());
  }
  return undefined;
}

/** Whether a text begins with the head of a document. */
export function beginsDocument(text: string): boolean {
  return headAt(text.trimStart().split('\n'), 0) !== undefined;
}

/** The line behind a document. */
function endOf(lines: readonly string[], lasts: readonly boolean[], { tags, textLine }: Head): number {
  const next = Number(tags.get('SEQUENCE')) + 1;
  for (let line = textLine + 1; line < lines.length; line++) {
    const isEnd = isTag(lines[line]!, '/TEXT') || isTag(lines[line]!, '/DOCUMENT');
    if (isEnd && lasts[line + 1]) return line + 1;
    if (Number(headAt(lines, line)?.tags.get('SEQUENCE')) === next) return line;
  }
  return lines.length;
}

/** Tags, and signs of the end, that may stand between documents. */
const between =
  /^(?:<\/(?:TEXT|DOCUMENT|(?:SEC|IMS)-DOCUMENT|SUBMISSION)>|-----END PRIVACY-ENHANCED MESSAGE-----)?$/i;

const isBetween = (line: string): boolean => line.length < longestTagLine && between.test(line.trim());

/** Of each line, and of the end, whether only tags stand from there on, down to the next document or the end. */
function lastLines(lines: readonly string[]): boolean[] {
  const lasts = lines.map(() => true);
  lasts.push(true);
  for (let line = lines.length - 1; line >= 0; line--)
    lasts[line] = headAt(lines, line) !== undefined || (isBetween(lines[line]!) && lasts[line + 1]!);
  return lasts;
}

function withoutLastTags(lines: readonly string[]): readonly string[] {
  const last = lines.findLastIndex((line) => !isBetween(line));
  return lines.slice(0, last + 1);
}

const isTag = (line: string, name: string): boolean =>
  line.length < longestTagLine && line.trim().toUpperCase() === `<${name}>`;
