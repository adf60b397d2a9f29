/** One rule: what is named and not there is an error, what is listed or counted is empty. docs/operations.md has it call by call. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openKnowledgeBase, type KnowledgeBase } from './knowledge-base.ts';

let empty: KnowledgeBase;
let filled: KnowledgeBase;
beforeAll(async () => {
  empty = await openKnowledgeBase({ store: 'sqlite::memory:' });
  filled = await openKnowledgeBase({ store: 'sqlite::memory:' });
  await filled.addDocuments([{ documentId: 'otters', source: 'Otters swim.', sourceType: 'text' }]);
});
afterAll(() => Promise.all([empty.close(), filled.close()]));

interface Place {
  readonly collection?: string;
}

const naming: Record<string, (kb: KnowledgeBase, place: Place) => Promise<unknown>> = {
  document: (kb, place) => kb.document('nope', place),
  'document of a version': (kb, place) => kb.document('otters', { ...place, version: 7 }),
  chunks: (kb, place) => kb.chunks('nope', place),
  'chunks of a version': (kb, place) => kb.chunks('otters', { ...place, version: 7 }),
  original: (kb, place) => kb.original('nope', place),
  layoutPicture: (kb, place) => kb.layoutPicture('nope', place),
  textInRegion: (kb, place) => kb.textInRegion('nope', { page: 1, name: 'top' }, place),
  delete: (kb, place) => kb.updateDocuments({ ...place, strategy: 'delete', documentIds: ['nope'] }),
  'delete by filter': (kb, place) =>
    kb.updateDocuments({ ...place, strategy: 'delete', filter: { title: 'nope' } }),
  replace: (kb, place) =>
    kb.updateDocuments({ ...place, strategy: 'replace', documentIds: ['nope'], newDocuments: [] }),
  metadata: (kb, place) =>
    kb.updateDocuments({ ...place, documentIds: ['nope'], metadataUpdates: { status: 'final' } }),
  'metadata of chunks': (kb, place) =>
    kb.updateDocuments({ ...place, chunkIds: ['nope#0'], metadataUpdates: { status: 'final' } }),
  reprocessing: (kb, place) => kb.updateDocuments({ ...place, documentIds: ['nope'], reprocessChunks: true }),
};

const elsewhere = { collection: 'nowhere' };

describe.each(Object.entries(naming))('%s', (_, call) => {
  it('throws where the document, version or chunk is not there', async () => {
    await expect(call(filled, {})).rejects.toMatchObject({ name: 'NoDocumentsFoundError' });
  });

  it('throws where the collection is not there', async () => {
    const error = { name: 'CollectionNotFoundError' };
    await expect(call(filled, elsewhere)).rejects.toMatchObject(error);
    await expect(call(empty, {})).rejects.toMatchObject(error);
  });
});

const zeros = [{ documents: 0, chunks: 0, tokens: 0, bytes: 0 }];
const listing: Record<string, [unknown, (kb: KnowledgeBase, place: Place) => Promise<unknown>]> = {
  documents: [[], (kb, place) => kb.documents({ title: 'nope' }, place)],
  stats: [zeros, (kb, place) => kb.stats({ ...place, filter: { title: 'nope' } })],
  unknownFields: [[], (kb, place) => kb.unknownFields({ title: 'nope' }, place)],
};

describe.each(Object.entries(listing))('%s', (_, [nothing, call]) => {
  it('is empty where nothing matches, or nothing was added yet', async () => {
    expect(await call(filled, {})).toEqual(nothing);
    expect(await call(empty, {})).toEqual(nothing);
  });

  it('throws where the collection is named and not there', async () => {
    await expect(call(empty, elsewhere)).rejects.toMatchObject({ name: 'CollectionNotFoundError' });
  });
});

it('lists, exports and checks an empty store as empty', async () => {
  expect(await empty.collections()).toEqual([]);
  expect(await empty.check()).toMatchObject({ documents: 0, problems: [] });
  const lines: string[] = [];
  for await (const line of empty.export()) lines.push(line);
  expect(lines.at(-1)).toContain('"documents":0');
  await expect(empty.removeCollection('nowhere')).rejects.toMatchObject({ name: 'CollectionNotFoundError' });
});

it('is `undefined` for bytes that were not kept', async () => {
  expect(await filled.original('otters')).toBeUndefined();
});

it('changes the documents and chunks that are there, and warns of the others', async () => {
  const metadataUpdates = { status: 'final' };
  const documents = await filled.updateDocuments({ documentIds: ['otters', 'nope'], metadataUpdates });
  const [chunk] = await filled.chunks('otters');
  const chunkIds = [chunk!.chunkId, 'nope#0'];
  const chunks = await filled.updateDocuments({ chunkIds, metadataUpdates });
  expect(documents).toMatchObject({
    documentsAffected: 1,
    warnings: [expect.stringMatching(/no document "nope"/)],
  });
  expect(chunks).toMatchObject({ chunksUpdated: 1, warnings: [expect.stringMatching(/no chunk "nope#0"/)] });
});

it('throws where the document of a citation is gone', async () => {
  await filled.addDocuments([{ documentId: 'owls', source: 'Owls hunt at night.', sourceType: 'text' }]);
  const { citations } = await filled.ask('When do owls hunt?');
  const [citation] = citations;
  const gone = { name: 'CollectionNotFoundError' };
  await expect(empty.surroundings(citation!)).rejects.toMatchObject(gone);
  await expect(empty.snapshot(citation!)).rejects.toMatchObject(gone);
  await filled.updateDocuments({ strategy: 'delete', documentIds: ['owls'] });
  await expect(filled.surroundings(citation!)).rejects.toMatchObject({ name: 'NoDocumentsFoundError' });
  await expect(filled.snapshot(citation!)).rejects.toMatchObject({ name: 'NoDocumentsFoundError' });
});
