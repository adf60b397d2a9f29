import type { Filter } from '../store/filter/filter.ts';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  CollectionNotFoundError,
  ConfigError,
  FilterError,
  LimitExceededError,
  NoDocumentsFoundError,
} from '../errors.ts';
import { openKnowledgeBase, type KnowledgeBase } from './knowledge-base.ts';
import { openStore } from '../store/open-store.ts';
import { storeWith } from '../../test/support/store-with.ts';

let kb: KnowledgeBase;
let folder: string;
beforeEach(async () => {
  kb = await openKnowledgeBase({ store: 'sqlite::memory:', loading: { maxBytes: 100_000 } });
  folder = await mkdtemp(join(tmpdir(), 'pincite-kb-'));
});
afterEach(async () => {
  await kb.close();
  await rm(folder, { recursive: true });
});

const text = (documentId: string, source: string, more: object = {}) =>
  ({ sourceType: 'text', documentId, source, ...more }) as const;
const ids = async (filter?: Filter) => (await kb.documents(filter)).map(({ documentId }) => documentId);
const found = async (query: string, options = {}) =>
  (await kb.retrieve(query, options)).hits.map(({ chunk }) => chunk.documentId);

it('says of a query in a script that the built-in model does not know what is true: nothing failed', async () => {
  await kb.addDocuments([text('a', 'Otters swim in rivers.')]);
  const { hits, warnings } = await kb.retrieve('饕餮在哪里睡觉');
  expect(hits).toEqual([]);
  expect(warnings).toEqual([
    expect.stringMatching(/knows no word of the query: keywords alone were searched/),
  ]);
});

describe('addDocuments', () => {
  it('reports counts, chunks and stats', async () => {
    const response = await kb.addDocuments([
      text('a', 'Otters swim in rivers.'),
      text('b', 'Owls hunt at night.'),
    ]);
    expect(response).toMatchObject({
      success: true,
      documentsProcessed: 2,
      documentsInserted: 2,
      documentsReplaced: 0,
      documentsSkipped: 0,
      totalChunks: 2,
      errors: [],
      warnings: [],
    });
    expect(response.chunks.map(({ content }) => content)).toEqual([
      'Otters swim in rivers.',
      'Owls hunt at night.',
    ]);
    expect(response.stats.totalTokens).toBeGreaterThan(8);
    expect(response.stats.bytes).toBe('Otters swim in rivers.'.length + 'Owls hunt at night.'.length);
  });

  it('skips only what has the same bytes and the same description', async () => {
    await kb.addDocuments([text('a', 'Otters swim.', { metadata: { status: 'draft' } })]);
    const again = await kb.addDocuments([text('a', 'Otters swim.', { metadata: { status: 'draft' } })]);
    expect(again).toMatchObject({ documentsSkipped: 1, documentsReplaced: 0, totalChunks: 0 });
    const relabelled = await kb.addDocuments([text('a', 'Otters swim.', { metadata: { status: 'final' } })]);
    expect(relabelled).toMatchObject({ documentsSkipped: 0, documentsReplaced: 1 });
    const forced = await kb.addDocuments([text('a', 'Otters swim.', { metadata: { status: 'final' } })], {
      force: true,
    });
    expect(forced).toMatchObject({ documentsReplaced: 1 });
    expect(await ids({ status: 'final' })).toEqual(['a']);
  });

  it('keeps tags and metadata that a second adding does not mention', async () => {
    const described = { tags: ['signed'], type: 'contract', metadata: { client: 'acme' } };
    await kb.addDocuments([text('a', 'Otters swim.', described)]);
    expect(await kb.addDocuments([text('a', 'Otters swim.')])).toMatchObject({ documentsSkipped: 1 });
    expect(await kb.addDocuments([text('a', 'Otters dive.')])).toMatchObject({ documentsReplaced: 1 });
    expect(await kb.document('a')).toMatchObject(described);
    await kb.addDocuments([text('a', 'Otters dive.', { tags: [] })]);
    expect((await kb.document('a')).tags).toEqual([]);
  });

  it('cuts one document as it says, and the rest as usual', async () => {
    const words = 'Otters swim in the river every day. '.repeat(30);
    const own = { chunkSize: 32, overlap: 0 };
    const { chunks } = await kb.addDocuments([text('a', words, { chunking: own }), text('b', words)]);
    const largest = (id: string) =>
      Math.max(...chunks.filter(({ documentId }) => documentId === id).map(({ tokenCount }) => tokenCount));
    expect(largest('a')).toBeLessThanOrEqual(32);
    expect(largest('b')).toBeGreaterThan(32);
    const contradiction = await kb.addDocuments([text('c', words, { chunking: { chunkSize: 32 } })]);
    expect(contradiction.errors[0]!.error.message).toMatch(/overlap must be less than chunkSize/);
  });

  it('leaves no collection behind when nothing could be added', async () => {
    const response = await kb.addDocuments([{ source: join(folder, 'none.txt') }]);
    expect(response.success).toBe(false);
    expect(await kb.collections()).toEqual([]);
  });

  it('stores nothing of a document without a chunk worth keeping', async () => {
    const garbage = '\u{e000}\u{e001}\u{e002}\u{e003}'.repeat(40);
    const response = await kb.addDocuments([text('garbled', garbage)]);
    expect(response.errors[0]!.error).toMatchObject({ code: 'CHUNKING' });
    const asItIs = await kb.addDocuments([text('garbled', garbage)], { validateChunks: false });
    expect(asItIs).toMatchObject({ documentsInserted: 1 });
  });

  it('keeps the same file of two owners as two documents', async () => {
    const path = join(folder, 'report.txt');
    await writeFile(path, 'Otters swim in rivers.');
    await kb.addDocuments([path], { metadata: { user_id: 'ann' } });
    const response = await kb.addDocuments([path], { metadata: { user_id: 'ben' } });
    expect(response).toMatchObject({ documentsInserted: 1, documentsSkipped: 0, documentsReplaced: 0 });
    expect(await ids({ user_id: 'ann' })).toHaveLength(1);
    expect(await found('otters', { filter: { user_id: 'ben' } })).toEqual(await ids({ user_id: 'ben' }));
  });

  it('stores the good documents when others fail, and says which and why', async () => {
    const big = 'x'.repeat(100_001);
    const response = await kb.addDocuments([
      text('empty', '  '),
      text('big', big),
      text('good', 'Otters swim.'),
    ]);
    expect(response).toMatchObject({ success: false, documentsInserted: 1, documentsProcessed: 3 });
    expect(response.errors.map(({ documentId }) => documentId)).toEqual(['empty', 'big']);
    expect(response.errors[1]!.error).toBeInstanceOf(LimitExceededError);
    expect(response.errors.every(({ error }) => error.hint !== undefined)).toBe(true);
    expect(await ids()).toEqual(['good']);
  });

  it('stores a document of few characters, and says so', async () => {
    const { warnings, totalChunks } = await kb.addDocuments([
      text('short', 'Yes.'),
      text('good', 'Otters swim.'),
    ]);
    expect(totalChunks).toBe(2);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('very short (4 characters)');
  });

  it('takes an address of any scheme for an address, and reads http and https alone', async () => {
    const { errors } = await kb.addDocuments(['ftp://example.com/report.pdf']);
    expect(errors.map(({ error }) => error.message)).toEqual([
      'ftp://example.com/report.pdf is no http or https address.',
    ]);
  });

  it('refuses malformed input before any work', async () => {
    const bad = [text('good', 'Otters swim.'), { source: 'x', titel: 'typo' }];
    await expect(kb.addDocuments(bad as never)).rejects.toThrow(/document 1: .*titel/);
    await expect(kb.addDocuments('contracts/' as never)).rejects.toMatchObject({
      code: 'CONFIG',
      hint: expect.stringContaining("addDocuments(['contracts/'])"),
    });
    await expect(kb.addDocuments([text('a#b', 'Otters.')])).rejects.toThrow(/must not contain #/);
    await expect(kb.addDocuments([], { batchsize: 3 } as never)).rejects.toBeInstanceOf(ConfigError);
    expect(await kb.collections()).toEqual([]);
  });

  it('stops between documents when aborted, with whole documents only', async () => {
    const controller = new AbortController();
    let stored = 0;
    const inputs = Array.from({ length: 200 }, (_, index) =>
      text(`d${index}`, `Otter number ${index} swims.`),
    );
    const adding = kb.addDocuments(inputs, {
      signal: controller.signal,
      onProgress: (event) => {
        if (event.kind === 'end') stored += 1;
        if (stored === 5) controller.abort(new Error('enough'));
      },
    });
    await expect(adding).rejects.toThrow('enough');
    expect(stored).toBeLessThan(200);
    expect(await ids()).toHaveLength(stored);
  });

  it('says which links out of a folder it does not follow, and which folders hold nothing to read', async () => {
    await mkdir(join(folder, 'shared', 'deep'), { recursive: true });
    await mkdir(join(folder, 'empty'));
    await writeFile(join(folder, 'secret.txt'), 'Otters swim in rivers.');
    await writeFile(join(folder, 'shared', 'a.txt'), 'Owls hunt at night.');
    await symlink(join(folder, 'secret.txt'), join(folder, 'shared', 'deep', 'out.txt'));
    await symlink(join(folder, 'shared', 'a.txt'), join(folder, 'shared', 'deep', 'within.txt'));
    await symlink(join(folder, 'gone.txt'), join(folder, 'shared', 'broken.txt'));
    const response = await kb.addDocuments([join(folder, 'shared'), join(folder, 'empty')]);
    expect(response).toMatchObject({ success: true, documentsInserted: 1 });
    expect(response.warnings).toEqual([
      expect.stringMatching(/out\.txt is a symbolic link that leads out of the folder/),
      expect.stringMatching(/empty holds no file of a format that is read/),
    ]);
  });

  it('leaves out stores in a folder, and its own parts where it is one', async () => {
    for (const place of ['', 'old']) {
      await mkdir(join(folder, place, 'originals'), { recursive: true });
      await writeFile(join(folder, place, 'pincite.db'), '');
      await writeFile(join(folder, place, 'originals', 'a.md'), 'Kept.');
      await writeFile(join(folder, place, 'b.md'), 'Beavers build.');
    }
    const { documentsInserted, warnings } = await kb.addDocuments([folder]);
    expect(documentsInserted).toBe(1);
    expect(warnings).toEqual([`${join(folder, 'old')} is a store of documents; it was left out.`]);
  });

  it('reads small files of a folder first, and says which files it leaves alone', async () => {
    await writeFile(join(folder, 'b.md'), '# Beavers\n\nBeavers build dams.');
    await writeFile(join(folder, 'c.txt'), 'Otters swim in rivers.');
    await writeFile(join(folder, 'c.png'), 'not text');
    const response = await kb.addDocuments([folder]);
    expect(response.chunks.map(({ content }) => content)).toEqual([
      'Otters swim in rivers.',
      '# Beavers\n\nBeavers build dams.',
    ]);
    expect(response.warnings.join()).toMatch(/c\.png/);
  });
});

describe('updateDocuments', () => {
  beforeEach(async () => {
    await kb.addDocuments([
      text('a', 'Otters swim in rivers.', { metadata: { team: 'water' } }),
      text('b', 'Beavers build dams.', { metadata: { team: 'water' } }),
      text('c', 'Owls hunt at night.', { metadata: { team: 'air' } }),
    ]);
  });

  it('replaces the targets by the new documents at once', async () => {
    const response = await kb.updateDocuments({
      strategy: 'replace',
      filter: { team: 'water' },
      newDocuments: [text('b', 'Beavers fell trees.'), text('d', 'Herons wait.')],
    });
    expect(response).toMatchObject({
      success: true,
      strategyUsed: 'replace',
      documentsDeleted: 1,
      documentsReplaced: 1,
      documentsInserted: 1,
      chunksDeleted: 2,
      chunksAdded: 2,
    });
    expect(await ids()).toEqual(['b', 'c', 'd']);
    expect(await found('otters swim', { mode: 'keyword' })).toEqual([]);
  });

  it('changes nothing when a new document cannot be read', async () => {
    const newDocuments = [text('d', 'Herons wait.'), text('e', '')];
    const response = await kb.updateDocuments({ strategy: 'replace', documentIds: ['a'], newDocuments });
    expect(response).toMatchObject({ success: false, documentsAffected: 0 });
    expect(response.errors.map(({ source }) => source)).toEqual(['e']);
    expect(await ids()).toEqual(['a', 'b', 'c']);
  });

  it('deletes by filter or id, and refuses to delete everything or nothing', async () => {
    const deleted = await kb.updateDocuments({ strategy: 'delete', filter: { team: 'water' } });
    expect(deleted).toMatchObject({ documentsDeleted: 2, updatedDocumentIds: ['a', 'b'] });
    expect(await found('otters beavers owls')).toEqual(['c']);
    await expect(kb.updateDocuments({ strategy: 'delete' })).rejects.toBeInstanceOf(ConfigError);
    const none = kb.updateDocuments({ strategy: 'delete', documentIds: ['a'] });
    await expect(none).rejects.toBeInstanceOf(NoDocumentsFoundError);
  });

  it('takes ids and filter together as both', async () => {
    const filter = { team: 'air' };
    const deleted = await kb.updateDocuments({ strategy: 'delete', documentIds: ['a', 'c', 'c'], filter });
    expect(deleted).toMatchObject({ documentsDeleted: 1, updatedDocumentIds: ['c'] });
  });

  it('refuses what has no meaning for the strategy', async () => {
    const newDocuments = [text('d', 'Herons wait.')];
    const requests: Parameters<KnowledgeBase['updateDocuments']>[0][] = [
      { strategy: 'delete', documentIds: ['a'], newDocuments },
      { strategy: 'upsert', documentIds: ['a'], newDocuments },
      { strategy: 'metadata', chunkIds: ['a#0000'], filter: { team: 'air' }, metadataUpdates: { x: 1 } },
    ];
    for (const request of requests)
      await expect(kb.updateDocuments(request)).rejects.toBeInstanceOf(ConfigError);
    expect(await ids()).toEqual(['a', 'b', 'c']);
  });

  it('upserts by id: new, changed and equal documents', async () => {
    const newDocuments = [
      text('a', 'Otters swim in rivers.', { metadata: { team: 'water' } }),
      text('b', 'Beavers fell trees.'),
      text('d', 'Herons wait.'),
    ];
    const response = await kb.updateDocuments({ strategy: 'upsert', newDocuments });
    expect(response).toMatchObject({ documentsSkipped: 1, documentsReplaced: 1, documentsInserted: 1 });
  });

  it('appends new ids only', async () => {
    const response = await kb.updateDocuments({ strategy: 'append', newDocuments: [text('a', 'Another.')] });
    expect(response.success).toBe(false);
    expect(response.errors[0]!.error.message).toMatch(/already in collection/);
    const twice = [text('d', 'Herons wait.'), text('d', 'Herons fly.')];
    expect((await kb.updateDocuments({ strategy: 'append', newDocuments: twice })).success).toBe(false);
  });

  it('changes metadata without embedding, seen by filters at once', async () => {
    const metadataUpdates = { team: 'ground', reviewed: true };
    const response = await kb.updateDocuments({ documentIds: ['a'], metadataUpdates });
    expect(response).toMatchObject({ strategyUsed: 'metadata', documentsAffected: 1, chunksAdded: 0 });
    expect(await found('otters', { filter: { team: 'ground' } })).toEqual(['a']);
    await kb.updateDocuments({ documentIds: ['a'], metadataUpdates: { reviewed: null } });
    expect(await ids({ reviewed: { $exists: true } })).toEqual([]);
  });
});

describe('retrieve', () => {
  const diary = Array.from({ length: 12 }, (_, day) => `On day ${day} the otters swim far. `.repeat(12)).join(
    '\n\n',
  );

  it('refuses an empty query, a bad option and a bad filter', async () => {
    await kb.addDocuments([text('a', 'Otters swim.')]);
    await expect(kb.retrieve('  ')).rejects.toThrow(/query/);
    await expect(kb.retrieve('otters', { topK: 0 })).rejects.toBeInstanceOf(ConfigError);
    await expect(kb.retrieve('otters', { filter: { year: { $above: 1 } } as Filter })).rejects.toBeInstanceOf(
      FilterError,
    );
  });

  it('lays the configured filter under every call', async () => {
    const filter = { year: { $gte: 2024 } };
    await using recent = await openKnowledgeBase({ store: 'sqlite::memory:', retrieval: { filter } });
    await recent.addDocuments([
      text('a', 'Otters swim.', { metadata: { year: 2023, team: 'air' } }),
      text('b', 'Otters dive.', { metadata: { year: 2024, team: 'air' } }),
      text('c', 'Otters eat.', { metadata: { year: 2025, team: 'sea' } }),
    ]);
    const search = async (given?: Filter) => {
      const { hits, queries } = await recent.retrieve('otters', { filter: given });
      return { ids: hits.map(({ chunk }) => chunk.documentId).sort(), filter: queries.filter };
    };
    expect(await search()).toEqual({ ids: ['b', 'c'], filter });
    expect(await search({ team: 'air' })).toEqual({
      ids: ['b'],
      filter: { $and: [filter, { team: 'air' }] },
    });
    await expect(search({ team: { $like: 1 } } as unknown as Filter)).rejects.toMatchObject({
      context: { position: 'team.$like' },
    });
  });

  it('gives as many hits as match the filter, whatever ranks above them', async () => {
    const many = Array.from({ length: 60 }, (_, index) =>
      text(`d${index}`, `Otters swim, says observer ${index}.`, { metadata: { rare: index % 20 === 7 } }),
    );
    await kb.addDocuments(many);
    const hits = await found('otters swim', { filter: { rare: true }, topK: 10 });
    expect(hits.sort()).toEqual(['d27', 'd47', 'd7']);
  });

  it('restricts by the chunk text and by the place on the page', async () => {
    await kb.addDocuments([text('a', 'Otters swim.'), text('b', 'Otters play.')]);
    expect(await found('otters', { whereDocument: { $contains: 'play' } })).toEqual(['b']);
    expect(await found('otters', { region: { page: 1, name: 'top' } })).toEqual([]);
  });

  it('drops surplus chunks of a document only when the cap is asked for', async () => {
    await kb.addDocuments([text('a', diary, { chunking: { chunkSize: 100, overlap: 0 } })]);
    const all = await found('otters swim', { topK: 10 });
    expect(all.length).toBeGreaterThan(3);
    expect(await found('otters swim', { topK: 10, maxChunksPerDocument: 2 })).toHaveLength(2);
  });

  it('reads neighbours into the passages and keeps to the budget', async () => {
    await kb.addDocuments([text('a', diary, { chunking: { chunkSize: 100, overlap: 0 } })]);
    const alone = await kb.retrieve('day 5', { topK: 1 });
    const wide = await kb.retrieve('day 5', { topK: 1, contextWindow: 1 });
    expect(wide.passages[0]!.text.length).toBeGreaterThan(alone.passages[0]!.text.length);
    const { text: whole } = await kb.document('a');
    for (const { charStart, charEnd, text: passage } of wide.passages) {
      expect(whole.slice(charStart, charEnd)).toBe(passage);
    }
    const { passages, omitted } = await kb.retrieve('otters', { tokenBudget: 150 });
    expect(passages.reduce((sum, { tokenCount }) => sum + tokenCount, 0)).toBeLessThanOrEqual(150);
    expect(omitted.length).toBeGreaterThan(0);
  });

  it('searches several collections together', async () => {
    await kb.addDocuments([text('a', 'Otters swim.')], { collection: 'one' });
    await kb.addDocuments([text('b', 'Otters play.')], { collection: 'two' });
    expect((await found('otters', { collections: ['one', 'two'] })).sort()).toEqual(['a', 'b']);
    expect(await found('otters', { collection: 'two' })).toEqual(['b']);
  });
});

describe('ask', () => {
  it('cites each document in its own collection, even where two have one id', async () => {
    await kb.addDocuments([text('a', 'The otter lodge opens at nine.')], { collection: 'summer' });
    await kb.addDocuments([text('a', 'Notes.\n\nThe otter lodge opens at eleven.')], {
      collection: 'winter',
    });
    const { citations } = await kb.ask('When does the otter lodge open?', {
      collections: ['summer', 'winter'],
    });
    expect(citations.map(({ collection }) => collection).sort()).toEqual(['summer', 'winter']);
    for (const { collection, documentId, charStart, charEnd, quote } of citations) {
      const document = await kb.document(documentId, { collection });
      expect(document.text.slice(charStart, charEnd)).toBe(quote);
    }
  });
});

describe('calls', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['an id that is no text', () => kb.chunks({ limit: 2 } as never)],
    ['an id that is a number', () => kb.document(3 as never)],
    ['an empty id', () => kb.original('')],
    ['an option that does not exist', () => kb.chunks('a', { limit: 2 } as never)],
    ['a version that is none', () => kb.document('a', { version: 'latest' as never })],
    ['a collection that is no text', () => kb.stats({ collection: 3 as never })],
    ['a collection without a name', () => kb.removeCollection('')],
  ])('refuse %s', async (_, call) => {
    await expect(call()).rejects.toBeInstanceOf(ConfigError);
  });

  it('say after closing that it is closed', async () => {
    await kb.addDocuments([text('a', 'Otters swim in rivers.')]);
    await kb.chunks('a'); // its statement is compiled now
    await kb.close();
    for (const call of [() => kb.chunks('a'), () => kb.retrieve('otters'), () => kb.collections()]) {
      await expect(call()).rejects.toMatchObject({
        code: 'STORE',
        message: expect.stringMatching(/knowledge base is closed/),
      });
    }
  });
});

describe('document and stats', () => {
  it('gives a document with the text that offsets refer to', async () => {
    const { chunks } = await kb.addDocuments([text('a', '# Otters\n\nThey swim.\n\n# Owls\n\nThey hunt.')]);
    const document = await kb.document('a');
    for (const { charStart, charEnd, content } of chunks) {
      expect(document.text.slice(charStart, charEnd)).toBe(content);
    }
    await expect(kb.document('none')).rejects.toBeInstanceOf(NoDocumentsFoundError);
  });

  it('groups counts by any field', async () => {
    await kb.addDocuments([
      text('a', 'Otters swim.', { project: 'x' }),
      text('b', 'Owls hunt.', { project: 'x' }),
      text('c', 'Herons wait.', { project: 'y' }),
    ]);
    const [total, ...groups] = await kb.stats({ groupBy: 'project' });
    expect(total).toMatchObject({ documents: 3, chunks: 3 });
    expect(groups.map(({ value, documents }) => [value, documents])).toEqual([
      ['x', 2],
      ['y', 1],
    ]);
  });
});

describe('what is not there', () => {
  it('is an error where it is named', async () => {
    await kb.addDocuments([text('a', 'Otters swim.')]);
    const reads = [
      () => kb.document('nope'),
      () => kb.chunks('nope'),
      () => kb.chunks('a', { version: 9 }),
      () => kb.original('nope'),
      () => kb.textInRegion('nope', { page: 1, name: 'top' }),
      () => kb.layoutPicture('nope'),
    ];
    for (const read of reads) await expect(read()).rejects.toBeInstanceOf(NoDocumentsFoundError);
    const collection = 'nope';
    const inNoCollection = [
      () => kb.document('a', { collection }),
      () => kb.chunks('a', { collection }),
      () => kb.documents(undefined, { collection }),
      () => kb.stats({ collection }),
      () => kb.unknownFields({ format: 'pdf' }, { collection }),
      () => kb.retrieve('otters', { collection }),
      () => kb.export({ collections: [collection] }).next(),
    ];
    for (const read of inNoCollection) await expect(read()).rejects.toBeInstanceOf(CollectionNotFoundError);
  });

  it('is nothing where it is listed or counted, also before anything is added', async () => {
    const zeros = { documents: 0, chunks: 0, tokens: 0, bytes: 0 };
    const look = async () => [
      await kb.documents({ format: 'pdf' }),
      await kb.stats({ filter: { format: 'pdf' }, groupBy: 'type' }),
    ];
    expect(await look()).toEqual([[], [zeros]]);
    expect(await kb.collections()).toEqual([]);
    await kb.addDocuments([text('a', 'Otters swim.')]);
    expect(await look()).toEqual([[], [zeros]]);
  });
});

describe('a store of one’s own', () => {
  it('takes the place of the configured one, and is closed with the knowledge base', async () => {
    const store = await openStore('sqlite::memory:');
    const own = await openKnowledgeBase({ store: 'postgres://nobody@127.0.0.1:1/none' }, { store });
    await own.addDocuments([text('a', 'Otters swim in rivers.')]);
    expect((await store.documents('default')).map(({ documentId }) => documentId)).toEqual(['a']);
    await own.close();
    await expect(store.health()).rejects.toThrow('is closed');
  });

  it('is refused where it is written for another version of the interface', async () => {
    const store = await openStore('sqlite::memory:');
    const later = storeWith(store, { specificationVersion: 2 as 1 });
    await expect(openKnowledgeBase({}, { store: later })).rejects.toMatchObject({
      code: 'CONFIG',
      message: 'A store of version 2 of the interface was given.',
    });
    await store.close();
  });
});
