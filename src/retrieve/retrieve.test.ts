import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CollectionNotFoundError, EmbeddingModelMismatchError, StoreError } from '../errors.ts';
import type { Embedder } from '../embed/embedder.ts';
import type { Store } from '../store/store.ts';
import type { RetrieveParts } from './parts.ts';
import type { Reranker } from './reranker.ts';
import type { RetrieveRequest } from './request.ts';
import { retrieve } from './retrieve.ts';
import { cut, makeStore, plainRequest, type SampleDocument } from './samples.testing.ts';

/** Chunks are the sentences of the text; vectors point to "wings" (1, 0) and to "pay" (0, 1). */
function sample(documentId: string, text: string, collection = 'default'): SampleDocument {
  const sentences = [...text.matchAll(/[^.]+\./g)].map((match) => {
    const start = match.index + match[0].search(/\S/);
    return [start, match.index + match[0].length] as const;
  });
  const chunks = cut(documentId, text, sentences).map((chunk) => ({
    chunk,
    vector: embedText(chunk.content),
  }));
  return { collection, documentId, text, chunks };
}

function embedText(text: string): Float32Array {
  const wings = text.match(/wing|blade/gi)?.length ?? 0;
  const pay = text.match(/pay|dividend/gi)?.length ?? 0;
  const length = Math.hypot(wings, pay) || 1;
  return Float32Array.of(wings / length, pay / length);
}

const embedder: Embedder = {
  modelId: 'test',
  dimensions: 2,
  maxTokens: 100,
  embed: async (texts) => texts.map(embedText),
};

const documents = [
  sample(
    'turbine',
    'The blades turn. A wing of the turbine is long. Wings are cleaned in May. Ladders are kept in the hall.',
  ),
  sample('report', 'We pay a dividend. The hall was painted. Wing and pay are both here.'),
];

const defaults: RetrieveRequest = { ...plainRequest, rerank: { candidates: 100, timeBudgetMs: 1000 } };

interface Setting extends Partial<RetrieveRequest> {
  readonly store?: Partial<Store>;
  readonly embedder?: Embedder;
  readonly embedderFor?: RetrieveParts['embedderFor'];
  readonly reranker?: Reranker;
  readonly documents?: readonly SampleDocument[];
}

/** One embedder for the collections that are embedded with it. */
function only(one: Embedder): RetrieveParts['embedderFor'] {
  return async ({ name, embeddingModel }) => {
    if (embeddingModel === one.modelId) return one;
    throw new EmbeddingModelMismatchError(`${name} is embedded with ${embeddingModel}`);
  };
}

function run({
  store,
  embedder: otherEmbedder,
  embedderFor,
  reranker,
  documents: others,
  ...request
}: Setting = {}) {
  const parts = {
    store: makeStore(others ?? documents, store),
    embedderFor: embedderFor ?? only(otherEmbedder ?? embedder),
    reranker,
    tokenizer: async () => ({ count: (text: string) => text.split(/\s+/).length }),
  };
  return retrieve(parts, { ...defaults, ...request });
}

const ids = ({ hits }: Awaited<ReturnType<typeof run>>) => hits.map(({ chunk }) => chunk.chunkId);
const fails = async (): Promise<never> => {
  throw new StoreError('disk on fire');
};

const samples = makeStore(documents);
/** Where something is asked for beyond the ends of documents, which are short. */
const failsAround: Store['chunks'] = async (collection, chunkIds) => {
  const chunks = await samples.chunks(collection, chunkIds);
  return chunks.length === chunkIds.length ? chunks : fails();
};

/** The chunks that are asked for last: those around hits. */
async function askedAround(tokenBudget: number): Promise<readonly string[]> {
  let asked: readonly string[] = [];
  const chunks: Store['chunks'] = (collection, chunkIds) => {
    asked = chunkIds;
    return samples.chunks(collection, chunkIds);
  };
  await run({ tokenBudget, contextWindow: 1, store: { chunks } });
  return asked;
}

const searchesOf = async (mode: RetrieveRequest['mode']) => {
  const { stats } = await run({ mode });
  const stages = stats.stages.map(({ stage }) => stage);
  return stages.filter((stage) => stage === 'vector' || stage === 'keyword').toSorted();
};

const scoresOf = async (setting: Setting) =>
  (await run({ ...setting, maxChunksPerDocument: 10 })).hits.map(({ relevanceScore }) => relevanceScore);
const ghost = async () => [{ chunkId: 'ghost#0000', score: 1 }];

describe('retrieve', () => {
  it('ranks what both searches find first, with every score and ranks from 1', async () => {
    const response = await run();
    expect(ids(response)[0]).toBe('turbine#0001');
    expect(response.hits[0]).toMatchObject({ rank: 1, vectorScore: 1, keywordScore: 1.5, fusedScore: 1 });
    expect(response.hits.map(({ rank }) => rank)).toEqual(response.hits.map((_, index) => index + 1));
    expect(response.warnings).toEqual([]);
    expect(response.queries).toMatchObject({
      standard: 'wing of the hall',
      terms: [{ term: 'wing', idf: 1 }, {}, {}, {}],
    });
  });

  it('lists the stages in order with what left them', async () => {
    const { stats, hits } = await run({ topK: 2 });
    expect(stats.stages.map(({ stage }) => stage)).toEqual([
      'embed',
      'keyword',
      'vector',
      'complete',
      'fuse',
      'places',
      'deduplicate',
      'diversify',
      'select',
      'read',
      'expand',
      'sources',
      'budget',
    ]);
    expect(stats.stages.find(({ stage }) => stage === 'select')?.count).toBe(hits.length);
    expect(stats.stages.every(({ ms }) => ms >= 0 && ms <= stats.totalMs)).toBe(true);
  });

  it('gives the same response for the same request, times aside', async () => {
    const [first, second] = [await run({ contextWindow: 1 }), await run({ contextWindow: 1 })];
    expect({ ...first, stats: 0 }).toEqual({ ...second, stats: 0 });
  });

  it('searches as the mode says', async () => {
    expect(await searchesOf('hybrid')).toEqual(['keyword', 'vector']);
    expect(await searchesOf('vector')).toEqual(['vector']);
    expect(await searchesOf('fast')).toEqual(['vector']);
    expect(await searchesOf('keyword')).toEqual(['keyword']);
  });

  it('normalises white space and composition of the query', async () => {
    const { queries, query } = await run({ query: '  cafe\u0301\n wing ' });
    expect(queries.standard).toBe('caf\u00e9 wing');
    expect(query).toBe('  cafe\u0301\n wing ');
  });

  it('keeps hits from the threshold of relevance on', async () => {
    const all = await run({ topK: 20 });
    const scores = all.hits.map(({ relevanceScore }) => relevanceScore);
    const scoreThreshold = scores.toSorted((a, b) => b - a)[1]!;
    const kept = await run({ scoreThreshold });
    expect(kept.hits).toHaveLength(scores.filter((score) => score >= scoreThreshold).length);
    expect(kept.hits.length).toBeLessThan(all.hits.length);
  });

  it('says how far off they are where none reaches the threshold', async () => {
    const { hits, warnings } = await run({ scoreThreshold: 0.99 });
    expect(hits).toEqual([]);
    expect(warnings).toEqual([
      expect.stringMatching(/^\d hits are below scoreThreshold 0\.99, the best has 0\.\d\d$/),
    ]);
    expect((await run({ scoreThreshold: 0.1 })).warnings).toEqual([]);
  });

  it('scores a question lower whose rare word no document has', async () => {
    const known = await run({ query: 'wing turbine', mode: 'keyword' });
    const unknown = await run({ query: 'wing zeppelin', mode: 'keyword' });
    expect(known.hits[0]!.relevanceScore).toBeGreaterThan(2 * unknown.hits[0]!.relevanceScore);
    expect(unknown.hits[0]!.fusedScore).toBe(1);
  });

  it('searches several collections and tells their documents apart', async () => {
    const both = [...documents, sample('turbine', 'A wing of wood in the hall.', 'archive')];
    const { hits, sources } = await run({ documents: both, collections: ['default', 'archive'] });
    expect(hits.some(({ chunk }) => chunk.content.includes('wood'))).toBe(true);
    expect(
      sources
        .filter(({ document }) => document.documentId === 'turbine')
        .map(({ document }) => document.collection)
        .toSorted(),
    ).toEqual(['archive', 'default']);
  });

  it('describes the sources of the hits, best first, and groups on request', async () => {
    const response = await run({ maxChunksPerDocument: 1 });
    expect(response.groups).toEqual([]);
    expect(response.sources.map(({ document }) => document.documentId)).toEqual(['turbine', 'report']);
    const turbine = response.hits.filter(({ chunk }) => chunk.documentId === 'turbine');
    expect(response.sources[0]?.chunkCount).toBe(turbine.length);
    expect(response.sources[0]?.bestScore).toBe(
      Math.max(...turbine.map(({ relevanceScore }) => relevanceScore)),
    );
    const { groups } = await run({ groupByDocument: true, maxChunksPerDocument: 10 });
    expect(groups[0]?.hits.length).toBe(3);
  });

  it('gives the passages around the hits as exact slices of their documents', async () => {
    const { passages, omitted } = await run({ topK: 2, contextWindow: 1 });
    const text = documents.find(({ documentId }) => documentId === passages[0]?.documentId)!.text;
    expect(passages[0]?.text).toBe(text.slice(passages[0]?.charStart, passages[0]?.charEnd));
    expect(passages[0]?.chunkIds.length).toBeGreaterThan(1);
    expect(omitted).toEqual([]);
  });

  it('omits hits beyond the token budget from the passages, not from the hits', async () => {
    const { passages, omitted, hits } = await run({ tokenBudget: 8 });
    expect(passages.reduce((sum, { tokenCount }) => sum + tokenCount, 0)).toBeLessThanOrEqual(8);
    expect(omitted.length).toBeGreaterThan(0);
    expect(hits.map(({ chunk }) => chunk.chunkId)).toEqual(expect.arrayContaining([...omitted]));
  });

  it('reads around those hits only that may fit the token budget', async () => {
    const { hits } = await run();
    const [best] = hits;
    const { documentId, sequence } = best!.chunk;
    const places = [sequence - 1, sequence, sequence + 1].filter((place) => place >= 0);
    expect(await askedAround(8)).toEqual(places.map((place) => `${documentId}#000${place}`));
    expect((await askedAround(1000)).length).toBeGreaterThan(hits.length);
  });

  it('says so where the token budget holds no hit', async () => {
    const { passages, warnings } = await run({ tokenBudget: 1 });
    expect(passages).toEqual([]);
    expect(warnings).toEqual(['No hit fits tokenBudget 1, the shortest has 3 tokens']);
  });

  it('finds nothing without failing', async () => {
    const response = await run({ query: 'zeppelin', mode: 'keyword' });
    expect(response).toMatchObject({ hits: [], passages: [], sources: [], warnings: [] });
  });
});

describe('retrieve over collections with models of their own', () => {
  const turned: Embedder = {
    ...embedder,
    modelId: 'turned',
    embed: async (texts) => texts.map((text) => embedText(text).toReversed()),
  };
  const embedderFor: RetrieveParts['embedderFor'] = async ({ embeddingModel }) =>
    embeddingModel === 'turned' ? turned : embedder;

  it('searches each collection with the vector of its model', async () => {
    const plain = makeStore([...documents, sample('notes', 'Pay the wing.', 'other')]);
    const asked = new Map<string, Float32Array>();
    const store: Partial<Store> = {
      collections: async () =>
        (await plain.collections()).map((one) =>
          one.name === 'other' ? { ...one, embeddingModel: 'turned' } : one,
        ),
      searchVector: (vector, scope) => {
        asked.set(`${scope.collection} ${scope.embeddingModel}`, vector);
        return plain.searchVector(vector, scope);
      },
    };
    await run({ store, embedderFor, collections: ['default', 'other'], mode: 'vector' });
    expect(asked).toEqual(
      new Map([
        ['default test', Float32Array.of(1, 0)],
        ['other turned', Float32Array.of(0, 1)],
      ]),
    );
  });

  it('embeds the query again when the collection is embedded anew after it was read', async () => {
    const plain = makeStore(documents);
    const asked: string[] = [];
    const store: Partial<Store> = {
      collectionSpec: async (name) => ({ name, embeddingModel: 'turned', dimensions: 2, maxTokens: 100 }),
      searchVector: async (vector, scope) => {
        asked.push(`${scope.embeddingModel} ${[...vector].join(' ')}`);
        if (scope.embeddingModel !== 'turned') throw new EmbeddingModelMismatchError('embedded anew');
        return plain.searchVector(vector, scope);
      },
    };
    const response = await run({ store, embedderFor, mode: 'vector' });
    expect(asked).toEqual(['test 1 0', 'turned 0 1']);
    expect(response.warnings).toEqual([]);
    expect(response.hits.length).toBeGreaterThan(0);
  });
});

/** How often each search over everything and the embedder are asked for a request. */
async function counted(setting: Setting) {
  const calls = { vector: 0, keyword: 0, embed: 0 };
  const plain = makeStore(setting.documents ?? documents);
  const store: Partial<Store> = {
    searchVector: (vector, scope) => {
      if (!scope.among) calls.vector += 1;
      return plain.searchVector(vector, scope);
    },
    searchKeyword: (query, scope) => {
      if (!scope.among) calls.keyword += 1;
      return plain.searchKeyword(query, scope);
    },
  };
  const embed: Embedder['embed'] = (...given) => ((calls.embed += 1), embedder.embed(...given));
  return { response: await run({ ...setting, store, embedder: { ...embedder, embed } }), calls };
}

describe('retrieve with two searches that find different chunks', () => {
  const few = { candidates: { vector: 2, keyword: 2 }, topK: 3, query: 'wing of the hall' };

  it('has each score what only the other one found', async () => {
    const all = new Map((await run()).hits.map((hit) => [hit.chunk.chunkId, hit]));
    const { hits, warnings } = await run(few);
    expect(warnings).toEqual([]);
    expect(hits.length).toBeGreaterThan(2);
    for (const { chunk, vectorScore, keywordScore, relevanceScore } of hits) {
      expect({ vectorScore, keywordScore, relevanceScore }).toEqual({
        relevanceScore: all.get(chunk.chunkId)!.relevanceScore,
        vectorScore: all.get(chunk.chunkId)!.vectorScore,
        keywordScore: all.get(chunk.chunkId)!.keywordScore,
      });
    }
  });

  it('says so and goes on where that fails', async () => {
    const plain = makeStore(documents);
    const store: Partial<Store> = {
      searchVector: (vector, scope) => (scope.among ? fails() : plain.searchVector(vector, scope)),
    };
    const { hits, warnings } = await run({ ...few, store });
    expect(hits.length).toBeGreaterThan(2);
    expect(warnings.join()).toMatch(/What only one search found was not scored by the others: /);
  });

  it('leaves the lists as they are for fusion by ranks', async () => {
    const { hits } = await run({ ...few, fusion: { method: 'rrf', vectorWeight: 'auto', k: 60 } });
    expect(hits.filter(({ vectorScore }) => vectorScore !== undefined)).toHaveLength(2);
  });
});

describe('retrieve where much is found twice', () => {
  const letters = Array.from({ length: 90 }, (_, index) =>
    sample(`letter${100 + index}`, index < 60 ? 'The wing is long.' : `The wing ${index} is long and old.`),
  );

  it('searches for more until topK distinct hits are there, and embeds the query once', async () => {
    const { response, calls } = await counted({ documents: letters, query: 'wing' });
    expect(response.hits).toHaveLength(20);
    expect(calls).toEqual({ vector: 2, keyword: 2, embed: 1 });
    const stages = response.stats.stages.map(({ stage }) => stage);
    expect(new Set(stages).size).toBe(stages.length);
    expect(response.stats.stages.find(({ stage }) => stage === 'keyword')?.count).toBe(90);
  });

  it('searches for more where the limit for a document drops hits', async () => {
    const long = sample('along', 'The wing is long. '.repeat(60).replaceAll('long', 'long and old'));
    const { response } = await counted({
      documents: [long, ...letters.slice(60)],
      query: 'wing',
      deduplicate: false,
    });
    expect(response.hits).toHaveLength(20);
  });

  it('searches once where enough is found, and ends where there is no more', async () => {
    const once = { vector: 1, keyword: 1, embed: 1 };
    expect((await counted({ documents: letters.slice(60), query: 'wing' })).calls).toEqual(once);
    expect((await counted({ query: 'wing' })).calls).toEqual(once);
    const { response, calls } = await counted({ documents: letters.slice(0, 60), query: 'wing' });
    expect(response.hits).toHaveLength(1);
    expect(calls).toEqual({ vector: 3, keyword: 3, embed: 1 });
  });
});

describe('retrieve with hits that are alike', () => {
  it('puts them apart before the cap for a document', async () => {
    const maxChunksPerDocument = 3;
    const usual = await run({ maxChunksPerDocument });
    const apart = await run({ mmr: 0.2, maxChunksPerDocument });
    expect(ids(apart)[0]).toBe(ids(usual)[0]);
    expect(ids(apart)).toHaveLength(ids(usual).length);
    expect(ids(apart)).not.toEqual(ids(usual));
    const stages = apart.stats.stages.map(({ stage }) => stage);
    expect(stages.indexOf('mmr')).toBe(stages.indexOf('diversify') - 1);
  });

  it('says so and keeps the order where their vectors cannot be read', async () => {
    const response = await run({ mmr: 0.2, store: { vectors: fails } });
    expect(ids(response)).toEqual(ids(await run()));
    expect(response.warnings.join()).toMatch(/not put apart: disk on fire/);
  });
});

describe('retrieve with a reranker', () => {
  const byLength: Reranker = {
    modelId: 'length',
    rerank: async (_, passages) => passages.map((passage) => passage.length / 100),
  };

  it('is missed where the call itself asks for one', async () => {
    const rerank = { ...defaults.rerank!, isAskedFor: true };
    const missing = /^A reranker is not configured/;
    expect((await run({ rerank })).warnings).toEqual([expect.stringMatching(missing)]);
    expect((await run({ rerank, reranker: byLength })).warnings).toEqual([]);
  });

  it('orders by its scores, which become the relevance', async () => {
    const { hits } = await run({ reranker: byLength, maxChunksPerDocument: 10 });
    const scores = hits.map(({ chunk }) => chunk.content.length / 100);
    expect(hits.map(({ relevanceScore }) => relevanceScore)).toEqual(scores.toSorted((a, b) => b - a));
  });

  it('ranks what it left unscored behind, in the former order', async () => {
    const onlyLast: Reranker = {
      modelId: 'last',
      rerank: async (_, passages) =>
        passages.map((__, index) => (index === passages.length - 1 ? 0.1 : undefined)),
    };
    const plain = ids(await run({ maxChunksPerDocument: 10 }));
    const reranked = ids(await run({ reranker: onlyLast, maxChunksPerDocument: 10 }));
    expect(reranked).toEqual([plain.at(-1), ...plain.slice(0, -1)]);
    const overflowing: Reranker = {
      modelId: 'overflowing',
      rerank: async (...pair) => (await onlyLast.rerank(...pair)).map((score) => score ?? NaN),
    };
    expect(ids(await run({ reranker: overflowing, maxChunksPerDocument: 10 }))).toEqual(reranked);
  });

  it('holds what it left unscored for no more relevant than what it scored', async () => {
    const doubting: Reranker = {
      modelId: 'doubting',
      rerank: async (_, passages) =>
        passages.map((__, index) => (index < 2 ? 0.02 / (index + 1) : undefined)),
    };
    const [first, second, ...others] = await scoresOf({ reranker: doubting });
    expect([first, second]).toEqual([0.02, 0.01]);
    expect(Math.max(...others)).toBeLessThanOrEqual(0.01);
    expect(Math.max(...(await scoresOf({})).slice(2))).toBeGreaterThan(0.01);
  });

  it('says how many it scored where the time was over, and reads no more than it may', async () => {
    const seen: number[] = [];
    const slow: Reranker = {
      modelId: 'slow',
      async rerank(_, passages) {
        seen.push(passages.length);
        return passages.map((_passage, index) => (index === 0 ? 0.5 : undefined));
      },
    };
    const { warnings } = await run({ reranker: slow, rerank: { candidates: 3, timeBudgetMs: 1 } });
    expect(seen).toEqual([3]);
    expect(warnings).toEqual([expect.stringMatching(/scored 1 of 3 hits/)]);
  });

  it.each(['fast', 'keyword'] as const)('is not asked in mode %s, nor when switched off', async (mode) => {
    const never: Reranker = { modelId: 'never', rerank: fails };
    expect((await run({ reranker: never, mode })).warnings).toEqual([]);
    expect((await run({ reranker: never, rerank: undefined })).warnings).toEqual([]);
  });

  it('keeps the fused order and warns when it fails', async () => {
    const response = await run({ reranker: { modelId: 'broken', rerank: fails } });
    expect(ids(response)).toEqual(ids(await run()));
    expect(response.warnings).toEqual([expect.stringContaining('disk on fire')]);
  });
});

it('gives passages of a document that changes meanwhile no text but that of their span, before or after', async () => {
  const before =
    'The blades turn. A wing is long. Nothing is here. Wings are cleaned. Ladders are in the hall.';
  const changes = [
    'No.',
    before.slice(0, 33) + 'No.',
    ' '.repeat(200),
    `Very ${before}`,
    'The wing. A b. C d. E f.',
  ];
  const property = fc.asyncProperty(
    fc.constantFrom(...changes),
    fc.nat(3),
    fc.option(fc.nat(30), { nil: undefined }),
    async (after, reads, tokenBudget) => {
      const states = [before, after].map((text) => makeStore([sample('a', text)]));
      let done = 0;
      const now = () => states[done++ < reads ? 0 : 1]!;
      const store: Partial<Store> = {
        places: (...given) => now().places(...given),
        read: (action) => action(now()),
      };
      const request = { contextWindow: 1, ...(tokenBudget !== undefined && { tokenBudget }) };
      const { passages } = await run({ documents: [sample('a', before)], store, ...request });
      for (const { text, charStart, charEnd } of passages) {
        expect([before, after].map((whole) => whole.slice(charStart, charEnd))).toContain(text);
      }
    },
  );
  await fc.assert(property, { numRuns: 120 });
});

describe('retrieve when a search fails', () => {
  const brokenEmbedder: Embedder = { ...embedder, embed: fails };

  it('goes on with vectors and warns when the keyword search fails', async () => {
    const response = await run({ store: { searchKeyword: fails } });
    expect(ids(response)).toEqual(ids(await run({ mode: 'fast' })));
    expect(response.warnings).toEqual([expect.stringMatching(/keyword search failed.*disk on fire/)]);
  });

  const inRounds = { candidates: { vector: 1, keyword: 1 } };
  const failsFirst = (): Partial<Store> => {
    const whole = makeStore(documents);
    let calls = 0;
    return { searchVector: async (...given) => (calls++ === 0 ? fails() : whole.searchVector(...given)) };
  };
  const isDegraded = { stage: 'vector', reason: 'disk on fire' };

  it('names what failed once, however often it searches for more', async () => {
    const response = await run({ ...inRounds, store: { searchVector: fails } });
    expect(response.hits.length).toBeGreaterThan(2);
    expect(response.degraded).toEqual([isDegraded]);
    expect(response.warnings).toEqual([expect.stringContaining('disk on fire')]);
  });

  it('names nothing that failed in a round whose result is not used', async () => {
    const response = await run({ ...inRounds, store: failsFirst() });
    expect(response).toMatchObject({ success: true, degraded: [], warnings: [] });
    expect(ids(response)).toEqual(ids(await run(inRounds)));
  });

  it('names what failed while it looked for sections', async () => {
    const response = await run({ sections: 1, store: failsFirst() });
    expect(response).toMatchObject({ success: false, degraded: [isDegraded] });
    expect(response.warnings).toEqual([
      expect.stringMatching(/^While sections were looked for: .*disk on fire/),
    ]);
  });

  it('says that the model knows no word of the query where nothing else finds anything, which is no failure', async () => {
    const knowsNothing: Embedder = {
      ...embedder,
      embed: async (texts) => texts.map(() => new Float32Array(embedder.dimensions)),
      vectorWeight: () => 0,
    };
    expect((await run({ embedder: knowsNothing })).warnings).toEqual([]);
    const { warnings } = await run({ embedder: knowsNothing, query: 'zzqx' });
    expect(warnings).toEqual([
      `The embedding model (${embedder.modelId}) knows no word of the query: keywords alone were searched`,
    ]);
    const broken = await run({ embedder: { ...knowsNothing, vectorWeight: () => 1 } });
    expect(broken.warnings).toEqual([expect.stringMatching(/vector search failed.*zeros/)]);
  });

  it.each([
    ['embedding', { embedder: brokenEmbedder }],
    ['vector search', { store: { searchVector: fails } }],
  ])('goes on with keywords and warns when the %s fails', async (_, setting) => {
    const expected = ids(await run({ mode: 'keyword' }));
    for (const mode of ['full', 'hybrid', 'vector', 'fast'] as const) {
      const response = await run({ ...setting, mode });
      expect(ids(response)).toEqual(expected);
      expect(response.warnings).toEqual([expect.stringContaining('vector search failed')]);
    }
  });

  it.each([
    ['documents', { documentsById: fails }, /documents of the hits could not be read: disk on fire/],
    ['chunks around them', { chunks: failsAround }, /Nothing was read around the hits: disk on fire/],
  ])('gives the hits where the %s cannot be read, and warns', async (_, store, warning) => {
    const response = await run({ store, contextWindow: 9 });
    expect(ids(response)).toEqual(ids(await run()));
    expect(response.passages).not.toEqual([]);
    expect(response.warnings).toEqual([expect.stringMatching(warning)]);
  });

  it('leaves out what a search finds and the store does not have', async () => {
    expect(ids(await run({ store: { searchVector: ghost } })).toSorted()).toEqual(
      ids(await run({ mode: 'keyword' })).toSorted(),
    );
  });

  it('is never empty while one search has hits, whatever else fails, and says what does', async () => {
    const parts = ['embed', 'vector', 'rerank', 'documents', 'around', 'documentText'] as const;
    const property = fc.asyncProperty(fc.subarray([...parts]), fc.boolean(), async (failing, inKeywords) => {
      const has = (part: (typeof parts)[number]) => failing.includes(part);
      const isVectorLost = has('embed') || has('vector');
      const { hits, warnings } = await run({
        contextWindow: 9,
        scoring: { ...defaults.scoring, recency: 1 },
        embedder: has('embed') ? brokenEmbedder : embedder,
        reranker: { modelId: 'one', rerank: has('rerank') ? fails : async () => [1] },
        store: {
          ...(has('vector') && { searchVector: fails }),
          ...(inKeywords && !isVectorLost && { searchKeyword: fails }),
          ...(has('documents') && { documentsById: fails }),
          ...(has('around') && { chunks: failsAround }),
          ...(has('documentText') && { documentText: fails }),
        },
      });
      expect(hits.length).toBeGreaterThan(0);
      const failed = failing.length > 0 || (inKeywords && !isVectorLost);
      expect(warnings.join().includes('disk on fire')).toBe(failed);
    });
    await fc.assert(property);
  });

  it('goes on with keywords when no word of the query is known to the model', async () => {
    const response = await run({ query: 'hall' });
    expect(ids(response)).toEqual(ids(await run({ query: 'hall', mode: 'keyword' })));
    expect(response.warnings).toHaveLength(1);
  });

  it('throws the error when every search fails', async () => {
    const store = { searchKeyword: fails, searchVector: fails };
    for (const mode of ['full', 'fast', 'keyword'] as const) {
      await expect(run({ store, mode })).rejects.toThrow('disk on fire');
    }
  });

  it('throws the reason of the signal on abort instead of degrading', async () => {
    const controller = new AbortController();
    const searchKeyword = async () => {
      controller.abort(new Error('enough'));
      throw new StoreError('cancelled');
    };
    await expect(run({ store: { searchKeyword }, signal: controller.signal })).rejects.toThrow('enough');
    await expect(run({ signal: AbortSignal.abort(new Error('at once')) })).rejects.toThrow('at once');
  });

  it('refuses a collection that is not there, and one of another embedding model', async () => {
    await expect(run({ collections: ['missing'] })).rejects.toThrow(CollectionNotFoundError);
    const other = { ...embedder, modelId: 'other' };
    await expect(run({ embedder: other })).rejects.toThrow(EmbeddingModelMismatchError);
    expect((await run({ embedder: other, mode: 'keyword' })).hits.length).toBeGreaterThan(0);
  });
});
