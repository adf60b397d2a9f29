import type { Filter } from '../store/filter/filter.ts';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { collect } from '../../test/support/collect.ts';
import { draftHonestly } from '../../test/support/drafting-model.ts';
import { startSite, type LocalSite } from '../../test/support/local-site.ts';
import { startOpenAiServer, type OpenAiServer } from '../../test/support/openai-server.ts';
import { writePdf } from '../../test/support/pdf.ts';
import { storePlaces, type StorePlaces } from '../../test/support/store-places.ts';
import { AccessError, ConfigError, FilterError, NoDocumentsFoundError, PinciteError } from '../errors.ts';
import { KnowledgeBase, openKnowledgeBase, type ScopedKnowledgeBase } from './knowledge-base.ts';
import type { Store } from '../store/store.ts';
import type { Citation, Metadata } from '../types.ts';
import type { ScopedOptions } from './scoped.ts';

/** Stands in the documents of the first tenant, and in nothing that the second one asks. */
const secret = 'quokka';
/** Is asked for by the second tenant, and stands in the documents of the first. */
const question = 'Where is the silver key of the harbour kept?';
const plan =
  `The silver key of the harbour is kept by the ${secret} in the old mill. Nobody else may see the key. `.repeat(
    3,
  );
const reportPages = [`The harbour report names the ${secret} on its first page, and says where the key is.`];
const note = 'Rival boats leave the harbour on Monday. The ropes of its boats are blue. '.repeat(4);
const draft = 'Rival carts leave the market on Friday. The wheel of the first cart is red. '.repeat(4);

const tenancies = ['collection', 'filter'] as const;
type Tenancy = (typeof tenancies)[number];

let folder: string;
let site: LocalSite;
let model: OpenAiServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pincite-scoped-'));
  await writePdf(join(folder, 'report.pdf'), reportPages);
  await mkdir(join(folder, 'shared'));
  await writeFile(join(folder, 'shared', 'notice.txt'), 'The market opens at nine.');
  model = await startOpenAiServer();
  model.reply(draftHonestly);
  const page = '<!doctype html><title>Site</title><main><p>The lighthouse is open on Sundays.</p></main>';
  site = await startSite((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(page);
  });
});
afterAll(async () => {
  await site.close();
  await model.close();
  await rm(folder, { recursive: true });
});

const openOver = (store: Store): Promise<KnowledgeBase> =>
  openKnowledgeBase(
    {
      ingest: { keepVersions: true, keepOriginals: true },
      loading: { allowAddresses: ['loopback'] },
      llm: { baseUrl: model.baseUrl, model: 'openai-compatible:tiny' },
      calls: { maxRetries: 0 },
      retrieval: { routing: [{ collections: ['default', 'vault'] }] },
    },
    { check: 'none', store },
  );

/** The first tenant: two versions of a plan, a PDF, a synchronised folder, a page, and a collection of its own. */
async function fillOwner(kb: ScopedKnowledgeBase): Promise<void> {
  const metadata = { client: 'zebra', secret_code: secret };
  const add = (source: string, documentId: string, collection = 'default') =>
    kb.addDocuments([{ source, sourceType: 'text', documentId, metadata, tags: ['own'] }], { collection });
  await add(`An earlier plan of the ${secret}.`, 'plan');
  await add(plan, 'plan');
  await kb.addDocuments([{ source: join(folder, 'report.pdf'), documentId: 'report', metadata }]);
  await add(plan, 'treasure', 'vault');
  await kb.sync(join(folder, 'shared'));
}

/** The second tenant, whose place has the same collections. */
async function fillRival(kb: ScopedKnowledgeBase): Promise<void> {
  await kb.addDocuments([{ source: note, sourceType: 'text', documentId: 'note', metadata: { own: true } }]);
  const input = { source: draft, sourceType: 'text', documentId: 'draft' } as const;
  await kb.addDocuments([input], { collection: 'vault' });
}

interface Known {
  readonly citation: Citation;
  readonly chunkIds: readonly string[];
  readonly documentIds: readonly string[];
  readonly folder: string;
  readonly page: string;
}

async function whatIsKnownOf(owner: ScopedKnowledgeBase): Promise<Known> {
  const answer = await owner.ask(question, { collection: 'default', model: 'extractive' });
  const citation = answer.citations.find(({ documentId }) => documentId === 'plan')!;
  const chunks = await owner.chunks('plan');
  return {
    citation,
    chunkIds: [...chunks.map(({ chunkId }) => chunkId), '@acme/plan#v2#0000'],
    documentIds: ['plan', 'plan#v1', 'report', '@acme/plan', '@acme/plan#v1'],
    folder: join(folder, 'shared'),
    page: `${site.url}/`,
  };
}

/** Filters that name what is not the asker's, alone or where some part of them is true of everything. */
const filters: readonly Filter[] = [
  { client: 'zebra' },
  { documentId: { $in: ['plan', '@acme/plan'] } },
  { $or: [{ client: 'zebra' }, { documentId: { $exists: true } }] },
  { title: { $not: { $eq: 'nothing' } } },
  { 'pincite:tenant': 'acme' },
  { 'metadata.pincite:tenant': { $in: ['acme', 'rival'] } },
  { 'pincite:tenant': { $ne: 'rival' } },
  { $or: [{ 'pincite:tenant': 'acme' }, { 'pincite:tenant': { $exists: false } }] },
  { collection: '@acme/default' },
  { chunkId: { $gte: '' } },
];

const collections = ['default', 'vault', '@acme/default', '@acme/vault', '@/default', '@rival/default'];

/** `whole`: refused where collections are shared; `store`: refused to every scope; else what it gives is compared. */
type Kind = 'own' | 'whole' | 'store';
interface Attempt {
  readonly kind: Kind;
  readonly writes: boolean;
  /** Whether it tells the owner, by the same words, what it must not tell others. */
  readonly tells: boolean;
  /** One after the other. */
  readonly tries: (known: Known, kb: ScopedKnowledgeBase) => (() => unknown)[];
}

const attempt = (
  tries: Attempt['tries'],
  { kind = 'own', writes = false, tells = false }: Partial<Omit<Attempt, 'tries'>> = {},
): Attempt => ({ kind, writes, tells, tries });
const told = { tells: true };
const writing = { writes: true };
const refused = { kind: 'store' } as const;

/** The whole class, as the types do not let a scope be asked for all of it. */
const whole = (kb: ScopedKnowledgeBase) => kb as KnowledgeBase;
const exported = async (kb: ScopedKnowledgeBase, names?: string[]): Promise<unknown[]> =>
  (await collect(kb.export(names && { collections: names }))).map((line) => JSON.parse(line) as unknown);
const searched = (kb: ScopedKnowledgeBase, options: object) => kb.retrieve(question, options);

/** By the name of the method: one that is added to the class must be tried here too. Those that write come last. */
const attempts: Readonly<Record<string, Attempt>> = {
  config: attempt((_, kb) => [() => whole(kb).config], refused),
  scoped: attempt((_, kb) => [() => whole(kb).scoped({ tenant: 'acme', access: 'read' })], refused),
  work: attempt((_, kb) => [() => whole(kb).work({} as never)], refused),
  check: attempt((_, kb) => [() => whole(kb).check()], refused),
  vacuum: attempt((_, kb) => [() => whole(kb).vacuum()], refused),
  backup: attempt((known, kb) => [() => whole(kb).backup(join(known.folder, 'backup'))], refused),
  health: attempt((_, kb) => [() => whole(kb).health()], refused),

  collections: attempt((_, kb) => [() => kb.collections()], told),
  documents: attempt(
    (_, kb) => [
      ...collections.map((collection) => () => kb.documents(undefined, { collection, versions: 'all' })),
      ...filters.map((filter) => () => kb.documents(filter)),
    ],
    told,
  ),
  document: attempt(
    ({ documentIds }, kb) => [
      ...documentIds.map((id) => () => kb.document(id)),
      () => kb.document('plan', { version: 1 }),
      ...collections.map((collection) => () => kb.document('treasure', { collection })),
    ],
    told,
  ),
  describe: attempt(
    ({ documentIds }, kb) => [
      ...documentIds.map((id) => () => kb.describe(id)),
      () => kb.describe('plan', { version: 1 }),
      ...collections.map((collection) => () => kb.describe('treasure', { collection })),
    ],
    told,
  ),
  fields: attempt(
    (_, kb) => [
      () => kb.fields(),
      ...collections.map((collection) => () => kb.fields({ collections: [collection] })),
    ],
    told,
  ),
  readPart: attempt(
    ({ documentIds }, kb) => [
      ...documentIds.map((id) => () => kb.readPart(id)),
      () => kb.readPart('plan', { version: 1 }),
      () => kb.readPart('report', { page: 1 }),
      ...collections.map((collection) => () => kb.readPart('treasure', { collection })),
    ],
    told,
  ),
  countTokens: attempt((_, kb) => [() => kb.countTokens(plan)]),
  chunks: attempt(
    ({ documentIds }, kb) => [
      ...documentIds.map((id) => () => kb.chunks(id)),
      () => kb.chunks('plan', { version: 1 }),
    ],
    told,
  ),
  original: attempt(
    ({ documentIds }, kb) => documentIds.map((id) => async () => String(await kb.original(id))),
    told,
  ),
  textInRegion: attempt(
    (_, kb) => [() => kb.textInRegion('report', { page: 1, x0: 0, y0: 0, x1: 1, y1: 1 })],
    told,
  ),
  layoutPicture: attempt(
    (_, kb) => [async () => (await kb.layoutPicture('report', { pixelsPerPoint: 0.5 })).outlined],
    told,
  ),
  snapshot: attempt(({ citation }, kb) => [
    () => kb.snapshot(citation),
    () => kb.snapshot({ ...citation, documentId: '@acme/plan' }),
  ]),
  cite: attempt(
    ({ documentIds }, kb) => [
      ...documentIds.map((documentId) => () => kb.cite({ documentId, quote: 'silver key' })),
      ...collections.map(
        (collection) => () => kb.cite({ collection, documentId: 'treasure', charStart: 0, charEnd: 40 }),
      ),
      () => kb.cite({ documentId: 'plan', version: 1, charStart: 0, charEnd: 40 }),
    ],
    told,
  ),
  pagePicture: attempt(({ documentIds }, kb) => documentIds.map((id) => () => kb.pagePicture(id))),
  surroundings: attempt(
    ({ citation }, kb) => [
      () => kb.surroundings(citation),
      () => kb.surroundings({ ...citation, collection: '@acme/default' }),
    ],
    told,
  ),
  route: attempt((_known, kb) => [() => kb.route('plan zebra')]),
  retrieve: attempt(
    (_, kb) => [
      ...(['vector', 'keyword', 'hybrid', 'fast', 'full'] as const).map(
        (mode) => () => searched(kb, { mode, topK: 50, contextWindow: 2 }),
      ),
      ...filters.map((filter) => () => searched(kb, { filter })),
      ...collections.map((collection) => () => searched(kb, { collection })),
      () => searched(kb, { whereDocument: { $regex: 'quok+a|key' } }),
      () => searched(kb, { whereDocument: { $contains: 'silver' } }),
      () => searched(kb, { explain: true, versions: 'all', groupByDocument: true, tokenBudget: 5 }),
      () => kb.retrieve('plan zebra', { mode: 'keyword', explain: true }),
    ],
    told,
  ),
  unknownFields: attempt(
    (_, kb) => [...filters, { secret_cod: 1 }].map((filter) => () => kb.unknownFields(filter)),
    told,
  ),
  ask: attempt((_, kb) => [() => kb.ask(question, { model: 'extractive' })], told),
  askStream: attempt((_, kb) => [() => collect(kb.askStream(question, { model: 'extractive' }))], told),
  chat: attempt(
    (_, kb) => [
      () =>
        kb.chat({ messages: [{ role: 'user', content: question }], model: 'extractive', mode: 'keyword' }),
    ],
    told,
  ),
  chatStream: attempt(
    (_, kb) => [
      () => collect(kb.chatStream({ messages: [{ role: 'user', content: question }], model: 'extractive' })),
    ],
    told,
  ),
  conversation: attempt((_, kb) => [() => kb.conversation({ model: 'extractive' }).ask(question)], told),
  stats: attempt(
    (_, kb) => [
      ...['documentId', 'client', 'collection', 'pincite:tenant', 'metadata.pincite:tenant'].map(
        (groupBy) => () => kb.stats({ groupBy, versions: 'all' }),
      ),
      ...filters.map((filter) => () => kb.stats({ filter })),
      ...collections.map((collection) => () => kb.stats({ collection })),
    ],
    told,
  ),
  export: attempt(
    (_, kb) => [() => exported(kb), ...collections.map((name) => () => exported(kb, [name]))],
    told,
  ),
  copyTo: attempt(
    (_, kb) => [
      async () => {
        const target = await openKnowledgeBase({ store: 'sqlite::memory:' }, { check: 'none' });
        const copied = await kb.copyTo(target);
        const documents = await exported(target);
        await target.close();
        return { copied, documents };
      },
    ],
    told,
  ),
  synthesize: attempt(
    (_, kb) => [
      () => kb.synthesize({ count: 5 }),
      () => kb.synthesize({ count: 5, filter: { client: 'zebra' } }),
    ],
    told,
  ),
  evaluate: attempt(
    ({ chunkIds }, kb) => [() => kb.evaluate(datasetOf(chunkIds), { metrics: ['recall@5'] })],
    told,
  ),
  tuneFusion: attempt(({ chunkIds }, kb) => [() => kb.tuneFusion(datasetOf(chunkIds))], told),
  loadDocument: attempt((_, kb) => [() => kb.loadDocument({ source: note, sourceType: 'text' })]),
  previewChunks: attempt((_, kb) => [() => kb.previewChunks({ source: note, sourceType: 'text' })]),

  addDocuments: attempt(
    ({ page }, kb) => [
      () => kb.addDocuments([{ source: note, sourceType: 'text', documentId: 'plan' }]),
      () => kb.addDocuments([{ source: draft, sourceType: 'text', documentId: '@acme/plan' }]),
      () => kb.addDocuments([{ source: page, crawl: { delayMs: 0, maxPages: 1 } }]),
      () => kb.document('plan'),
    ],
    writing,
  ),
  updateDocuments: attempt(({ documentIds, chunkIds }, kb) => {
    const newDocuments = [{ source: note, sourceType: 'text' as const, documentId: 'report' }];
    const metadataUpdates = { seen: 'by rival' };
    const remove = (request: object) => () => kb.updateDocuments({ strategy: 'delete', ...request });
    return [
      () => kb.updateDocuments({ strategy: 'append', newDocuments }),
      () => kb.updateDocuments({ strategy: 'upsert', newDocuments }),
      () => kb.updateDocuments({ strategy: 'replace', documentIds: ['report'], newDocuments }),
      () => kb.updateDocuments({ documentIds: [...documentIds], metadataUpdates }),
      () => kb.updateDocuments({ chunkIds: [...chunkIds], metadataUpdates }),
      () => kb.updateDocuments({ filter: { client: 'zebra' }, metadataUpdates }),
      () => kb.updateDocuments({ documentIds: ['treasure'], collection: 'vault', reprocessChunks: true }),
      ...filters.map((filter) => remove({ filter })),
      remove({ documentIds }),
      ...collections.map((collection) => remove({ collection, documentIds: ['treasure', '@acme/treasure'] })),
    ];
  }, writing),
  sync: attempt(
    (known, kb) => [
      () => kb.sync(known.folder, { metadata: { by: 'sync' } }),
      () => kb.sync(known.folder, { allowEmpty: true, ignore: ['*'] }), // its files are as if gone
    ],
    writing,
  ),
  watch: attempt(
    (known, kb) => [
      async () => {
        const watch = await kb.watch(known.folder);
        await watch.close();
        return watch.first;
      },
    ],
    writing,
  ),
  import: attempt(
    (_, kb) => [async () => kb.import(await collect(kb.export({ collections: ['vault'] })))],
    writing,
  ),
  adapt: attempt((_, kb) => [() => kb.adapt()], { kind: 'whole', writes: true }),
  reembed: attempt((_, kb) => [() => kb.reembed()], { kind: 'whole', writes: true }),
  removeCollection: attempt((_, kb) => collections.map((name) => () => kb.removeCollection(name)), {
    kind: 'whole',
    writes: true,
  }),
  close: attempt(() => []), // tried last, of every scope
  [Symbol.asyncDispose.toString()]: attempt(() => []),
};

function datasetOf(chunkIds: readonly string[]) {
  const queries = Array.from({ length: 4 }, (_, index) => ({
    queryId: `q${index}`,
    query: `${question} ${index}`,
    relevantChunks: new Map(chunkIds.slice(0, 1).map((id) => [id, 1])),
  }));
  const place = { file: 'made', line: 1 };
  const references = chunkIds.slice(0, 1).map((id) => ({ kind: 'chunk' as const, id, place }));
  return { name: 'theirs', queries, references, warnings: [] };
}

/** What differs from one run to the next, and how many originals went, which a scope is not told. */
const passing = /^(ms|at|\w+(Ms|At)|originalsDeleted)$/;
/** Numbers that rest on how rare words are, which are counted over all tenants of a shared collection. */
const counted = /score|relevance|certainty|weight|idf|explanation/i;

function normal(value: unknown, isShared: boolean): unknown {
  const text = JSON.stringify(value, (key, inner: unknown) =>
    passing.test(key) || (isShared && counted.test(key)) ? undefined : inner,
  );
  return text === undefined ? undefined : JSON.parse(text);
}

/** What comes of it, a value or an error. */
async function outcomeOf(run: () => unknown): Promise<unknown> {
  try {
    return { value: await run() };
  } catch (error) {
    if (!(error instanceof PinciteError)) throw error;
    return error.toJSON();
  }
}

async function outcomesOf(runs: readonly (() => unknown)[]): Promise<unknown[]> {
  const outcomes: unknown[] = [];
  for (const run of runs) outcomes.push(await outcomeOf(run));
  return outcomes;
}

const stateOf = async (kb: ScopedKnowledgeBase) => (await collect(kb.export())).join('');

/** The names of collections are put right before a store hears of them: that is the same in each. */
const tenantsIn: readonly (readonly [kindOfStore: string, tenancies: readonly Tenancy[]])[] = [
  ['SQLite', tenancies],
  ['PostgreSQL', ['filter']],
];

describe.each(tenantsIn)('a tenant in %s', (kindOfStore, itsTenancies) => {
  let places: StorePlaces;
  beforeAll(async () => {
    places = await storePlaces[kindOfStore]!();
  });
  afterAll(() => places.remove());

  describe.each(itsTenancies)('by %s', (tenancy) => {
    const isShared = tenancy === 'filter';
    const isRefused = (kind: Kind) => kind === 'store' || (kind === 'whole' && isShared);
    let kb: KnowledgeBase;
    /** Has nothing but what the second tenant has. */
    let alone: KnowledgeBase;
    let owner: ScopedKnowledgeBase;
    let rival: ScopedKnowledgeBase;
    let known: Known;
    let before: string;
    beforeAll(async () => {
      kb = await openOver(await places.open());
      alone = await openOver(await places.open());
      owner = kb.scoped({ tenant: 'acme', tenancy, access: 'write' });
      rival = kb.scoped({ tenant: 'rival', tenancy, access: 'write' });
      await fillOwner(owner);
      await fillRival(rival);
      await fillRival(alone);
      known = await whatIsKnownOf(owner);
      before = await stateOf(owner);
    });
    afterAll(() => Promise.all([kb.close(), alone.close()]));

    it('is tried with every method of the class', () => {
      const methods = Reflect.ownKeys(KnowledgeBase.prototype).map(String);
      expect(Object.keys(attempts).sort()).toEqual(methods.filter((name) => name !== 'constructor').sort());
    });

    it.each(Object.entries(attempts))('learns and changes nothing of another by %s', async (_, tried) => {
      const { kind, tells, tries } = tried;
      const outcomes = await outcomesOf(tries(known, rival));
      if (tells)
        expect(normal(await outcomesOf(tries(known, owner)), true)).not.toEqual(normal(outcomes, true));
      if (isRefused(kind)) {
        for (const outcome of outcomes) expect(outcome).toMatchObject({ code: 'ACCESS' });
      } else {
        expect(JSON.stringify(outcomes)).not.toContain(secret);
        const expected = await outcomesOf(tries(known, alone));
        expect(normal(outcomes, isShared)).toEqual(normal(expected, isShared));
      }
      expect(await stateOf(owner)).toBe(before);
    });

    it('sends nothing of another to a language model', async () => {
      const sent = model.requests.length;
      await rival.addDocuments([{ source: note, sourceType: 'text', documentId: 'again' }]);
      await rival.synthesize({ count: 20 });
      const requests = model.requests.slice(sent);
      expect(requests.length).toBeGreaterThan(0);
      expect(JSON.stringify(requests)).not.toContain(secret);
      await owner.synthesize({ count: 1 });
      expect(JSON.stringify(model.requests.at(-1))).toContain(secret);
    });

    it('changes nothing where it may only read', async () => {
      const reader = kb.scoped({ tenant: 'acme', tenancy, access: 'read' });
      for (const { kind, writes, tries } of Object.values(attempts)) {
        const [first] = tries(known, reader);
        if (first === undefined || kind === 'store') continue;
        const outcome = await outcomeOf(first);
        if (writes) expect(outcome).toMatchObject({ code: 'ACCESS' });
        else expect(outcome).not.toMatchObject({ code: 'ACCESS' });
      }
      const target = kb.scoped({ tenant: 'other', tenancy, access: 'read' });
      await expect(owner.copyTo(target)).rejects.toThrow(AccessError);
      expect(await stateOf(owner)).toBe(before);
    });

    it('is not closed with a scope', async () => {
      await kb.scoped({ tenant: 'acme', tenancy, access: 'read' }).close();
      expect(await stateOf(owner)).toBe(before);
    });
  });
});

const inMemory = () => openKnowledgeBase({ store: 'sqlite::memory:' }, { check: 'none' });
const text = (source: string, documentId: string, metadata: Metadata = {}) =>
  ({ source, sourceType: 'text', documentId, metadata }) as const;

describe('the scope of a tenant', () => {
  let kb: KnowledgeBase;
  beforeEach(async () => {
    kb = await inMemory();
    return () => kb.close();
  });
  const scoped = (options: Partial<ScopedOptions> = {}) =>
    kb.scoped({ tenant: 'acme', access: 'write', ...options });

  it('is made of checked options', () => {
    for (const tenant of ['', 'a/b', '@acme', 'a b', '.'.repeat(65), 'é', undefined]) {
      expect(() => scoped({ tenant } as ScopedOptions)).toThrow(ConfigError);
    }
    expect(() => scoped({ tenant: null, tenancy: 'filter' })).toThrow(ConfigError);
    expect(() => scoped({ filter: { $nor: [] } })).toThrow(FilterError);
    expect(() => scoped({ filter: { $or: [{ project: 'a' }, { kind: 'table' }] } })).toThrow(FilterError);
  });

  it('that belongs to none does not reach those of tenants by their stored names', async () => {
    await scoped().addDocuments([text(note, 'note')]);
    const none = scoped({ tenant: null });
    await none.addDocuments([text(draft, 'draft')]);
    expect(await none.collections()).toMatchObject([{ name: 'default', documentCount: 1 }]);
    for (const collection of ['@acme/default', '@rival/default', '@/default']) {
      const adding = none.addDocuments([text(note, 'forged')], { collection });
      expect((await adding).errors).toMatchObject([{ error: { code: 'ACCESS' } }]);
      await expect(none.documents({}, { collection })).rejects.toMatchObject({
        message: `There is no collection "${collection}"`,
        context: { collection, existing: ['default'] },
      });
    }
    const shared = scoped({ tenancy: 'filter' });
    await expect(shared.documents({}, { collection: '@acme/default' })).rejects.toThrow('no collection');
    expect((await kb.collections()).map(({ name }) => name)).toEqual(['@acme/default', 'default']);
  });

  it('shows no stamp, and takes none', async () => {
    const shared = scoped({ tenancy: 'filter' });
    const forged = { 'pincite:tenant': 'rival' };
    const { errors } = await shared.addDocuments([text(note, 'forged', forged), text(draft, 'draft')]);
    expect(errors).toMatchObject([{ error: { code: 'ACCESS' } }]);
    const forgeries: Record<string, string | null>[] = [
      forged,
      { 'pincite:tenant': null },
      { 'metadata.pincite:tenant': 'rival' },
    ];
    for (const metadataUpdates of forgeries) {
      const request = { documentIds: ['draft'], metadataUpdates };
      const chunk = { chunkIds: ['draft#0000'], metadataUpdates };
      await expect(shared.updateDocuments(request)).rejects.toThrow(AccessError);
      await expect(shared.updateDocuments(chunk)).rejects.toThrow(AccessError);
    }
    const lines = (await collect(shared.export())).map((line) =>
      line.replaceAll('"metadata":{}', '"metadata":{"pincite:tenant":"rival"}').replaceAll('draft', 'taken'),
    );
    await expect(shared.import(lines)).rejects.toThrow('reserved');
    expect(await shared.documents()).toMatchObject([{ documentId: 'draft', metadata: {} }]);
    expect(await scoped({ tenant: 'rival', tenancy: 'filter' }).documents()).toEqual([]);
    expect(await kb.documents()).toMatchObject([
      { documentId: '@acme/draft', metadata: { 'pincite:tenant': 'acme' } },
    ]);
  });

  it.each(tenancies)('sees and writes what its filter allows alone, by %s', async (tenancy) => {
    const all = scoped({ tenancy });
    await all.addDocuments([
      text(note, 'note', { client: 'zebra' }),
      text(draft, 'draft', { client: 'ant' }),
    ]);
    const ant = scoped({ tenancy, filter: { client: 'ant' } });
    expect((await ant.documents()).map(({ documentId }) => documentId)).toEqual(['draft']);
    expect(await ant.collections()).toMatchObject([{ documentCount: 1 }]);
    expect((await ant.retrieve('rival', { mode: 'keyword' })).hits).toMatchObject([
      { chunk: { documentId: 'draft' } },
    ]);
    await expect(ant.chunks('note')).rejects.toThrow('There is no document "note" in collection "default"');
    await expect(ant.updateDocuments({ strategy: 'delete', documentIds: ['note'] })).rejects.toThrow(
      NoDocumentsFoundError,
    );
    const added = await ant.addDocuments([
      text(note, 'other', { client: 'zebra' }),
      text(note, 'note', { client: 'ant' }),
      text(note, 'mine', { client: 'ant' }),
    ]);
    expect(added.errors.map(({ error }) => error.code)).toEqual(['ACCESS', 'ACCESS']);
    const leaving = { documentIds: ['mine'], metadataUpdates: { client: 'zebra' } };
    await expect(ant.updateDocuments(leaving)).rejects.toThrow(AccessError);
    const chunk = { ...leaving, documentIds: undefined, chunkIds: ['mine#0000'] };
    await expect(ant.updateDocuments(chunk)).rejects.toThrow(AccessError);
    await expect(ant.removeCollection('default')).rejects.toThrow(AccessError);
    expect((await all.documents()).map(({ documentId, metadata }) => [documentId, metadata])).toEqual([
      ['draft', { client: 'ant' }],
      ['mine', { client: 'ant' }],
      ['note', { client: 'zebra' }],
    ]);
  });

  it('sees what its filter allows at the time, where that names dates seen from now', async () => {
    const scope = kb.scoped({ tenant: null, access: 'write', filter: { ingestedAt: { $lte: 'now' } } });
    await scope.addDocuments([text('The mill.', 'first')]);
    await kb.addDocuments([text('The weir.', 'second')]);
    expect((await scope.documents()).map(({ documentId }) => documentId).sort()).toEqual(['first', 'second']);
  });

  it('sees its collections alone', async () => {
    await scoped().addDocuments([text(note, 'note')], { collection: 'a' });
    await scoped().addDocuments([text(note, 'note')], { collection: 'b' });
    const one = scoped({ collections: ['a', 'c'] });
    expect((await one.collections()).map(({ name }) => name)).toEqual(['a']);
    await expect(one.documents({}, { collection: 'b' })).rejects.toMatchObject({
      context: { existing: ['a'] },
    });
    await expect(one.removeCollection('b')).rejects.toThrow('There is no collection "b"');
    expect((await one.addDocuments([text(note, 'note')], { collection: 'd' })).success).toBe(false);
    expect((await one.addDocuments([text(note, 'note')], { collection: 'c' })).success).toBe(true);
    expect((await scoped().collections()).map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  });

  it('ends what it watches when its parent is closed', async () => {
    const parent = await inMemory();
    const watched = join(folder, 'watched');
    await mkdir(watched);
    await writeFile(join(watched, 'one.txt'), 'The market opens at nine.');
    const failures: unknown[] = [];
    const scope = parent.scoped({ tenant: 'acme', access: 'write' });
    await scope.watch(watched, { debounceMs: 10, onError: (error) => failures.push(error) });
    await parent.close();
    await writeFile(join(watched, 'two.txt'), 'The market closes at five.');
    await delay(300);
    expect(failures).toEqual([]);
  });

  it.each(tenancies)('has vectors and scores that nobody else has paid for, by %s', async (tenancy) => {
    const asked: string[] = [];
    const embedder = {
      modelId: 'paid',
      dimensions: 2,
      maxTokens: 1000,
      cacheable: true,
      embed: async (texts: readonly string[]) => {
        asked.push(...texts);
        return texts.map(() => Float32Array.of(1, 0));
      },
    };
    const paid = await openKnowledgeBase(
      { store: 'sqlite::memory:', embedding: { model: embedder } },
      { check: 'none' },
    );
    const [acme, rival] = ['acme', 'rival'].map((tenant) =>
      paid.scoped({ tenant, tenancy, access: 'write' }),
    ) as [ScopedKnowledgeBase, ScopedKnowledgeBase];
    for (const documentId of ['one', 'two']) {
      for (const scope of [acme, rival]) {
        await scope.addDocuments([{ ...text(note, documentId), title: 'Note' }]);
        await scope.retrieve('rope', { mode: 'vector' });
      }
    }
    expect(asked.filter((one) => one === 'rope')).toHaveLength(2);
    expect(asked.filter((one) => one !== 'rope')).toHaveLength(2);
    await paid.close();
  });
});

const ids = ['a', 'b', 'c'] as const;
const words = ['silver', 'harbour', 'boat', 'mill'] as const;
const change = fc.record({
  tenant: fc.constantFrom(0, 1),
  kind: fc.constantFrom('add', 'add', 'remove', 'patch'),
  documentId: fc.constantFrom(...ids),
  words: fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 }),
});
type Change = typeof change extends fc.Arbitrary<infer One> ? One : never;

/** Fails where there is nothing to remove or to patch. */
async function apply(kb: ScopedKnowledgeBase, { kind, documentId, words: said }: Change): Promise<unknown> {
  const metadataUpdates = { word: said[0]! };
  if (kind === 'add') return kb.addDocuments([text(`The ${said.join(' and the ')}.`, documentId)]);
  const request =
    kind === 'remove'
      ? { strategy: 'delete' as const, documentIds: [documentId] }
      : { documentIds: [documentId], metadataUpdates };
  return outcomeOf(() => kb.updateDocuments(request));
}

async function seenIn(kb: ScopedKnowledgeBase): Promise<unknown> {
  const found = async (word: string, mode: 'vector' | 'keyword', filter?: Filter) => {
    const { hits } = await kb.retrieve(word, { mode, filter, topK: 10, namedDocuments: false });
    return hits.map(({ chunk }) => [chunk.chunkId, chunk.content]).sort();
  };
  return {
    documents: normal(await kb.documents(), true),
    stats: await kb.stats({ groupBy: 'word' }),
    byWord: await Promise.all(words.map((word) => found(word, 'keyword'))),
    byMeaning: await Promise.all(words.map((word) => found('the boat', 'vector', { word }))),
  };
}

describe('two tenants of one store', () => {
  it.each(tenancies)('see what they would see in two stores, by %s', async (tenancy) => {
    const property = fc.asyncProperty(fc.array(change, { minLength: 3, maxLength: 8 }), async (history) => {
      const kb = await inMemory();
      const apart = [await inMemory(), await inMemory()];
      const scopes = ['one', 'two'].map((tenant) => kb.scoped({ tenant, tenancy, access: 'write' }));
      for (const each of [...scopes, ...apart]) await each.addDocuments([text('The mill.', 'first')]);
      for (const one of history) {
        const came = await apply(scopes[one.tenant]!, one);
        expect(normal(came, true)).toEqual(normal(await apply(apart[one.tenant]!, one), true));
      }
      for (const [index, scope] of scopes.entries()) {
        expect(await seenIn(scope)).toEqual(await seenIn(apart[index]!));
      }
      await Promise.all([kb, ...apart].map((one) => one.close()));
    });
    await fc.assert(property, { numRuns: 8 });
  });
});

const clientField = async (one: Pick<KnowledgeBase, 'fields'>) =>
  (await one.fields()).find(({ name }) => name === 'client');

const numbered = (tenant: string, metadata: Metadata, number = 0) => ({
  source: `${tenant} ${number}`,
  sourceType: 'text' as const,
  documentId: `${tenant} ${number}`,
  metadata,
});

describe.each(tenancies)('values that the configuration says of a field (%s)', (tenancy) => {
  it('are told to a tenant where its documents have them', async () => {
    const client = { type: 'string' as const, description: 'whose it is', values: ['Acme', 'Rival'] };
    await using kb = await openKnowledgeBase({
      store: 'sqlite::memory:',
      retrieval: { fields: { client } },
    });
    const forTenant = (tenant: string) => kb.scoped({ tenant, tenancy, access: 'write' });
    await forTenant('acme').addDocuments([numbered('acme', { client: 'Acme' })]);
    await forTenant('rival').addDocuments([numbered('rival', { client: 'Rival' })]);
    await forTenant('none').addDocuments([numbered('none', {})]);
    const many = Array.from({ length: 201 }, (_, number) => numbered('many', {}, 1000 + number));
    await forTenant('many').addDocuments([...many, numbered('many', { client: 'Rival' }, 9999)]);
    expect(await clientField(forTenant('acme'))).toEqual({
      name: 'client',
      type: 'string',
      description: 'whose it is; one of "Acme"',
      values: ['Acme'],
    });
    expect(await clientField(forTenant('rival'))).toMatchObject({ values: ['Rival'] });
    expect(await clientField(forTenant('many'))).toMatchObject({ values: ['Rival'] });
    expect(await clientField(forTenant('none'))).toEqual({
      name: 'client',
      type: 'string',
      description: 'whose it is',
    });
    if (tenancy === 'filter') expect(await clientField(kb)).toMatchObject({ values: ['Acme', 'Rival'] });
  });
});
