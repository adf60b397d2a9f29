/** Parts of a retrieval fail, hang or give nonsense: hits still come while one search has any, and `warnings` says why. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openKnowledgeBase, type ConfigInput, type KnowledgeBase } from '../../src/index.ts';
import {
  startEmbeddingServer,
  type EmbeddingReply,
  type EmbeddingServer,
} from '../support/embedding-server.ts';
import { startOpenAiServer, type ChatReply, type OpenAiServer } from '../support/openai-server.ts';
import {
  startRerankingServer,
  type RankingReply,
  type RerankingServer,
} from '../support/reranking-server.ts';

const secret = 'sk-very-secret-key';
const patience = { timeoutMs: 3000, maxRetries: 0 };
const texts = [
  'The barge was painted in autumn.',
  'The crew of the barge dredged the weir.',
  'Silt is removed.',
];

let embeddings: EmbeddingServer;
let rankings: RerankingServer;
let models: OpenAiServer;

beforeAll(async () => {
  [embeddings, rankings, models] = await Promise.all([
    startEmbeddingServer(),
    startRerankingServer(),
    startOpenAiServer(),
  ]);
});
afterAll(() => Promise.all([embeddings, rankings, models].map((server) => server.close())));

/** A knowledge base for the tests of a suite. */
function knowledgeBase(config: () => ConfigInput): () => KnowledgeBase {
  let kb: KnowledgeBase;
  beforeAll(async () => {
    kb = await openKnowledgeBase({ store: 'sqlite::memory:', ...config() }, { check: 'none' });
    await kb.addDocuments(
      texts.map((source, index) => ({ source, sourceType: 'text' as const, documentId: `d${index}` })),
    );
  });
  afterAll(() => kb.close());
  return () => kb;
}

/** The barge is found, and one warning says what is missing. */
async function expectHits(from: KnowledgeBase, warning: RegExp, options = {}): Promise<void> {
  const response = await from.retrieve('barge', options);
  expect(response.hits.map(({ chunk }) => chunk.documentId)).toEqual(expect.arrayContaining(['d0', 'd1']));
  expect(response.warnings).toEqual([expect.stringMatching(warning)]);
  expect(response.success).toBe(false);
  expect(response.degraded).toEqual([{ stage: expect.any(String), reason: expect.any(String) }]);
  expect(JSON.stringify(response)).not.toContain(secret);
}

describe('an embedding server', () => {
  const faults: readonly [string, EmbeddingReply, RegExp][] = [
    ['fails', { status: 500, message: 'out of memory' }, /HTTP 500: out of memory/],
    ['is overloaded for an hour', { status: 429, headers: { 'retry-after': '3600' } }, /HTTP 429/],
    ['drops the connection', { fault: 'drop' }, /cannot be reached/],
    ['breaks off', { fault: 'cut' }, /vector search failed/],
    ['hangs', { fault: 'hang' }, /did not answer within 3000 ms/],
    ['gives a page', { fault: 'nonsense' }, /vector search failed/],
    ['gives nothing', { rewrite: () => ({}) }, /vector search failed/],
    ['gives no vector', { change: () => [] }, /0 vectors for 1 texts/],
    ['gives two vectors', { change: ([vector]) => [vector!, vector!] }, /2 vectors for 1 texts/],
    ['gives another length', { change: () => [[1, 2, 3]] }, /3 dimensions where 8 are expected/],
    ['gives no numbers', { change: () => [[0, 0, 0, 0, 0, 0, 0, Number.NaN]] }, /vector search failed/],
    ['gives zeros', { change: () => [[0, 0, 0, 0, 0, 0, 0, 0]] }, /vector search failed/],
  ];
  const kb = knowledgeBase(() => {
    const baseUrl = embeddings.baseUrlOf('openai-compatible');
    return { embedding: { model: 'openai-compatible:m', baseUrl, apiKey: secret }, calls: patience };
  });

  it.each(faults)('%s: words are searched', async (_what, reply, why) => {
    embeddings.reply(reply);
    await expectHits(kb(), why);
  });

  it('fails where vectors alone are asked for: words are searched all the same', async () => {
    embeddings.reply({ status: 500 });
    await expectHits(kb(), /from the keyword search alone.*HTTP 500/, { mode: 'vector' });
  });

  it('refuses the key, and repeats it: it is not asked again for a while', async () => {
    embeddings.reply({ status: 401, message: `Bad key ${secret}` });
    const { length } = embeddings.requests;
    for (let time = 0; time < 2; time += 1) await expectHits(kb(), /refused the API key/);
    expect(embeddings.requests).toHaveLength(length + 1);
  });
});

describe("an embedder of one's own", () => {
  const faults: readonly [string, () => unknown][] = [
    ['gives numbers that are none', () => [Float32Array.of(Number.NaN, 1)]],
    ['gives infinite ones', () => [Float32Array.of(Infinity, 1)]],
    ['gives nothing', () => []],
    ['gives undefined', () => undefined],
    ['gives another length', () => [Float32Array.of(1, 2, 3)]],
    [
      'throws what is no error',
      () => {
        throw 'a string';
      },
    ],
  ];
  let give: () => unknown;
  const embed = async (inputs: readonly string[], { role }: { role: string }) =>
    role === 'query' ? (give() as Float32Array[]) : inputs.map((text) => Float32Array.of(1, text.length));
  const model = { modelId: 'own', dimensions: 2, maxTokens: 99, embed };
  const kb = knowledgeBase(() => ({ embedding: { model } }));

  it.each(faults)('%s: words are searched', async (_what, given) => {
    give = given;
    await expectHits(kb(), /vector search failed/);
  });
});

describe('a reranking server', () => {
  const faults: readonly [string, RankingReply, RegExp][] = [
    ['refuses the key, and repeats it', { status: 401, message: `Bad key ${secret}` }, /API key/],
    ['fails', { status: 500 }, /HTTP 500/],
    ['hangs', { fault: 'hang' }, /Reranking failed|scored 0 of/],
    ['drops the connection', { fault: 'drop' }, /cannot be reached/],
    ['gives a page', { fault: 'nonsense' }, /not JSON/],
    ['gives another shape', { rewrite: () => ({ answer: 42 }) }, /holds no ranking/],
    ['leaves all out', { rewrite: () => ({ results: [] }) }, /scored 0 of 3/],
    ['ranks what it was not given', { rewrite: () => ({ results: [{ index: 9, score: 1 }] }) }, /not given/],
    ['ranks twice', { rewrite: ([one]) => ({ results: [one, one] }) }, /not given/],
    ['gives no scores', { rewrite: ([one]) => ({ results: [{ index: one!.index }] }) }, /not given/],
    ['scores with null', { rewrite: () => ({ results: [{ index: 0, score: null }] }) }, /holds no ranking/],
  ];

  const kb = knowledgeBase(() => {
    const { baseUrl } = rankings;
    return { reranking: { model: 'rerank-compatible:m', baseUrl, apiKey: secret }, calls: patience };
  });

  it.each(faults)('%s: the order is that of the searches', async (_what, reply, why) => {
    rankings.reply(reply);
    await expectHits(kb(), why);
    const { hits } = await kb().retrieve('barge');
    const plain = await kb().retrieve('barge', { rerank: false });
    expect(hits.map(({ chunk }) => chunk.chunkId)).toEqual(plain.hits.map(({ chunk }) => chunk.chunkId));
  });

  it('gives scores below 0: they count', async () => {
    rankings.reply({ rewrite: (all) => all.map(({ index }) => ({ index, score: index - 5 })) });
    const { hits, warnings } = await kb().retrieve('the barge');
    expect(warnings).toEqual([]);
    expect(hits.every(({ rerankScore }) => rerankScore! > 0 && rerankScore! < 0.1)).toBe(true);
  });
});

describe("a reranker of one's own", () => {
  const faults: readonly [string, () => unknown, RegExp][] = [
    ['gives nothing', () => undefined, /Reranking failed/],
    ['gives too few scores', () => [0.5], /scored 1 of 3/],
    ['gives no numbers', () => ['high', null, Number.NaN], /scored 0 of 3/],
    ['never ends', () => new Promise(() => {}), /calls\.timeoutMs/],
  ];
  let give: () => unknown;
  const model = { modelId: 'own', rerank: async () => (await give()) as number[] };
  const kb = knowledgeBase(() => ({ reranking: { model }, calls: { timeoutMs: 50 } }));

  it.each(faults)('%s: hits still come', async (_what, given, why) => {
    give = given;
    await expectHits(kb(), why);
  });

  it('gives scores beyond all bounds: they are cut to 0…1', async () => {
    give = () => [Infinity, -Infinity, 7];
    const { hits } = await kb().retrieve('barge');
    expect(hits.map(({ rerankScore }) => rerankScore)).toEqual([1, 1, 0]);
  });
});

describe('a language model that takes part in searches', () => {
  const faults: readonly [string, ChatReply][] = [
    ['refuses the key, and repeats it', { status: 401, message: `Bad key ${secret}` }],
    ['fails', { status: 500 }],
    ['refuses every request', { status: 400, message: 'no' }],
    ['drops the connection', { fault: 'drop' }],
    ['hangs', { fault: 'hang' }],
    ['is slow', { text: '{}', afterMs: 2000 }],
    ['gives a page', { fault: 'nonsense' }],
    ['gives nothing', { text: '' }],
    ['gives words', { text: 'I cannot help with that.' }],
    ['gives another shape', { text: '[1, 2]' }],
    ['gives a megabyte of braces', { text: '{'.repeat(2 ** 20) }],
  ];
  const withModel = (config: ConfigInput) => (): ConfigInput => ({
    llm: { model: 'openai-compatible:m', baseUrl: models.baseUrl, apiKey: secret },
    calls: { maxRetries: 0, timeoutMs: 300 },
    ...config,
  });

  describe('by understanding them', () => {
    const understanding = { rewrite: true, hyde: true, selfQuery: true };
    const kb = knowledgeBase(withModel({}));
    it.each(faults)('%s: the query is searched as it stands', async (_what, reply) => {
      models.reply(reply);
      await expectHits(kb(), /searched as it stands/, understanding);
    });

    const patient = knowledgeBase(withModel({ calls: { maxRetries: 0 } })); // the answer comes, on a slow machine too
    it('writes nonsense as a filter: it is dropped', async () => {
      models.reply({ text: JSON.stringify({ query: null, passage: null, filter: '{"$where":"1"}' }) });
      await expectHits(patient(), /was dropped/, { ...understanding, hyde: false });
    });
  });

  describe('by routing them', () => {
    const routing = [
      { description: 'boats', collections: ['default'] },
      { description: 'cars', collections: ['other'] },
    ];
    const kb = knowledgeBase(withModel({ retrieval: { routing } }));
    it.each(faults)('%s: the default collections are searched', async (_what, reply) => {
      models.reply(reply);
      await expectHits(kb(), /No model chose the collections/);
    });
  });

  describe('by reranking what they find', () => {
    const kb = knowledgeBase(withModel({ reranking: { model: 'llm' } }));
    it.each(faults)('%s: the order is that of the searches', async (_what, reply) => {
      models.reply(reply);
      await expectHits(kb(), /Reranking failed|scored 0 of 3/);
    });
  });
});
