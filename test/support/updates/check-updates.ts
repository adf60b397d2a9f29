import assert from 'node:assert/strict';
import type { Embedder } from '../../../src/embed/embedder.ts';
import type { Document, UpdateRequest } from '../../../src/index.ts';
import { openKnowledgeBase, type KnowledgeBase } from '../../../src/knowledge-base/knowledge-base.ts';
import { filters, type Given, type Operation } from './operations.ts';
import { type Expected, Reference } from './reference.ts';

/** Runs a sequence; after every operation everything stored is compared, at the end what is found. */
export async function checkUpdates(sequence: readonly Operation[], embedder: Embedder): Promise<void> {
  const open = () =>
    openKnowledgeBase({
      store: 'sqlite::memory:',
      embedding: { model: embedder },
      chunking: { chunkSize: 16, overlap: 0 },
    });
  const kb = await open();
  const fresh = await open();
  try {
    const reference = new Reference();
    for (const one of sequence) {
      await run(kb, reference, one);
      await compareStored(kb, reference);
    }
    await compareFound(kb, fresh, reference);
  } finally {
    await kb.close();
    await fresh.close();
  }
}

const asText = ({ source, ...rest }: Given) => ({ sourceType: 'text' as const, source, ...rest });

async function run(kb: KnowledgeBase, reference: Reference, one: Operation): Promise<void> {
  switch (one.kind) {
    case 'put':
      return put(kb, reference, one);
    case 'replace':
      return replace(kb, reference, one);
    case 'delete':
      return remove(kb, reference, one);
    case 'describe':
      return describe(kb, reference, one);
    case 'mark':
      return mark(kb, reference, one);
    case 'reprocess':
      return reprocess(kb, reference, one);
  }
}

async function put(
  kb: KnowledgeBase,
  reference: Reference,
  { strategy, given, keep: keepVersions }: Extract<Operation, { kind: 'put' }>,
): Promise<void> {
  const isRefused =
    strategy === 'append' && given.some(({ documentId }) => reference.present.has(documentId));
  const changed = given.filter((document) => strategy === 'append' || !reference.isSame(document));
  const outcomes = isRefused ? [] : changed.map((document) => reference.put(document, keepVersions));
  const expected = {
    documentsInserted: outcomes.filter((outcome) => outcome === 'inserted').length,
    documentsReplaced: outcomes.filter((outcome) => outcome === 'replaced').length,
    documentsSkipped: isRefused ? 0 : given.length - changed.length,
  };
  const newDocuments = given.map(asText);
  const response =
    strategy === 'add'
      ? await kb.addDocuments(newDocuments, { keepVersions })
      : await kb.updateDocuments({ strategy, newDocuments, keepVersions });
  assert.equal(response.success, !isRefused);
  const { documentsInserted, documentsReplaced, documentsSkipped } = response;
  assert.deepEqual({ documentsInserted, documentsReplaced, documentsSkipped }, expected);
}

async function replace(
  kb: KnowledgeBase,
  reference: Reference,
  { target, given, keep: keepVersions }: Extract<Operation, { kind: 'replace' }>,
): Promise<void> {
  const ids = reference.idsOf(target);
  const request = { ...target, strategy: 'replace' as const, newDocuments: given.map(asText), keepVersions };
  if (ids.length === 0) return assertNoneFound(kb, request);
  const coming = new Set(given.map(({ documentId }) => documentId));
  const gone = ids.filter((id) => !coming.has(id));
  const versionsDeleted = gone.reduce((sum, id) => sum + (reference.earlier.get(id)?.length ?? 0), 0);
  for (const id of gone) reference.remove(id);
  const outcomes = given.map((document) => reference.put(document, keepVersions));
  const response = await kb.updateDocuments(request);
  assert.equal(response.documentsDeleted, gone.length);
  assert.equal(response.versionsDeleted, versionsDeleted);
  assert.equal(response.documentsInserted, outcomes.filter((outcome) => outcome === 'inserted').length);
  assert.deepEqual([...response.updatedDocumentIds].sort(), [...new Set([...ids, ...coming])].sort());
}

async function remove(
  kb: KnowledgeBase,
  reference: Reference,
  { target }: Extract<Operation, { kind: 'delete' }>,
): Promise<void> {
  const ids = reference.idsOf(target);
  const request = { ...target, strategy: 'delete' as const };
  if (ids.length === 0) return assertNoneFound(kb, request);
  const chunksBefore = await countChunks(kb);
  for (const id of ids) reference.remove(id);
  const response = await kb.updateDocuments(request);
  assert.equal(response.documentsDeleted, ids.length);
  assert.equal(response.chunksDeleted, chunksBefore - (await countChunks(kb)));
}

/** Of all versions. */
async function countChunks(kb: KnowledgeBase): Promise<number> {
  return (await isThere(kb)) ? (await kb.stats({ versions: 'all' }))[0]!.chunks : 0;
}

async function describe(
  kb: KnowledgeBase,
  reference: Reference,
  { target, updates: metadataUpdates }: Extract<Operation, { kind: 'describe' }>,
): Promise<void> {
  const ids = reference.idsOf(target);
  if (ids.length === 0) return assertNoneFound(kb, { ...target, metadataUpdates });
  for (const id of ids) reference.describe(id, metadataUpdates);
  const response = await kb.updateDocuments({ ...target, metadataUpdates });
  assert.deepEqual([response.documentsAffected, response.updatedDocumentIds], [ids.length, ids]);
}

async function mark(
  kb: KnowledgeBase,
  reference: Reference,
  { documentId, sequence, updates: metadataUpdates }: Extract<Operation, { kind: 'mark' }>,
): Promise<void> {
  const isKnown = (await isThere(kb)) && (await kb.documents({ documentId })).length > 0;
  const chunks = isKnown ? await kb.chunks(documentId) : [];
  const chunkId = chunks[sequence]?.chunkId;
  if (chunkId === undefined)
    return assertNoneFound(kb, { chunkIds: [`${documentId}#0009`], metadataUpdates });
  reference.mark(documentId, sequence, metadataUpdates);
  assert.equal((await kb.updateDocuments({ chunkIds: [chunkId], metadataUpdates })).chunksUpdated, 1);
}

async function reprocess(
  kb: KnowledgeBase,
  reference: Reference,
  { target, keep: keepVersions }: Extract<Operation, { kind: 'reprocess' }>,
): Promise<void> {
  const ids = reference.idsOf(target);
  const request = { ...target, reprocessChunks: true, keepVersions };
  if (ids.length === 0) return assertNoneFound(kb, request);
  for (const id of ids) reference.reprocess(id, keepVersions);
  assert.equal((await kb.updateDocuments(request)).documentsReplaced, ids.length);
}

async function assertNoneFound(kb: KnowledgeBase, request: UpdateRequest): Promise<void> {
  await assert.rejects(kb.updateDocuments(request), ({ code }: { code: string }) =>
    ['NO_DOCUMENTS_FOUND', 'COLLECTION_NOT_FOUND'].includes(code),
  );
}

const isThere = async (kb: KnowledgeBase) => (await kb.collections()).length > 0;

const key = ({ documentId, version }: { documentId: string; version: number }) => `${documentId} ${version}`;

async function compareStored(kb: KnowledgeBase, reference: Reference): Promise<void> {
  if (!(await isThere(kb))) return assert.equal(reference.present.size, 0);
  const present = [...reference.present.values()].sort((a, b) => (a.documentId < b.documentId ? -1 : 1));
  assert.deepEqual((await kb.documents()).map(factsOf), present.map(expectedFacts));
  const earlier = [...reference.earlier.values()].flat();
  const all = await kb.documents(undefined, { versions: 'all' });
  assert.deepEqual(all.map(key).sort(), [...present, ...earlier].map(key).sort());
  for (const expected of [...present, ...earlier]) await compareChunks(kb, expected);
  for (const filter of filters) {
    const ids = (await kb.documents(filter)).map(({ documentId }) => documentId);
    assert.deepEqual(ids, reference.idsOf({ filter }));
  }
  const [collection] = await kb.collections();
  assert.equal(collection!.documentCount, present.length);
}

const factsOf = ({ documentId, title, tags, project, metadata, version }: Document) => ({
  documentId,
  title,
  tags,
  project,
  metadata: Object.fromEntries(Object.entries(metadata).sort()),
  version,
});

const expectedFacts = ({ documentId, title, tags, project, metadata, version }: Expected) => ({
  documentId,
  title,
  tags,
  project,
  metadata: Object.fromEntries(Object.entries(metadata).sort()),
  version,
});

async function compareChunks(kb: KnowledgeBase, expected: Expected): Promise<void> {
  const { documentId, version, text, isVersioned, metadata, marks: marked } = expected;
  const place = { version };
  assert.equal((await kb.document(documentId, place)).text, text);
  const chunks = await kb.chunks(documentId, place);
  assert.equal(
    chunks
      .map(({ content }) => content)
      .join('')
      .replaceAll(/\s/g, ''),
    text.replaceAll(/\s/g, ''),
  );
  for (const [sequence, chunk] of chunks.entries()) {
    const parent = isVersioned ? `${documentId}#v${version}` : documentId;
    assert.equal(chunk.chunkId, `${parent}#${String(sequence).padStart(4, '0')}`);
    assert.equal(chunk.nextChunkId, chunks[sequence + 1]?.chunkId);
    assert.deepEqual(chunk.metadata, { ...metadata, ...marked.get(sequence) });
  }
}

/** What is found equals what a fresh collection of the present documents finds, scores included. */
async function compareFound(kb: KnowledgeBase, fresh: KnowledgeBase, reference: Reference): Promise<void> {
  if (reference.present.size === 0) return;
  const documents = [...reference.present.values()].map(({ documentId, text, embeddedTitle }) => ({
    ...asText({ documentId, source: text, title: embeddedTitle }),
  }));
  await fresh.addDocuments(documents);
  const hasEarlier = reference.earlier.size > 0;
  for (const mode of ['keyword', 'fast'] as const) {
    // Earlier versions count in the statistics of keyword search, which its scores rest on.
    const isExact = mode === 'fast' || !hasEarlier;
    const found = await search(kb, mode, isExact);
    assert.deepEqual(found, await search(fresh, mode, isExact));
  }
}

async function search(kb: KnowledgeBase, mode: 'keyword' | 'fast', isExact: boolean): Promise<string[]> {
  const { hits } = await kb.retrieve('otters and owls fly every night', {
    mode,
    topK: 100,
    deduplicate: false,
  });
  const score = (hit: (typeof hits)[number]) => (hit.keywordScore ?? hit.vectorScore ?? 0).toFixed(5);
  return hits
    .map((hit) => `${hit.chunk.documentId} ${hit.chunk.sequence} ${isExact ? score(hit) : ''}`)
    .sort();
}
