/**
 * What a hypothetical passage (HyDE) does for retrieval, as a search of its own and as the mean of its vector with the query's.
 *
 *   npm run bench -- retrieval/hyde [scifact cranfield cacm] [--split test] [--data <folder>]
 *
 * No language model writes here: this is a simulation. Four sentences at most of a document of the collection stand for the passage:
 *
 * - `keyword`: of the query's first hit by words. It is often right, and stands in the collection, as a generated one would not.
 * - `relevant`: of a document that is judged relevant, which is left out of hits and judgments then; queries with more than
 *   one such document. As good as a passage can be.
 * - `other`: of the first hit of the next query: a passage that is wrong altogether.
 *
 * The built-in embedder without adaptation. The mean is made here, by an embedder that gives it for the query.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openBuiltInEmbedder } from '../../src/embed/built-in/built-in.ts';
import type { Embedder } from '../../src/embed/embedder.ts';
import { compare, mean, ndcgAt, recallAt } from '../../src/evaluate/index.ts';
import { openKnowledgeBase, type KnowledgeBase } from '../../src/index.ts';
import { splitSentences } from '../../src/text/structure/sentences.ts';
import { readBeir, sharedCollections, type BeirQuery } from './beir.ts';

// Node 20 does not import it under jiti unless it was required before.
createRequire(import.meta.url)('ai');
const { MockLanguageModelV3 } = await import('ai/test');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    split: { type: 'string', default: 'test' },
    data: { type: 'string', default: sharedCollections },
  },
});
const kinds = ['keyword', 'relevant', 'other'] as const;
const ways = ['none', 'mean', 'own'] as const;
const metrics = { 'nDCG@10': ndcgAt, 'recall@10': recallAt };
/** Documents of which the first ten are judged. */
const topK = 10;
const mostSentences = 4;

const builtIn = openBuiltInEmbedder();
/** What the model “writes” for the query that is being searched. */
let passage = '';

const writer = new MockLanguageModelV3({
  doGenerate: async () => ({
    content: [{ type: 'text', text: JSON.stringify({ query: null, passage, filter: null }) }],
    finishReason: { unified: 'stop', raw: undefined },
    usage: {
      inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 0, text: 0, reasoning: 0 },
    },
    warnings: [],
  }),
});

/** Gives the direction between query and passage for the query. */
const meanEmbedder: Embedder = {
  ...builtIn,
  async embed(texts, options) {
    const vectors = await builtIn.embed(texts, options);
    if (options.role === 'passage') return vectors;
    const [other] = await builtIn.embed([passage], { ...options, role: 'passage' });
    return vectors.map((vector) => {
      const sum = vector.map((value, index) => value + other![index]!);
      const length = Math.hypot(...sum);
      return length === 0 ? vector : sum.map((value) => value / length);
    });
  },
};

const open = (folder: string, way: (typeof ways)[number]): Promise<KnowledgeBase> =>
  openKnowledgeBase(
    {
      store: `sqlite:${folder}`,
      llm: { model: writer },
      embedding: { model: way === 'mean' ? meanEmbedder : builtIn },
    },
    { check: 'none' },
  );

async function measure(name: string): Promise<void> {
  const { documents, queries } = readBeir(path.join(values.data, name), values.split);
  const beginnings = new Map(documents.map(({ id, title, text }) => [id, beginningOf(text || title)]));
  const folder = await mkdtemp(path.join(tmpdir(), 'pincite-hyde-'));
  try {
    const firstHits = await fill(folder, documents, queries);
    for (const kind of kinds) {
      const asked = queries.flatMap((query, index) => {
        const documentId = {
          keyword: () => firstHits[index],
          relevant: () => relevantOf(query).length > 1 && relevantOf(query)[0],
          other: () => firstHits[(index + 1) % firstHits.length],
        }[kind]();
        return documentId ? [{ ...query, documentId, without: kind === 'relevant' ? documentId : '' }] : [];
      });
      const rankings = new Map<string, string[][]>();
      for (const way of ways) {
        await using kb = await open(folder, way);
        const ranked: string[][] = [];
        for (const { text, documentId, without } of asked) {
          passage = beginnings.get(documentId)!;
          ranked.push(await rank(kb, text, { without, hyde: way === 'own' }));
        }
        rankings.set(way, ranked);
      }
      for (const [label, metric] of Object.entries(metrics)) {
        const scores = ways.map((way) =>
          asked.map(({ judgments, without }, index) => {
            const left = new Map([...judgments].filter(([id]) => id !== without));
            return metric(10, rankings.get(way)![index]!, left);
          }),
        );
        console.log(rowOf([name, kind, `${asked.length}`, label], scores));
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const beginningOf = (text: string) => text.slice(0, splitSentences(text)[mostSentences - 1]?.end);

const relevantOf = ({ judgments }: BeirQuery) =>
  [...judgments].filter(([, grade]) => grade > 0).map(([id]) => id);

/** Adds the documents, and gives the first hit of each query by words. */
async function fill(
  folder: string,
  documents: readonly { id: string; title: string; text: string }[],
  queries: readonly BeirQuery[],
): Promise<(string | undefined)[]> {
  await using kb = await open(folder, 'none');
  await kb.addDocuments(
    documents.map(({ id, title, text }) => ({
      source: text,
      sourceType: 'text' as const,
      documentId: id,
      title: title || undefined,
    })),
    { returnChunks: false },
  );
  const firstHits: (string | undefined)[] = [];
  for (const { text } of queries) {
    const { hits } = await kb.retrieve(text, { mode: 'keyword', topK: 1 });
    firstHits.push(hits[0]?.chunk.documentId);
  }
  return firstHits;
}

/** Documents, best first, each at the place of its best chunk. */
async function rank(
  kb: KnowledgeBase,
  query: string,
  { without, hyde }: { without: string; hyde: boolean },
): Promise<string[]> {
  const filter = without === '' ? undefined : { documentId: { $ne: without } };
  const { hits, warnings } = await kb.retrieve(query, { topK: 2 * topK, deduplicate: false, filter, hyde });
  if (warnings.length > 0) console.error(warnings.join('\n'));
  return [...new Set(hits.map(({ chunk }) => chunk.documentId))];
}

const byIndex = (scores: readonly number[]) => new Map(scores.map((score, index) => [`${index}`, score]));

const signed = (value: number) => (value < 0 ? '−' : '+') + Math.abs(value).toFixed(3);

function rowOf(labels: readonly string[], scores: readonly (readonly number[])[]): string {
  const [none, averaged, own] = scores as [number[], number[], number[]];
  const tests = [none, averaged].map((before) => {
    const { difference, pValue, wins, losses } = compare(byIndex(own), byIndex(before));
    return `${signed(difference)} (${wins}, ${losses}; p ${pValue.toFixed(3)})`;
  });
  return `| ${[...labels, ...scores.map((one) => mean(one).toFixed(3)), ...tests].join(' | ')} |`;
}

console.log(
  '| set | passage | queries | metric | none | mean | own search | own − none (won, lost) | own − mean |',
);
console.log('| --- | --- | ---: | --- | ---: | ---: | ---: | --- | --- |');
for (const name of positionals.length > 0 ? positionals : ['scifact', 'cranfield', 'cacm'])
  await measure(name);
