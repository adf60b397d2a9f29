import { documentSchema, type Chunk } from '../../types.ts';
import { sha256 } from '../../util/ids/hash.ts';
import type { ChunkRecord, DocumentContent, DocumentRecord } from '../store.ts';

/**
 * What contradicts itself in a document and its chunks; empty when nothing does. A chunk's content is
 * `text.slice(charStart, charEnd)` and has its hash; the chunks are numbered from 0, each linked with those of its
 * level before and after it, which know its overlaps; every vector has `dimensions` finite numbers. An original, where it
 * is given, has the document's `sourceHash`.
 */
export function problemsOf(record: DocumentRecord, dimensions: number): string[] {
  const { document, content, chunks, original } = record;
  const parsed = documentSchema.safeParse(document);
  const issues = parsed.success ? [] : parsed.error.issues;
  return [
    ...issues.map((issue) => `its field ${issue.path.join('.')} is wrong: ${issue.message}`),
    ...count('chunks', document.chunkCount, chunks.length),
    ...count('characters', document.totalChars, content.text.length),
    ...count('pages', document.pageCount, content.pages.length),
    ...spanProblems(content),
    ...chunks.flatMap((chunk, index) => chunkProblems(chunk, { index, record, dimensions })),
    ...linkProblems(chunks.map(({ chunk }) => chunk)),
    ...(original && sha256(original) !== document.sourceHash ? ['its original has another hash'] : []),
  ];
}

function count(what: string, said: number, found: number): string[] {
  return said === found ? [] : [`it should have ${said} ${what} and has ${found}`];
}

function spanProblems({ text, pages, sections, structure }: DocumentContent): string[] {
  const isOutside = (span: { charStart: number; charEnd: number }) =>
    !(0 <= span.charStart && span.charStart <= span.charEnd && span.charEnd <= text.length);
  return [
    ...pages.filter(isOutside).map(({ number }) => `page ${number} is outside its text`),
    ...pages
      .filter(({ layout }) => layout.some(isOutside))
      .map((page) => `the layout of page ${page.number} is`),
    ...sections.filter(isOutside).map(({ heading }) => `the section "${heading}" is outside its text`),
    ...structureSpans(structure).flatMap(([what, spans]) =>
      spans.some(isOutside) ? [`${what} are outside its text`] : [],
    ),
  ];
}

type Spans = readonly { readonly charStart: number; readonly charEnd: number }[];

function structureSpans(structure: DocumentContent['structure']): [string, Spans][] {
  if (structure === undefined) return [];
  const { blocks, tables, links, pictures } = structure;
  const cells = tables.flatMap((table) => table.cells);
  return Object.entries({ blocks, tables, cells, links, pictures });
}

function chunkProblems(
  { chunk, vector }: ChunkRecord,
  {
    index,
    record: { document, content },
    dimensions,
  }: { readonly index: number; readonly record: DocumentRecord; readonly dimensions: number },
): string[] {
  const checks: [boolean, string][] = [
    [chunk.sequence === index, `has the number ${chunk.sequence} instead of ${index}`],
    [chunk.documentId === document.documentId, `belongs to ${chunk.documentId}`],
    [chunk.totalChunks === document.chunkCount, `counts ${chunk.totalChunks} chunks`],
    [chunk.content === content.text.slice(chunk.charStart, chunk.charEnd), 'is not the text of its span'],
    [chunk.contentHash === sha256(chunk.content), 'has a content of another hash'],
    [chunk.charStart <= chunk.uniqueStart && chunk.uniqueEnd <= chunk.charEnd, 'has parts outside its span'],
    [vector.length === dimensions, `has a vector of ${vector.length} dimensions instead of ${dimensions}`],
    [vector.every(Number.isFinite), 'has a vector with numbers that are not finite'],
  ];
  return checks.filter(([isRight]) => !isRight).map(([, message]) => `chunk ${chunk.chunkId} ${message}`);
}

function linkProblems(chunks: readonly Chunk[]): string[] {
  const ids = new Set(chunks.map(({ chunkId }) => chunkId));
  const lastOfLevel = new Map<number, Chunk>();
  const problems: string[] = [];
  for (const chunk of chunks) {
    const { chunkId, prevChunkId, parentChunkId } = chunk;
    const previous = lastOfLevel.get(chunk.level);
    const areLinked = prevChunkId === previous?.chunkId && (previous?.nextChunkId ?? chunkId) === chunkId;
    if (!areLinked) problems.push(`chunk ${chunkId} is not linked with the one before it`);
    if (previous && previous.overlapNextChars !== chunk.overlapPrevChars) {
      problems.push(`chunk ${chunkId} and the one before it disagree about what they share`);
    }
    if (parentChunkId !== undefined && !ids.has(parentChunkId)) {
      problems.push(`chunk ${chunkId} has a parent that is not there`);
    }
    lastOfLevel.set(chunk.level, chunk);
  }
  const withFollower = [...lastOfLevel.values()].filter(({ nextChunkId }) => nextChunkId !== undefined);
  return [
    ...problems,
    ...withFollower.map(({ chunkId }) => `chunk ${chunkId} names a next one that is not there`),
  ];
}
