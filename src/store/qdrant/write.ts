import { StoreError } from '../../errors.ts';
import { analyserId } from '../../text/terms/analyser.ts';
import type { Document } from '../../types.ts';
import { withVersion } from '../changes/in-version.ts';
import { ownMetadata, patchedDocument, patchedMetadata } from '../changes/own-metadata.ts';
import { type ChangePlan, type ComingDocument, planChange, type PreparedChange } from '../changes/plan.ts';
import { touchedBy } from '../changes/plan.ts';
import { analyseChunk } from '../chunk-terms.ts';
import type { ChangeCounts, MetadataUpdate } from '../store.ts';
import type { Change } from './changes.ts';
import { anyOf, type Condition, equal, type Point, type StoredPoint } from './place.ts';
import * as points from './points.ts';
import type { ChunkParts, ChunkPayload, DocumentRow } from './points.ts';
import type { CollectionState, Totals } from './collection-state.ts';
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
    ...(await view.rows('filePlace', files.map(points.filePlace))),
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
    row: newRow(one, points.pointId('document', state.name, born, index + 1)),
  }));
  const after = changed.map(({ stored, document = stored.document, file }) => ({
    ...stored,
    document,
    file,
  }));
  const before = [...gone, ...changed.map(({ stored }) => stored)];
  const totals = counted(counted(state.totals, before, -1), [...after, ...added.map(({ row }) => row)], 1);
  const usualLength = state.usualLength || totals.terms / totals.allChunks || 0;
  await change.stage(addedPoints(added, change, usualLength));
  const originals = added.flatMap(({ row }) => row.original ?? []);
  await change.stage(originalPoints(added, born, await storedUnder(view, originals)));
  await change.stage(after.map((row) => points.documentPoint(row, born)));
  const renewed = new Map(changed.flatMap((one) => (one.document ? [[one.stored.key, one]] : [])));
  const theirs = ['key', [...renewed.keys()]] as const;
  await stageAnew(change, view.pagesHaving('chunk', theirs, asWhole), ({ key, chunk }) => {
    const { document, isSuperseded } = renewed.get(key)!;
    // Stored while versions were not kept, a chunk carries none; the next version's may have the same id.
    return { document: document!, chunk: isSuperseded ? withVersion(chunk, document!) : chunk };
  });
  const unused = await unreferenced(view, gone, originals);
  await change.commit({ totals, usualLength }, [
    ...['document', 'chunk', 'part'].flatMap((kind) => having(kind, 'key', keysOf(gone))),
    ...having('document', 'key', keysOf(after)),
    ...having('chunk', ...theirs),
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

type Added = ComingDocument & { readonly row: DocumentRow };

async function* addedPoints(
  added: readonly Added[],
  { number: born, state: { vector: name } }: Change,
  usualLength: number,
): AsyncIterable<Point> {
  for (const { row, record, terms, chunks } of added) {
    const { key, document } = row;
    yield points.documentPoint(row, born);
    yield* points.bytePoints(key, await points.packContent(record.content), born);
    for (const [index, { chunk, context, vector, textHash }] of chunks.entries()) {
      const hasDirection = vector.some((value) => value !== 0);
      const parts: ChunkParts = {
        key,
        chunk,
        own: ownMetadata(chunk.metadata, document.metadata),
        text: [chunk.content, context],
        terms: terms[index]!,
        vectors: hasDirection ? { [name]: [...vector] } : {},
        embedded: points.embeddedAs(name, textHash),
        embeddedIn: born,
      };
      yield points.chunkPoint(parts, { document, born, usualLength });
    }
  }
}

/** @param stored hashes of those that are there */
function* originalPoints(added: readonly Added[], born: number, stored: Set<string>): Iterable<Point> {
  for (const { row, record } of added) {
    if (row.original === undefined || stored.has(row.original)) continue;
    stored.add(row.original);
    yield* points.bytePoints(row.original, record.original!, born);
  }
}

/** Those of the keys that there are bytes under. */
async function storedUnder(view: View, keys: readonly string[]): Promise<Set<string>> {
  const parts = await view.having<points.PartPayload>('part', ['key', keys], { with_payload: ['key'] });
  return new Set(parts.map(({ payload }) => payload.key));
}

/** @throws StoreError */
function requireDistinct(documents: readonly ComingDocument[], { connection }: View): void {
  const ids = documents.flatMap(({ chunks }) => chunks.map(({ chunk }) => chunk.chunkId));
  const seen = new Set<string>();
  const twice = ids.find((id) => seen.size === seen.add(id).size);
  if (twice === undefined) return;
  const cause = new Error(`Two chunks have the id ${twice}.`);
  const message = `The store at ${connection.location} failed: ${cause.message}`;
  throw new StoreError(message, { context: { chunk: twice }, cause });
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

const asWhole = { with_vector: true } as const;

/** What is to be another about a stored chunk; of its document, where chunks are to show another state of it than the stored one. */
type ChunkChange = Partial<ChunkParts> & { readonly document?: Document };

/** Stages what takes the place of stored chunks; gives how many they are. */
async function stageAnew(
  change: Change,
  pages: AsyncIterable<StoredPoint<unknown>[]>,
  changeOf: (parts: ChunkParts, document: Document) => ChunkChange,
  usualLength = change.state.usualLength,
): Promise<number> {
  let count = 0;
  async function* anew(): AsyncIterable<Point> {
    for await (const page of pages as AsyncIterable<StoredPoint<ChunkPayload>[]>) {
      count += page.length;
      const chunks = page.map(points.partsOf);
      const rows = await change.view.rows(
        'key',
        chunks.map(({ key }) => key),
      );
      const documents = new Map(rows.map(({ key, document }) => [key, document]));
      for (const parts of chunks) {
        const stored = documents.get(parts.key)!;
        const { document = stored, ...changed } = changeOf(parts, stored);
        const options = { document, born: change.number, usualLength };
        yield points.chunkPoint({ ...parts, ...changed }, options);
      }
    }
  }
  await change.stage(anew());
  return count;
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
  const chunks = view.pagesHaving<ChunkPayload>('chunk', ids, asWhole);
  const count = await stageAnew(change, chunks, ({ own }) => ({ own: patchedMetadata(own, patch) }));
  if (count > 0) await change.commit({}, having('chunk', ...ids));
  return count;
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
  const usualLength = totals.terms / totals.allChunks || former || 1;
  let sum = 0;
  const anew = ({ text: [content, context] }: ChunkParts, { language }: Document): ChunkChange => {
    const terms = analyseChunk(context, content, language);
    sum += terms.count;
    return { terms };
  };
  await stageAnew(change, view.pages(view.filter('chunk'), asWhole), anew, usualLength);
  const facts = { analyser: analyserId, totals: { ...totals, terms: sum }, usualLength };
  await change.commit(facts, totals.allChunks > 0 ? [equal('kind', 'chunk')] : []);
}
