/**
 * Searches over HTTP beside the same searches in process: `pincite serve` as a process of its own, asked by 1, 8 and 64 connections
 * from this one, over a store of about 100,000 chunks that `answers/latency --store <folder>` makes.
 *
 *   npm run build && npm run bench -- server --store <folder> [--seconds 10]
 *
 * Prints searches a second and milliseconds; what the server adds at one connection (bar: 3 ms in the median); and how many of 64
 * were refused with 429 (bar: no other failure).
 */
import { parseArgs } from 'node:util';
import { quantile } from '../src/evaluate/metrics/metrics.ts';
import { openKnowledgeBase, toLeanSearch } from '../src/index.ts';
import { load } from '../test/support/load.ts';
import { startProgram } from '../test/support/served-program.ts';
import { readPassages } from './store/texts.ts';

const { values } = parseArgs({
  options: { store: { type: 'string' }, seconds: { type: 'string', default: '10' } },
});
if (values.store === undefined)
  throw new Error('Name a store: --store <folder>, as answers/latency makes it');
const texts = await readPassages(1000);
if (texts === undefined) throw new Error('../shared/data/train is not there');
const bodies = texts.questions.slice(0, 500).map((query) => ({ query, topK: 10 }));
const seconds = Number(values.seconds);

const show = (name: string, ms: readonly number[], perSecond: number, rest = '') => {
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => quantile(share, ms).toFixed(1));
  console.log(
    `${name.padEnd(16)} ${perSecond.toFixed(0).padStart(6)} /s   p50 ${p50}  p95 ${p95}  p99 ${p99} ms  ${rest}`,
  );
};

const inProcess: number[] = [];
await using kb = await openKnowledgeBase({ store: `sqlite:${values.store}`, embedding: { adapt: 'off' } });
const [total] = await kb.stats();
console.log(`${total!.chunks.toLocaleString('en')} chunks`);
const searchHere = async (until: number, into: number[]) => {
  for (let next = 0; performance.now() < until; next += 1) {
    const { query, topK } = bodies[next % bodies.length]!;
    const begun = performance.now();
    JSON.stringify(toLeanSearch(await kb.retrieve(query, { topK })));
    into.push(performance.now() - begun);
  }
};
await searchHere(performance.now() + 2000, []);
await searchHere(performance.now() + seconds * 1000, inProcess);
show('in process', inProcess, inProcess.length / seconds);

await using server = await startProgram(['--store', `sqlite:${values.store}`], {
  PINCITE_SERVER_LIMITS_REQUESTS_PER_MINUTE: '1000000',
  PINCITE_SERVER_WORKERS: '0',
});
const url = `${server.url}/v1/search`;
await load(url, { connections: 1, seconds: 2, bodies });
for (const connections of [1, 8, 64]) {
  const { ms, statuses, seconds: took } = await load(url, { connections, seconds, bodies });
  const others = Object.entries(statuses).filter(([status]) => status !== '200');
  show(
    `${connections} connections`,
    ms,
    ms.length / took,
    others.map(([status, count]) => `${count} × ${status}`).join(', '),
  );
  if (connections === 1) {
    const added = quantile(0.5, ms) - quantile(0.5, inProcess);
    console.log(`                 the server adds ${added.toFixed(1)} ms in the median`);
  }
}
console.log(`resident after: ${server.rss().toFixed(0)} MiB`);
