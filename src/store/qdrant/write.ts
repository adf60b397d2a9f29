import { StoreError } from '../../errors.ts';
import { inVersion, labelledId } from '../in-version.ts';
import { type PreparedDocument, requireFit } from '../prepare-documents.ts';
import type { ChangeCounts, ChunkRecord, StoreChange, SyncedFile } from '../store.ts';
import { type Change, visible } from './changes.ts';
import { anyOf } from './conditions.ts';
import type { Filter } from './connection.ts';
import { versionsOf } from './documents.ts';
import { filePlace } from './names.ts';
import { bytePoints, packContent } from './parts.ts';
import { type PlannedDocument, Plan } from './plan.ts';
import { type ChunkRest, documentPoint, type DocumentPayload, newChunkPoint, restOf } from './points.ts';
import { replaceChunks, Staging } from './staging.ts';
import type { View } from './view.ts';

const keysPerRequest = 500;

export interface PreparedChange extends Omit<StoreChange, 'put'> {
  readonly put: readonly PreparedDocument[];
}

/**
 * Applies a change of documents. One that is removed and put is replaced.
 * @throws EmbeddingModelMismatchError, EmbeddingDimensionError; as `outdated` tells.
 */
export async function applyChange(change: Change, view: View, wanted: PreparedChange): Promise<ChangeCounts> {
  const { expected = [], remove = [], put, keepVersions = false, seen = [] } = wanted;
  for (const { record } of put) requireFit(change.state, record);
  const ids = [...expected, ...put.map(({ record }) => record.document), ...seen].map(
    ({ documentId }) => documentId,
  );
  const files = [...put.map(({ record }) => record.file), ...seen.map(({ file }) => file)];
  const plan = await planFor(change, view, { ids: [...ids, ...remove], files });
  plan.require(expected);
  const present = put.filter(({ record }) => record.document.supersededAt === undefined);
  const coming = new Set(present.map(({ record }) => record.document.documentId));
  const removed = remove.flatMap((id) => (coming.has(id) ? [] : (plan.remove(id) ?? [])));
  const versions = put.map((prepared) => plan.put(prepared, keepVersions));
  for (const one of seen) plan.see(one);
  const originalsRemoved = await carryOut(change, view, plan);
  return {
    documentsRemoved: removed.length,
    versionsRemoved: removed.reduce((sum, count) => sum + count, 0),
    chunksRemoved: plan.gone.reduce((sum, { stored }) => sum + (stored?.chunkCount ?? 0), 0),
    chunksAdded: put.reduce((sum, { record }) => sum + record.chunks.length, 0),
    originalsRemoved,
    versions,
  };
}

/** A plan that knows the documents of these ids, and those that have these files. */
export async function planFor(
  change: Change,
  view: View,
  {
    ids,
    files = [],
  }: { readonly ids: readonly string[]; readonly files?: readonly (SyncedFile | undefined)[] },
): Promise<Plan> {
  const stored = await versionsOf(view, ids);
  const known = new Set(stored.map(({ key }) => key));
  const places = files.flatMap((file) => (file ? [filePlace(file)] : []));
  const others =
    places.length === 0
      ? []
      : await view.all<DocumentPayload>(view.filter('document', anyOf('filePlace', places)));
  const { name } = change.state;
  return new Plan({
    collection: name,
    location: change.connection.location,
    change: change.number,
    stored: [...stored, ...others.map(({ payload }) => payload).filter(({ key }) => !known.has(key))],
  });
}

/** Stages what is planned and commits it; gives the number of originals that went. */
export async function carryOut(change: Change, view: View, plan: Plan): Promise<number> {
  const { state } = change;
  const totals = plan.totals(state.totals);
  const facts = { ...state, totals, usualLength: state.usualLength || totals.terms / totals.allChunks || 0 };
  await stageComing(change, view, { documents: plan.coming, facts });
  await stageChanged(change, view, plan.changed);
  const gone = plan.gone.filter(({ stored }) => stored !== undefined).map(({ key }) => key);
  const replaced = plan.changed.map(({ key }) => key);
  if (gone.length > 0) await change.take({ must: [anyOf('key', gone), visible(state)] });
  if (replaced.length > 0) await change.take(view.filter('document', anyOf('key', replaced)));
  const originals = await unreferenced(view, plan);
  if (originals.length > 0) await change.take(view.filter('part', anyOf('key', originals)));
  await change.commit(facts, { taking: gone.length + replaced.length + originals.length > 0 });
  return originals.length;
}

async function stageComing(
  change: Change,
  view: View,
  { documents, facts }: { readonly documents: readonly PlannedDocument[]; readonly facts: Change['state'] },
): Promise<void> {
  const staging = new Staging(change);
  const born = change.number;
  const originals = await storedOriginals(
    view,
    documents.flatMap(({ original }) => original ?? []),
  );
  requireDistinct(documents.flatMap(chunksOf), change);
  for (const planned of documents) {
    const { key, document, original, coming } = planned;
    await staging.add(documentPoint(planned, born));
    const { content, original: bytes } = coming!.record;
    for (const point of bytePoints(key, await packContent(content), born)) await staging.add(point);
    for (const [index, record] of chunksOf(planned).entries()) {
      const terms = coming!.terms[index]!;
      await staging.add(newChunkPoint(record, { key, document, terms, facts, born }));
    }
    if (original === undefined || originals.has(original)) continue;
    originals.add(original);
    for (const point of bytePoints(original, bytes!, born)) await staging.add(point);
  }
  await staging.send();
}

function chunksOf({ coming, document, isVersioned }: PlannedDocument): readonly ChunkRecord[] {
  const { chunks } = coming!.record;
  return isVersioned ? chunks.map((chunk) => inVersion(chunk, document)) : chunks;
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

async function stageChanged(
  change: Change,
  view: View,
  documents: readonly PlannedDocument[],
): Promise<void> {
  const staging = new Staging(change);
  for (const planned of documents) await staging.add(documentPoint(planned, change.number));
  await staging.send();
  const byKey = new Map(
    documents.filter(({ changed }) => changed === 'chunks').map((planned) => [planned.key, planned]),
  );
  const keys = [...byKey.keys()];
  for (let start = 0; start < keys.length; start += keysPerRequest) {
    await replaceChunks(change, view, {
      filter: view.filter('chunk', anyOf('key', keys.slice(start, start + keysPerRequest))),
      usualLength: change.state.usualLength,
      changeOf: (payload) => {
        const { document, isVersioned } = byKey.get(payload.key)!;
        const rest = restOf(payload);
        return { document, rest: isVersioned ? labelled(rest, document) : rest };
      },
    });
  }
}

/** Stored while versions were not kept, a chunk carries none; the next version's may have the same id. */
function labelled(rest: ChunkRest, document: PlannedDocument['document']): ChunkRest {
  if (rest.documentVersion !== undefined) return rest;
  const links = ['chunkId', 'prevChunkId', 'nextChunkId', 'parentChunkId'] as const;
  const ids = links.flatMap((link) => {
    const id = rest[link];
    return id === undefined ? [] : [[link, labelledId(id, document)] as const];
  });
  return { ...rest, ...Object.fromEntries(ids), documentVersion: document.version };
}

/** Hashes of the originals that only what goes refers to. */
async function unreferenced(view: View, plan: Plan): Promise<string[]> {
  const freed = new Set<string>();
  const going = new Set<string>();
  for (const { key, stored, original } of plan.gone) {
    if (stored) going.add(key);
    if (stored && original !== undefined) freed.add(original);
  }
  for (const { original } of plan.coming) if (original !== undefined) freed.delete(original);
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
