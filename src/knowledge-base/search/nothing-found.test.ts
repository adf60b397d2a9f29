import type { Filter } from '../../store/filter/filter.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openKnowledgeBase, type KnowledgeBase } from '../knowledge-base.ts';
import type { AskOptions } from '../ask/ask.ts';

let folder: string;
let kb: KnowledgeBase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pincite-fields-'));
  kb = await openKnowledgeBase({ store: `sqlite:${folder}` });
  const source = 'The pump is serviced every spring, and its seals are changed.';
  await kb.addDocuments([{ sourceType: 'text', source, documentId: 'pumps', metadata: { author: 'Ada' } }]);
  const [chunk] = await kb.chunks('pumps');
  await kb.updateDocuments({ chunkIds: [chunk!.chunkId], metadataUpdates: { review: 'done' } });
});
afterAll(async () => {
  await kb.close();
  await rm(folder, { recursive: true });
});

const nothing = 'Nothing that was added matches the filter, so nothing was searched.';

const warningsOf = async (filter: object) =>
  (await kb.retrieve('pump seals', { filter: filter as Filter })).warnings;

describe('retrieve with a filter that matches nothing', () => {
  it('names a field that no document has, and the one that was meant', async () => {
    expect(await warningsOf({ authr: 'Ada' })).toEqual([
      'No document has the field "authr" of the filter; did you mean "author"?',
    ]);
    expect(await warningsOf({ $and: [{ author: 'Ada' }, { pageNumber: 3 }] })).toEqual([
      'No document has the field "pageNumber" of the filter; did you mean "pageNumbers"?',
    ]);
  });

  it('knows the names of lean responses', async () => {
    expect(await warningsOf({ folder: 'contracts' })).toEqual([
      'No document has the field "folder" of the filter; did you mean "sourcePath", such as { "sourcePath": { "$like": "%/NAME/%" } }?',
    ]);
    expect(await warningsOf({ pages: 3 })).toEqual([
      'No document has the field "pages" of the filter; did you mean "pageNumbers"?',
    ]);
  });

  it('is described in the same words where documents are listed', async () => {
    const told = 'No document has the field "authr" of the filter; did you mean "author"?';
    expect(await kb.unknownFields({ authr: 'Ada' })).toEqual([told]);
    expect(await kb.unknownFields({ author: 'Bob', review: 'done' })).toEqual([]);
    await expect(kb.unknownFields({ a: 1 }, { collection: 'nope' })).rejects.toThrow('nope');
  });

  it('suggests nothing that is far from the name', async () => {
    expect(await warningsOf({ jurisdiction: 'UK' })).toEqual([
      'No document has the field "jurisdiction" of the filter',
    ]);
  });

  it('names a field that holds values of another type', async () => {
    expect(await warningsOf({ chunkCount: '1' })).toEqual([
      'The field "chunkCount" holds numbers, and the filter asks for a string',
    ]);
    expect(await warningsOf({ $or: [{ author: 7 }, { author: { $in: [true, 8] } }] })).toEqual([
      'The field "author" holds strings, and the filter asks for a number or a boolean',
    ]);
    expect(await warningsOf({ charStart: { $gte: 'a' } })).toHaveLength(1);
    expect(await warningsOf({ chunkId: { $in: [] } })).toEqual([nothing]);
  });

  it('says nothing of fields that a document or a chunk has, but that nothing matches', async () => {
    expect(await warningsOf({ author: 'Bo' })).toEqual([nothing]);
    expect(await warningsOf({ review: 'open' })).toEqual([nothing]);
    expect(await warningsOf({ title: 'Nothing' })).toEqual([nothing]);
    expect(await warningsOf({ author: { $in: ['Bo', 7] } })).toEqual([nothing]);
    expect(await warningsOf({ chunkCount: 9, author: { $ne: 7 } })).toEqual([nothing]);
  });

  it('says so in an answer, and of what narrows a search otherwise', async () => {
    const ask = async (options: AskOptions) => (await kb.ask('What is changed?', options)).warnings;
    expect(await ask({ filter: { author: 'Bo' } })).toEqual([nothing]);
    expect(await ask({ whereDocument: { $contains: 'turbine' } })).toEqual([nothing]);
    expect(await ask({ region: { page: 3, name: 'top' } })).toEqual([nothing]);
    expect(await ask({ filter: { author: 'Ada' }, whereDocument: { $contains: 'pump' } })).toEqual([]);
    const { hits, warnings } = await kb.retrieve('turbine', { mode: 'keyword', filter: { author: 'Ada' } });
    expect({ hits, warnings }).toEqual({ hits: [], warnings: [] }); // the words are not there, the document is
  });
});

const document = (documentId: string, metadata: Record<string, string>) =>
  ({ sourceType: 'text', source: 'The pump is serviced.', documentId, metadata }) as const;

it('tells nothing of documents that the configured filter leaves out, but of its own fields', async () => {
  const filter = { tenant: 'a', pageNumbers: { $exists: false } };
  await using ours = await openKnowledgeBase({ store: 'sqlite::memory:', retrieval: { filter } });
  await ours.addDocuments([document('theirs', { tenant: 'b', codename: 'Zeus' })]);
  const warnings = async (given: Filter) => (await ours.retrieve('pump', { filter: given })).warnings;
  expect(await warnings({ codenam: 'Zeus' })).toEqual([]);
  await ours.addDocuments([document('ours', { tenant: 'a' })]);
  const unknown = 'No document has the field "codenam" of the filter';
  expect(await warnings({ codenam: 'Zeus' })).toEqual([unknown]);
});

it('names a field of the configured filter that no document has', async () => {
  const retrieval = { filter: { tennant: 'a' } };
  await using ours = await openKnowledgeBase({ store: 'sqlite::memory:', retrieval });
  const metadata = { tenant: 'a' };
  await ours.addDocuments([{ sourceType: 'text', source: 'Pumps.', documentId: 'ours', metadata }]);
  expect((await ours.retrieve('pumps')).warnings).toEqual([
    'No document has the field "tennant" of the filter; did you mean "tenant"?',
  ]);
});
