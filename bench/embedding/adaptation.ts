/**
 * What adapting the built-in table to a collection costs, and what it gains on texts held out: abstracts of SciFact,
 * and for large collections passages of the training pairs (their loss before is low: the table has seen them).
 * Seconds are of CPU time; *embed* is embedding every document with the result.
 *
 *   npm run bench -- embedding/adaptation [1000 5000 100000] [--data <folder>]
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { adapt } from '../../src/embed/adapt/adapt.ts';
import { type AdaptationText, chooseChunks, mostChunks } from '../../src/embed/adapt/sample-chunks.ts';
import { openStaticEmbedder, readBuiltInTable } from '../../src/embed/built-in/built-in.ts';
import { loadDataset } from '../../src/evaluate/index.ts';
import { createRandom } from '../../src/util/random.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    data: { type: 'string', default: path.join(import.meta.dirname, '../../../shared/data') },
  },
});
if (!existsSync(values.data)) throw new Error(`${values.data} is missing: name the folder with --data.`);
const counts = positionals.length > 0 ? positionals.map(Number) : [1_000, 5_000, 100_000];

async function readAbstracts(): Promise<AdaptationText[]> {
  const { documents = [] } = await loadDataset(path.join(values.data, 'retrieval/scifact'));
  return documents.map(({ title, source }) => ({ title, chunks: [{ content: source }] }));
}

function readPassages(count: number): AdaptationText[] {
  const folder = path.join(values.data, 'train/pairs');
  const texts: AdaptationText[] = [];
  for (const file of readdirSync(folder).sort()) {
    if (texts.length >= count) break;
    for (const line of gunzipSync(readFileSync(path.join(folder, file)))
      .toString('utf8')
      .trimEnd()
      .split('\n')) {
      const { q: title, p: content } = JSON.parse(line) as { q: string; p: string };
      texts.push({ title, chunks: [{ content }] });
    }
  }
  return texts.slice(0, count);
}

async function* streamOf(texts: readonly AdaptationText[]): AsyncGenerator<AdaptationText> {
  yield* texts;
}

async function secondsOf<Result>(work: () => Promise<Result>): Promise<[Result, number]> {
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return [result, (user + system) / 1e6];
}

const base = readBuiltInTable();
const abstracts = await readAbstracts();
console.log('| documents | adapt, s | embed, s | held-out loss before | after | outcome |');
console.log('| ---: | ---: | ---: | ---: | ---: | --- |');
for (const count of counts) {
  const texts = count <= abstracts.length ? abstracts.slice(0, count) : readPassages(count);
  const [{ kind, heldOut, table }, learned] = await secondsOf(async () => {
    const sample = { limit: mostChunks, random: createRandom(1) };
    return adapt(base, await chooseChunks(streamOf(texts), sample));
  });
  const embedder = openStaticEmbedder(table);
  const contents = texts.flatMap(({ chunks }) => chunks.map(({ content }) => content));
  const [, embedded] = await secondsOf(() => embedder.embed(contents, { role: 'passage' }));
  const losses = [heldOut.before, heldOut.after].map((loss) => loss.toFixed(3));
  const cells = [texts.length.toLocaleString('en'), learned.toFixed(1), embedded.toFixed(1), ...losses, kind];
  console.log(`| ${cells.join(' | ')} |`);
}
