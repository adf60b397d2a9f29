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

/** Lines from `<DOCUMENT>` to `<TEXT>`, at most. */
const mostHeadLines = 12;

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
    const end = endOf(lines, head);
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

const tagLine = /^\s*<([A-Z]{4,12})>(.*)$/i;
const longestTagLine = 500;

/** The head of a document that begins in a line. */
function headAt(lines: readonly string[], line: number): Head | undefined {
  if (!isTag(lines[line]!, 'DOCUMENT')) return undefined;
  const tags = new Map<string, string>();
  for (let below = line + 1; below <= line + mostHeadLines && below < lines.length; below++) {
    const [, name, value] = tagLine.exec(lines[below]!.slice(0, longestTagLine)) ?? [];
    if (name?.toUpperCase() === 'TEXT') return tags.has('TYPE') ? { tags, textLine: below } : undefined;
    if (name !== undefined) tags.set(name.toUpperCase(), value!.trim());
    else if (tags.size === 0 && lines[below]!.trim() !== '') return undefined;
  }
  return undefined;
}

/** The line behind a document. */
function endOf(lines: readonly string[], { tags, textLine }: Head): number {
  const next = Number(tags.get('SEQUENCE')) + 1;
  for (let line = textLine + 1; line < lines.length; line++) {
    const isEnd = isTag(lines[line]!, '/TEXT') || isTag(lines[line]!, '/DOCUMENT');
    if (isEnd && isLast(lines, line + 1)) return line + 1;
    const below = headAt(lines, line);
    if (below && Number(below.tags.get('SEQUENCE') ?? next) === next) return line;
  }
  return lines.length;
}

/** Tags, and signs of the end, that may stand between documents. */
const between =
  /^\s*(?:<\/(?:TEXT|DOCUMENT|(?:SEC|IMS)-DOCUMENT|SUBMISSION)>\s*|-----END PRIVACY-ENHANCED MESSAGE-----.*)?$/i;

/** Whether from a line on only tags stand, down to the next document or the end. */
function isLast(lines: readonly string[], from: number): boolean {
  for (let line = from; line < Math.min(lines.length, from + mostHeadLines); line++) {
    if (headAt(lines, line)) return true;
    if (!between.test(lines[line]!.slice(0, 200))) return false;
  }
  return true;
}

function withoutLastTags(lines: readonly string[]): readonly string[] {
  const last = lines.findLastIndex((line) => !between.test(line.slice(0, 200)));
  return lines.slice(0, last + 1);
}

const isTag = (line: string, name: string): boolean =>
  line.length < longestTagLine && line.trim().toUpperCase() === `<${name}>`;
