import { blockRects, pagesOf, withPictures } from '../../text/rectangles.ts';
import type { Tokenizer } from '../../text/tokens/tokens.ts';
import { type Chunk, levels, type LoadedDocument, type Metadata, type Section } from '../../types.ts';
import { chunkIdOf } from '../../util/ids/document-key.ts';
import { sha256 } from '../../util/ids/hash.ts';
import { Turn } from '../../util/async/turn.ts';
import { shortPath } from './accompany.ts';
import type { ChunkDraft } from '../chunker.ts';
import { firstIndex, type Span } from '../../text/spans.ts';

export interface FinishOptions {
  readonly documentId: string;
  /** Name of the chunker; a draft's own `method` goes before it. */
  readonly chunkingMethod: string;
  readonly tokenizer: Tokenizer;
  /** What the embedding model reads of a context and its content; unlimited unless given. */
  readonly mostTokens?: number;
  /** That model's own; `tokenizer` unless given. */
  readonly readerTokenizer?: Tokenizer;
  readonly embeddingModel: string;
  /** ISO 8601. */
  readonly embeddedAt: string;
  /** The document's metadata. */
  readonly metadata: Metadata;
  /** Opens every chunk's `context`. */
  readonly title?: string;
  readonly signal?: AbortSignal;
}

export interface FinishedChunk {
  readonly chunk: Chunk;
  /** Title, headings and the draft's own context, one a line: embedded and indexed beside the content. */
  readonly context: string;
}

/** What models put around a text, and the prefix that some want before it. */
const SPECIAL_TOKENS = 8;
/** UTF-8 bytes of a UTF-16 code unit; no token has less than a byte. */
const MOST_BYTES = 3;
/** Characters of the content in which the headings that open it are looked for. */
const LONGEST_OPENING = 1000;

/**
 * Reads everything that a stored chunk says off its span. Drafts of one level are in reading order, and become chunks that follow each
 * other; text that two of them share belongs to the unique span of the earlier one.
 */
export async function finishChunks(
  document: LoadedDocument,
  given: readonly ChunkDraft[],
  options: FinishOptions,
): Promise<FinishedChunk[]> {
  const drafts = byLevel(given);
  const sections = [...document.sections]
    .sort((a, b) => a.charStart - b.charStart || b.charEnd - a.charEnd)
    .map((section) => ({ ...section, heading: shortPath([section.heading])[0]! }));
  const turn = new Turn(options.signal);
  const finished: FinishedChunk[] = [];
  for (const [sequence, draft] of drafts.entries()) {
    if (turn.isOver()) await turn.next();
    const content = document.text.slice(draft.charStart, draft.charEnd);
    const headings = headingsOf(draft);
    const span = { start: draft.charStart, end: draft.charEnd };
    const several = sectionsIn(sections, span, headings.sectionHeading);
    const chunk: Chunk = {
      chunkId: chunkIdOf(options.documentId, sequence),
      documentId: options.documentId,
      sequence,
      charStart: draft.charStart,
      charEnd: draft.charEnd,
      content,
      contentHash: sha256(content),
      pageNumbers: pagesOf(document.pages, draft.charStart, draft.charEnd).map((page) => page.number),
      ...headings,
      ...(several.length > 0 ? { sections: several } : {}),
      kind: draft.kind,
      tokenCount: options.tokenizer.count(content),
      charCount: content.length,
      ...overlapsOf(drafts, sequence),
      ...linksOf(drafts, sequence, options.documentId),
      level: levelOf(draft),
      chunkingMethod: draft.method ?? options.chunkingMethod,
      embeddingModel: options.embeddingModel,
      embeddedAt: options.embeddedAt,
      totalChunks: drafts.length,
      rects: withPictures(
        blockRects(document.pages, draft.charStart, draft.charEnd),
        document.pictures,
        draft,
      ),
      metadata: { ...options.metadata },
    };
    const context = fitContext(contextLines(draft, content, options.title), content, options);
    finished.push({ chunk, context: context.join('\n') });
  }
  return finished;
}

const levelOf = ({ level = levels.passage }: ChunkDraft): number => level;

/** Parents before their children: those of one level stay in their order. */
function byLevel(drafts: readonly ChunkDraft[]): readonly ChunkDraft[] {
  const order = [...drafts.keys()].sort((a, b) => levelOf(drafts[a]!) - levelOf(drafts[b]!));
  const placeOf = new Map(order.map((index, place) => [index, place]));
  return order.map((index) => {
    const { parent, ...draft } = drafts[index]!;
    return parent === undefined ? draft : { ...draft, parent: placeOf.get(parent)! };
  });
}

function headingsOf(draft: ChunkDraft): Pick<Chunk, 'headingPath' | 'sectionHeading' | 'hierarchyPath'> {
  const headingPath = shortPath(draft.headingPath);
  const [sectionHeading = headingPath.at(-1)] = shortPath(
    draft.sectionHeading === undefined ? [] : [draft.sectionHeading],
  );
  return {
    headingPath: [...headingPath],
    hierarchyPath: headingPath.join(' > '),
    ...(sectionHeading === undefined ? {} : { sectionHeading }),
  };
}

/** The draft of the same level at a place, next to one of it. */
function beside(drafts: readonly ChunkDraft[], sequence: number, step: 1 | -1): ChunkDraft | undefined {
  const other = drafts[sequence + step];
  return other && levelOf(other) === levelOf(drafts[sequence]!) ? other : undefined;
}

type Overlaps = Pick<Chunk, 'overlapPrevChars' | 'overlapNextChars' | 'uniqueStart' | 'uniqueEnd'>;

function overlapsOf(drafts: readonly ChunkDraft[], sequence: number): Overlaps {
  const { charStart, charEnd } = drafts[sequence]!;
  const before = beside(drafts, sequence, -1)?.charEnd ?? charStart;
  const after = beside(drafts, sequence, 1)?.charStart ?? charEnd;
  const overlapPrevChars = Math.max(0, before - charStart);
  const overlapNextChars = Math.max(0, charEnd - after);
  return {
    overlapPrevChars,
    overlapNextChars,
    uniqueStart: charStart + overlapPrevChars,
    uniqueEnd: charEnd,
  };
}

type Links = Pick<Chunk, 'prevChunkId' | 'nextChunkId' | 'parentChunkId'>;

function linksOf(drafts: readonly ChunkDraft[], sequence: number, documentId: string): Links {
  const { parent } = drafts[sequence]!;
  const idAt = (place: number) => chunkIdOf(documentId, place);
  return {
    ...(beside(drafts, sequence, -1) && { prevChunkId: idAt(sequence - 1) }),
    ...(beside(drafts, sequence, 1) && { nextChunkId: idAt(sequence + 1) }),
    ...(parent !== undefined && { parentChunkId: idAt(parent) }),
  };
}

/** The title, the headings that neither repeat it nor open the content, and what the draft has of its own. */
function contextLines({ headingPath, context }: ChunkDraft, content: string, title?: string): string[] {
  const lines = title === undefined || title.trim() === '' ? [] : [title.trim()];
  let opening = headingPath.length === 0 ? '' : `${plain(content.slice(0, LONGEST_OPENING))} `;
  for (const heading of shortPath(headingPath)) {
    const key = plain(heading);
    const isSaid = opening.startsWith(`${key} `);
    if (isSaid) opening = opening.slice(key.length + 1);
    if (key !== '' && !isSaid && !lines.some((line) => plain(line) === key)) lines.push(heading);
  }
  return [...lines, ...(context?.split('\n') ?? []).filter((line) => !lines.includes(line))];
}

/**
 * As many lines as the embedding model reads without losing the end of the content: what is above the last ones goes
 * first, and the title last.
 */
function fitContext(
  lines: readonly string[],
  content: string,
  { mostTokens = Infinity, tokenizer, readerTokenizer: reader = tokenizer }: FinishOptions,
): string[] {
  const most = mostTokens - SPECIAL_TOKENS;
  const isRead = (text: string) => text.length * MOST_BYTES <= most || reader.count(text) <= most;
  const kept = [...lines];
  while (kept.length > 0 && !isRead([...kept, content].join('\n'))) kept.splice(kept.length > 1 ? 1 : 0, 1);
  return kept;
}

/** Letters and digits alone, to compare headings whatever their markup. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/**
 * The sections that a chunk holds, in order, each with where it begins in it: the one that it begins in, and those whose headings
 * stand in it. Nothing where that is one.
 * @param sections of the document, by where they start
 * @param first the heading of the section that the chunk begins in, where it does not begin with a heading
 */
export function sectionsIn(
  sections: readonly Section[],
  { start, end }: Span,
  first: string | undefined,
): NonNullable<Chunk['sections']> {
  const from = firstIndex(sections.length, (index) => sections[index]!.charStart >= start);
  const begun: { heading: string; charStart: number }[] = [];
  for (let index = from; index < sections.length && sections[index]!.charStart < end; index += 1) {
    const { heading, charStart } = sections[index]!;
    begun.push({ heading, charStart });
  }
  const isInside = first !== undefined && begun[0]?.charStart !== start;
  const all = isInside ? [{ heading: first, charStart: start }, ...begun] : begun;
  return all.length > 1 ? all : [];
}
