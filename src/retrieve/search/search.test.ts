import { describe, expect, it } from 'vitest';
import type { Embedder } from '../../embed/embedder.ts';
import { EmbeddingError } from '../../errors.ts';
import { fuse } from '../combine/fuse.ts';
import { cut, makeStore, plainRequest } from '../samples.testing.ts';
import type { RetrieveRequest } from '../request.ts';
import { beginRetrieval } from '../retrieval.ts';
import { runStages, StageClock } from '../stage.ts';
import { completing } from './complete.ts';
import { searching } from './search.ts';

const text = 'One. Two.';
const [one, two] = cut('numbers', text, [
  [0, 4],
  [5, 9],
]);
const chunks = [
  { chunk: one!, vector: Float32Array.of(1, 0) },
  { chunk: two!, vector: Float32Array.of(0, 1) },
];
const store = makeStore([{ collection: 'default', documentId: 'numbers', text, chunks }]);

/** The query is the first axis, a passage the second. */
const embedder: Embedder = {
  modelId: 'test',
  dimensions: 2,
  maxTokens: 100,
  embed: async (texts, { role }) =>
    texts.map(() => (role === 'query' ? Float32Array.of(1, 0) : Float32Array.of(0, 1))),
};

const run = (hyde?: string, { other = embedder, candidates = 2, keyword = false } = {}) => {
  const request: RetrieveRequest = {
    ...plainRequest,
    query: 'one',
    keyword,
    topK: 2,
    candidates: { vector: candidates, keyword: candidates },
    fusion: { method: 'minmax', vectorWeight: 0.5, k: 60 },
  };
  const parts = { store, embedderFor: async () => other, tokenizer: async () => ({ count: () => 1 }) };
  const context = { parts, given: request, clock: new StageClock(), reads: store };
  return runStages([searching, completing], { ...beginRetrieval(request), hyde }, context);
};

type Found = Awaited<ReturnType<typeof run>>;
const scores = (leg: 'vector' | 'hyde', { legs }: Found) =>
  Object.fromEntries(legs[leg]!.map(({ chunkId, score }) => [chunkId, score]));

describe('search with a hypothetical passage', () => {
  it('is a search of its own beside that of the query, with its own list of candidates', async () => {
    const found = await run('two');
    expect(scores('vector', found)).toEqual({ 'numbers#0000': 1, 'numbers#0001': 0 });
    expect(scores('hyde', found)).toEqual({ 'numbers#0000': 0, 'numbers#0001': 1 });
    expect((await run()).legs.hyde).toBeUndefined();
  });

  it('has each list score what only another one found', async () => {
    const found = await run('two', { candidates: 1 });
    expect(scores('vector', found)).toEqual({ 'numbers#0000': 1, 'numbers#0001': 0 });
    expect(scores('hyde', found)).toEqual({ 'numbers#0000': 0, 'numbers#0001': 1 });
    const [first, second] = fuse(found.legs, found.fusion);
    expect([first!.fusedScore, second!.fusedScore]).toEqual([0.5, 0.5]);
    expect([first!.vectorScore, second!.vectorScore]).toEqual([1, 0]);
  });

  it('is left out where the passage cannot be embedded, and says so', async () => {
    const found = await run('two', { other: embedderOf({ passage: new EmbeddingError('too long') }) });
    expect(found.legs.vector).toEqual((await run()).legs.vector);
    expect(found.legs.hyde).toBeUndefined();
    expect(found.warnings).toEqual([
      'The hyde search failed, results are from the vector search alone: too long',
    ]);
  });

  it('finds by the passage where the model knows no word of the query, which is worth no warning', async () => {
    const found = await run('two', { other: embedderOf({ query: Float32Array.of(0, 0) }), keyword: true });
    expect(found.legs.vector).toBeUndefined();
    expect(fuse(found.legs, found.fusion).map(({ chunkId }) => chunkId)).toContain('numbers#0001');
    expect(found.warnings).toEqual([]);
  });
});

/** Gives something else for one role, and knows no word that has a vector of zeros. */
function embedderOf(given: { query?: Float32Array; passage?: EmbeddingError }): Embedder {
  return {
    ...embedder,
    vectorWeight: (searched) => (given.query && searched === 'one' ? 0 : 0.5),
    async embed(texts, options) {
      if (given.passage && options.role === 'passage') throw given.passage;
      if (given.query && options.role === 'query') return texts.map(() => given.query!);
      return embedder.embed(texts, options);
    },
  };
}
