/**
 * Warm hybrid queries in process over 5,000 chunks of made-up text in a store on disk: median and p95
 * (bar: 20 ms median), with the share of each stage.
 *
 *   node --import jiti/register bench/latency.ts [--chunks 5000] [--queries 200] [--mode hybrid]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { quantile } from '../src/evaluate/metrics.ts';
import { openKnowledgeBase, type RetrieveOptions } from '../src/index.ts';

const { values } = parseArgs({
  options: {
    chunks: { type: 'string', default: '5000' },
    queries: { type: 'string', default: '200' },
    mode: { type: 'string', default: 'hybrid' },
  },
});
const mode = values.mode as RetrieveOptions['mode'];
const wordsPerChunk = 120;
const chunksPerDocument = 50;
const warmUps = 20;

let state = 1;
/** A uniform number 0…1 of a fixed sequence. */
function random(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
  return (state >>> 0) / 2 ** 32;
}

const syllables = [
  'ba',
  'cor',
  'den',
  'fi',
  'gal',
  'hum',
  'jo',
  'kel',
  'lin',
  'mar',
  'nos',
  'pre',
  'qui',
  'rat',
  'sol',
  'tem',
];
/** The most common words, which in natural text are stop words: no query has them. */
const commonWords = 64;
/** Words are drawn like in natural text: the word of rank r with a probability near 1/r, out of 4,096. */
function randomWord(lowestRank = 1): string {
  const rank = Math.floor(lowestRank * (4096 / lowestRank) ** random());
  return [rank >> 8, rank >> 4, rank].map((digit) => syllables[digit & 15]).join('');
}
const randomWords = (count: number, lowestRank?: number) =>
  Array.from({ length: count }, () => randomWord(lowestRank)).join(' ');

function randomDocument(chunks: number): string {
  return Array.from(
    { length: chunks },
    (_, index) => `# Section ${index}\n\n${randomWords(wordsPerChunk)}.`,
  ).join('\n\n');
}

const folder = await mkdtemp(path.join(tmpdir(), 'pincite-latency-'));
try {
  await using kb = await openKnowledgeBase({ store: `sqlite:${folder}` });
  for (let chunks = 0; chunks < Number(values.chunks); chunks += chunksPerDocument) {
    const source = randomDocument(Math.min(chunksPerDocument, Number(values.chunks) - chunks));
    await kb.addDocuments([{ source, sourceType: 'text', uri: `document-${chunks}.md` }], {
      returnChunks: false,
    });
  }
  const [total] = await kb.stats();
  const times: number[] = [];
  const stageTimes = new Map<string, number[]>();
  for (let query = -warmUps; query < Number(values.queries); query += 1) {
    const { stats } = await kb.retrieve(randomWords(8, commonWords), { mode });
    if (query < 0) continue;
    times.push(stats.totalMs);
    for (const { stage, ms } of stats.stages) stageTimes.set(stage, [...(stageTimes.get(stage) ?? []), ms]);
  }
  console.log(`${total?.chunks} chunks, ${times.length} warm ${mode} queries of 8 words`);
  console.log(`median ${quantile(0.5, times).toFixed(1)} ms, p95 ${quantile(0.95, times).toFixed(1)} ms`);
  for (const [stage, ms] of stageTimes)
    console.log(`  ${stage.padEnd(12)} ${quantile(0.5, ms).toFixed(2)} ms`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
