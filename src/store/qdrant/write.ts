import { StoreError } from '../../errors.ts';
import {
  type ChangedDocument,
  type ChangePlan,
  type ComingDocument,
  planChange,
  type PreparedChange,
  touchedBy,
} from '../changes/plan.ts';
import { withVersion } from '../changes/in-version.ts';
import type { ChangeCounts, ChunkRecord } from '../store.ts';
import { type Change, visible } from './changes.ts';
import { anyOf } from './conditions.ts';
import type { Filter } from './connection.ts';
import { counted } from './counts.ts';
import { readTouched, type TouchedDocument } from './documents.ts';
import { pointId } from './names.ts';
import { bytePoints, packContent } from './parts.ts';
import { type DocumentParts, documentPoint, type DocumentPayload, newChunkPoint, restOf } from './points.ts';
import { replaceChunks, Staging } from './staging.ts';
import type { View } from './view.ts';

const keysPerRequest = 500;

/**
 * Applies a change of documents (../changes/plan.ts).
 * @throws EmbeddingModelMismatchError, EmbeddingDimensionError; as `outdated` tells.
 */
export async function applyChange(change: Change, view: View, wanted: PreparedChange): Promise<ChangeCounts> {
  const { counts, ...plan } = planChange(await readTouched(view, touchedBy(wanted)), wanted, {
    collection: change.state,
    location: change.connection.location,
    now: new Date().toISOString(),
  });
  return { ...counts, originalsRemoved: await carryOut(change, view, plan) };
}

/** A document that comes, with what is stored of it. */
interface AddedDocument extends DocumentParts, Pick<ComingDocument, 'record' | 'terms' | 'chunks'> {}

/** Stages what is planned and commits it; gives the number of originals that went. */
export async function carryOut(
  change: Change,
  view: View,
  { gone, changed, coming }: Omit<ChangePlan<TouchedDocument>, 'counts'>,
): Promise<number> {
  const { state } = change;
  const added = coming.map((one, index) =>
    partsOf(one, pointId('document', state.name, change.number, index + 1)),
  );
  const after = changed.map(({ stored, document = stored.document, file }) => ({
    ...stored,
    document,
    file,
  }));
  const before = [...gone, ...changed.map(({ stored }) => stored)];
  const totals = counted(counted(state.totals, before, -1), [...after, ...added], 1);
  const facts = { ...state, totals, usualLength: state.usualLength || totals.terms / totals.allChunks || 0 };
  await stageAdded(change, view, { documents: added, facts });
  await stageDocuments(change, after);
  await stageChunks(change, view, changed);
  const goneKeys = gone.map(({ key }) => key);
  const replaced = after.map(({ key }) => key);
  if (gone.length > 0) await change.take({ must: [anyOf('key', goneKeys), visible(state)] });
  if (replaced.length > 0) await change.take(view.filter('document', anyOf('key', replaced)));
  const originals = await unreferenced(view, gone, added);
  if (originals.length > 0) await change.take(view.filter('part', anyOf('key', originals)));
  await change.commit(facts, { taking: gone.length + replaced.length + originals.length > 0 });
  return originals.length;
}

function partsOf({ document, record, terms, chunks, file }: ComingDocument, key: string): AddedDocument {
  const { content, original } = record;
  return {
    key,
    document,
    original: original === undefined ? undefined : document.sourceHash,
    file,
    termCount: terms.reduce((sum, { count }) => sum + count, 0),
    sizes: JSON.stringify(content.pages.map(({ number, width, height }) => [number, width, height])),
    record,
    terms,
    chunks,
  };
}

async function stageAdded(
  change: Change,
  view: View,
  { documents, facts }: { readonly documents: readonly AddedDocument[]; readonly facts: Change['state'] },
): Promise<void> {
  const staging = new Staging(change);
  const born = change.number;
  const originals = await storedOriginals(
    view,
    documents.flatMap(({ original }) => original ?? []),
  );
  requireDistinct(
    documents.flatMap(({ chunks }) => chunks),
    change,
  );
  for (const added of documents) {
    const { key, document, original, record, terms, chunks } = added;
    await staging.add(documentPoint(added, born));
    for (const point of bytePoints(key, await packContent(record.content), born)) await staging.add(point);
    for (const [index, chunk] of chunks.entries()) {
      await staging.add(newChunkPoint(chunk, { key, document, terms: terms[index]!, facts, born }));
    }
    if (original === undefined || originals.has(original)) continue;
    originals.add(original);
    for (const point of bytePoints(original, record.original!, born)) await staging.add(point);
  }
  await staging.send();
}

/** @throws StoreError */
function requireDistinct(records: readonly ChunkRecord[], { connection }: Change): void {
  const seen = new Set<string>();
  for (const { chunk } of records) {
    if (!seen.has(chunk.chunkId)) {
      seen.add(chunk.chunkId);
      continue;
    }
    const reason = `Two chunks have the id ${chunk.chunkId}.`;
    throw new StoreError(`The store at ${connection.location} failed: ${reason}`, {
      context: { chunk: chunk.chunkId },
      cause: new Error(reason),
    });
  }
}

async function stageDocuments(change: Change, documents: readonly DocumentParts[]): Promise<void> {
  const staging = new Staging(change);
  for (const document of documents) await staging.add(documentPoint(document, change.number));
  await staging.send();
}

/** Chunks show what their documents say. */
async function stageChunks(
  change: Change,
  view: View,
  changed: readonly ChangedDocument<TouchedDocument>[],
): Promise<void> {
  const byKey = new Map(
    changed.flatMap(({ stored, document, isSuperseded }) =>
      document ? [[stored.key, { document, isSuperseded }] as const] : [],
    ),
  );
  const keys = [...byKey.keys()];
  for (let start = 0; start < keys.length; start += keysPerRequest) {
    await replaceChunks(change, view, {
      filter: view.filter('chunk', anyOf('key', keys.slice(start, start + keysPerRequest))),
      usualLength: change.state.usualLength,
      changeOf: (payload) => {
        const { document, isSuperseded } = byKey.get(payload.key)!;
        const rest = restOf(payload);
        // Stored while versions were not kept, a chunk carries none; the next version's may have the same id.
        return { document, rest: isSuperseded ? withVersion(rest, document) : rest };
      },
    });
  }
}

/** Hashes of the originals that only what goes refers to. */
async function unreferenced(
  view: View,
  gone: readonly DocumentParts[],
  added: readonly DocumentParts[],
): Promise<string[]> {
  const going = new Set(gone.map(({ key }) => key));
  const freed = new Set(gone.flatMap(({ original }) => original ?? []));
  for (const { original } of added) if (original !== undefined) freed.delete(original);
  const wanted = { payload: ['key', 'original'] };
  for (const filter of filtersOf(view, { kind: 'document', key: 'original', values: [...freed] })) {
    for await (const page of view.pages<Pick<DocumentPayload, 'key' | 'original'>>(filter, { wanted })) {
      for (const { payload } of page) if (!going.has(payload.key)) freed.delete(payload.original!);
    }
  }
  return [...freed];
}

/** Those of the hashes that are stored already. */
async function storedOriginals(view: View, hashes: readonly string[]): Promise<Set<string>> {
  const stored = new Set<string>();
  for (const filter of filtersOf(view, { kind: 'part', key: 'key', values: hashes })) {
    const points = await view.all<{ readonly key: string }>(filter, { wanted: { payload: ['key'] } });
    for (const { payload } of points) stored.add(payload.key);
  }
  return stored;
}

/** Filters that find the points of a kind that have one of many values. */
function* filtersOf(
  view: View,
  {
    kind,
    key,
    values,
  }: { readonly kind: 'document' | 'part'; readonly key: string; readonly values: readonly string[] },
): Iterable<Filter> {
  for (let start = 0; start < values.length; start += keysPerRequest) {
    yield view.filter(kind, anyOf(key, values.slice(start, start + keysPerRequest)));
  }
}
