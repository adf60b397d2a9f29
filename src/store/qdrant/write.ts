import { StoreError } from '../../errors.ts';
import { analyserId } from '../../text/terms/analyser.ts';
import type { Document } from '../../types.ts';
import { withVersion } from '../changes/in-version.ts';
import { ownMetadata, patchedDocument, patchedMetadata } from '../changes/own-metadata.ts';
import {
  type ChangedDocument,
  type ChangePlan,
  type ComingDocument,
  planChange,
  type PreparedChange,
  touchedBy,
} from '../changes/plan.ts';
import { analyseChunk } from '../chunk-terms.ts';
import type { ChangeCounts, MetadataUpdate } from '../store.ts';
import type { Change } from './changes.ts';
import { anyOf, type Condition, equal, type Point, type StoredPoint } from './place.ts';
import {
  bytePoints,
  chunkPoint,
  documentPoint,
  embeddedAs,
  filePlace,
  packContent,
  partsOf,
  pointId,
} from './points.ts';
import type { ChunkParts, ChunkPayload, DocumentRow } from './points.ts';
import type { CollectionState, Totals } from './registry.ts';
import type { View } from './view.ts';

/**
 * Applies a change of documents (../changes/plan.ts).
 * @throws EmbeddingModelMismatchError, EmbeddingDimensionError; as `outdated` tells.
 */
export async function applyChange(change: Change, wanted: PreparedChange): Promise<ChangeCounts> {
  const { view } = change;
  const { documentIds, files } = touchedBy(wanted);
  const rows = [
    ...(await view.rows('documentId', documentIds)),
    ...(await view.rows('filePlace', files.map(filePlace))),
  ];
  const distinct = [...new Map(rows.map((row) => [row.key, row])).values()];
  const { counts, ...plan } = planChange(distinct, wanted, {
    collection: view.state,
    location: view.connection.location,
    now: new Date().toISOString(),
  });
  return { ...counts, originalsRemoved: await carryOut(change, plan) };
}

/** Stages what is planned and commits it; gives the number of originals that went. */
async function carryOut(
  change: Change,
  { gone, changed, coming }: Omit<ChangePlan<DocumentRow>, 'counts'>,
): Promise<number> {
  const { view, state, number: born } = change;
  requireDistinct(coming, view);
  const added = coming.map((one, index) => ({
    ...one,
    row: newRow(one, pointId('document', state.name, born, index + 1)),
  }));
  const after = changed.map(({ stored, document = stored.document, file }) => ({
    ...stored,
    document,
    file,
  }));
  const before = [...gone, ...changed.map(({ stored }) => stored)];
  const totals = counted(counted(state.totals, before, -1), [...after, ...added.map(({ row }) => row)], 1);
  const usualLength = state.usualLength || totals.terms / totals.allChunks || 0;
  const originals = added.flatMap(({ row }) => row.original ?? []);
  const parts = await view.having<{ readonly key: string }>('part', ['key', originals], {
    with_payload: ['key'],
  });
  const stored = new Set(parts.map(({ payload }) => payload.key));
  await change.stage(addedPoints(added, { born, vector: state.vector, usualLength, stored }));
  await change.stage(after.map((row) => documentPoint(row, born)));
  const renewed = await renewChunks(change, changed);
  const unused = await unreferenced(view, gone, originals);
  await change.commit({ totals, usualLength }, [
    ...['document', 'chunk', 'part'].flatMap((kind) => having(kind, 'key', keysOf(gone))),
    ...having('document', 'key', keysOf(after)),
    ...having('chunk', 'key', renewed),
    ...having('part', 'key', unused),
  ]);
  return unused.length;
}

const keysOf = (rows: readonly DocumentRow[]) => rows.map(({ key }) => key);

/** What of a kind has one of the values; nothing where there are none. */
const having = (kind: string, key: string, values: readonly string[]): Condition[] =>
  values.length === 0 ? [] : [{ must: [equal('kind', kind), anyOf(key, values)] }];

function newRow({ document, record, terms, file }: ComingDocument, key: string): DocumentRow {
  const { content, original } = record;
  return {
    key,
    documentId: document.documentId,
    isPresent: document.supersededAt === undefined,
    document,
    chunkCount: document.chunkCount,
    original: original === undefined ? undefined : document.sourceHash,
    file,
    termCount: terms.reduce((sum, { count }) => sum + count, 0),
    sizes: content.pages.map(({ number, width, height }) => [number, width, height]),
  };
}

/** The totals of a collection with documents that come, or without some that go. */
function counted(totals: Totals, rows: readonly DocumentRow[], sign: 1 | -1): Totals {
  const languages = { ...totals.languages };
  const sums = { ...totals };
  for (const { document, termCount } of rows) {
    const { chunkCount, language, supersededAt } = document;
    if (supersededAt === undefined) {
      sums.documents += sign;
      sums.chunks += sign * chunkCount;
    }
    sums.allChunks += sign * chunkCount;
    sums.terms += sign * termCount;
    if (language !== undefined) languages[language] = (languages[language] ?? 0) + sign;
  }
  const spoken = Object.entries(languages).filter(([, count]) => count > 0);
  return { ...sums, languages: Object.fromEntries(spoken) };
}

interface Added extends ComingDocument {
  readonly row: DocumentRow;
}

interface AddedOptions {
  readonly born: number;
  readonly vector: string;
  readonly usualLength: number;
  /** Hashes of the originals that are there. */
  readonly stored: Set<string>;
}

async function* addedPoints(
  documents: readonly Added[],
  { born, vector: name, usualLength, stored }: AddedOptions,
): AsyncIterable<Point> {
  for (const { row, record, terms, chunks } of documents) {
    const { key, document, original } = row;
    yield documentPoint(row, born);
    yield* bytePoints(key, await packContent(record.content), born);
    for (const [index, { chunk, context, vector, textHash }] of chunks.entries()) {
      const hasDirection = vector.some((value) => value !== 0);
      const parts: ChunkParts = {
        key,
        chunk,
        own: ownMetadata(chunk.metadata, document.metadata),
        text: [chunk.content, context],
        terms: terms[index]!,
        vectors: hasDirection ? { [name]: [...vector] } : {},
        embedded: embeddedAs(name, textHash),
        embeddedIn: born,
      };
      yield chunkPoint(parts, { document, born, usualLength });
    }
    if (original === undefined || stored.has(original)) continue;
    stored.add(original);
    yield* bytePoints(original, record.original!, born);
  }
}

/** @throws StoreError */
function requireDistinct(documents: readonly ComingDocument[], { connection }: View): void {
  const seen = new Set<string>();
  for (const { chunk } of documents.flatMap(({ chunks }) => chunks)) {
    if (seen.has(chunk.chunkId)) {
      const reason = `Two chunks have the id ${chunk.chunkId}.`;
      throw new StoreError(`The store at ${connection.location} failed: ${reason}`, {
        context: { chunk: chunk.chunkId },
        cause: new Error(reason),
      });
    }
    seen.add(chunk.chunkId);
  }
}

/** Hashes of the originals that only what goes refers to. */
async function unreferenced(
  view: View,
  gone: readonly DocumentRow[],
  coming: readonly string[],
): Promise<string[]> {
  const going = new Set(keysOf(gone));
  const freed = new Set(gone.flatMap(({ original }) => original ?? []));
  for (const original of coming) freed.delete(original);
  const rows = await view.rows('original', [...freed]);
  for (const { key, original } of rows) if (!going.has(key)) freed.delete(original!);
  return [...freed];
}

/** Chunks show what their documents say. Gives the keys of the documents whose chunks those are. */
async function renewChunks(
  change: Change,
  changed: readonly ChangedDocument<DocumentRow>[],
): Promise<string[]> {
  const byKey = new Map(
    changed.flatMap(({ stored, document, isSuperseded }) =>
      document ? [[stored.key, { document, isSuperseded }] as const] : [],
    ),
  );
  const keys = [...byKey.keys()];
  const chunks = change.view.pagesHaving<ChunkPayload>('chunk', ['key', keys], { with_vector: true });
  await stageAnew(change, chunks, ({ key, chunk }) => {
    const { document, isSuperseded } = byKey.get(key)!;
    // Stored while versions were not kept, a chunk carries none; the next version's may have the same id.
    return { document, chunk: isSuperseded ? withVersion(chunk, document) : chunk };
  });
  return keys;
}

/** What is to be another about a stored chunk, and its document as it is now. */
type ChunkChange = Partial<ChunkParts> & { readonly document: Document };

/** Stages what takes the place of stored chunks. */
async function stageAnew(
  change: Change,
  pages: AsyncIterable<StoredPoint<ChunkPayload>[]>,
  changeOf: (parts: ChunkParts) => ChunkChange,
  usualLength = change.state.usualLength,
): Promise<void> {
  async function* anew(): AsyncIterable<Point> {
    for await (const page of pages) {
      for (const parts of page.map(partsOf)) {
        const { document, ...changed } = changeOf(parts);
        yield chunkPoint({ ...parts, ...changed }, { document, born: change.number, usualLength });
      }
    }
  }
  await change.stage(anew());
}

/**
 * Merges metadata, and a document's own fields, and gives the number of documents or chunks it reached. On a chunk, `null`
 * removes the chunk's own value; its document's, if there is one, then shows again.
 */
export async function applyMetadata(change: Change, update: MetadataUpdate): Promise<number> {
  const { view } = change;
  const { target, patch } = update;
  if (target.documentIds) {
    const rows = await view.documents([...new Set(target.documentIds)]);
    const now = new Date().toISOString();
    const changed = [...new Set(rows)].map((stored) => {
      const document = patchedDocument(stored.document, update, now);
      return { stored, document, file: stored.file, isSuperseded: false };
    });
    await carryOut(change, { gone: [], changed, coming: [] });
    return rows.length;
  }
  const ids = ['id', target.chunkIds] as const;
  const chunks = await view.having<ChunkPayload>('chunk', ids, { with_payload: ['key'] });
  if (chunks.length === 0) return 0;
  const keys = chunks.map(({ payload }) => payload.key);
  const byKey = new Map((await view.rows('key', keys)).map((row) => [row.key, row.document]));
  const pages = view.pagesHaving<ChunkPayload>('chunk', ids, { with_vector: true });
  await stageAnew(change, pages, ({ key, own }) => ({
    document: byKey.get(key)!,
    own: patchedMetadata(own, patch),
  }));
  await change.commit({}, having('chunk', ...ids));
  return chunks.length;
}

/** Whether the terms are of another version of this program, which sees other ones. */
export const hasOtherTerms = ({ analyser }: CollectionState): boolean => analyser !== analyserId;

/** Beyond it, searches look at many chunks in vain. */
const mostDrift = 1.5;

/** The same, or whether the weights of sparse vectors were made with an average length that is far from that of now. */
export function hasOldTerms(state: CollectionState): boolean {
  const { totals, usualLength } = state;
  const ratio = totals.terms / totals.allChunks / usualLength;
  return hasOtherTerms(state) || ratio > mostDrift || ratio < 1 / mostDrift;
}

/** Makes all terms of a collection, and their weights, anew where they are old. */
export async function reanalyse(change: Change): Promise<void> {
  const { view, state } = change;
  if (!hasOldTerms(state)) return;
  const { totals, usualLength: former } = state;
  const byKey = new Map((await view.rowsOf()).map(({ key, document }) => [key, document]));
  const usualLength = totals.terms / totals.allChunks || former || 1;
  let sum = 0;
  const chunks = view.pages<ChunkPayload>(view.filter('chunk'), { with_vector: true });
  const anew = ({ key, text: [content, context] }: ChunkParts): ChunkChange => {
    const document = byKey.get(key)!;
    const terms = analyseChunk(context, content, document.language);
    sum += terms.count;
    return { document, terms };
  };
  await stageAnew(change, chunks, anew, usualLength);
  const facts = { analyser: analyserId, totals: { ...totals, terms: sum }, usualLength };
  await change.commit(facts, totals.allChunks > 0 ? [equal('kind', 'chunk')] : []);
}
