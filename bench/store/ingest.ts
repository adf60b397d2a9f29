/**
 * How fast documents become searchable with the built-in embedder: parsed, cut, embedded and written to a store on
 * disk. Each case runs in a process of its own, so that the peak of its memory is its own. Processor time and memory are
 * those of the program, without the processes that it lets read documents.
 *
 *   npm run bench -- store/ingest [--case documents,abstracts,text,filings,adapted] [--documents 20000] [--megabytes 20]
 *
 *   documents  plain texts of about 150 words
 *   abstracts  the 5,183 abstracts of SciFact, of `../shared/data/retrieval`
 *   text       one plain text
 *   filings    the PDFs of `../shared/data/finance`
 *   adapted    as `documents`, with the model adapted to them at the end
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parseConfig } from '../../src/config/config.ts';
import { adaptCollection } from '../../src/knowledge-base/adapt/adapt.ts';
import { addDocuments } from '../../src/knowledge-base/add/add.ts';
import type { DocumentInput } from '../../src/knowledge-base/add/inputs.ts';
import { closeParts, openParts } from '../../src/knowledge-base/parts/parts.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { readPassages, syntheticTexts, type Texts } from './texts.ts';

const { values } = parseArgs({
  options: {
    case: { type: 'string', default: 'documents,abstracts,text,filings,adapted' },
    documents: { type: 'string', default: '20000' },
    megabytes: { type: 'string', default: '20' },
  },
});
const filings = fileURLToPath(new URL('../../../shared/data/finance/pdfs/', import.meta.url));
const abstracts = fileURLToPath(
  new URL('../../../shared/data/retrieval/scifact/corpus.jsonl', import.meta.url),
);
const wordsPerDocument = 150;

const [first = '', ...others] = values.case.split(',');
if (others.length === 0) await measure(first);
else for (const name of [first, ...others]) inProcessOfItsOwn(name);

function inProcessOfItsOwn(name: string): void {
  const flags = Object.entries({ ...values, case: name }).flatMap(([flag, value]) => [`--${flag}`, value]);
  const script = fileURLToPath(import.meta.url);
  spawnSync(process.execPath, [...process.execArgv, script, ...flags], { stdio: 'inherit' });
}

async function measure(name: string): Promise<void> {
  const inputs = await inputsOf(name);
  if (!inputs) return console.log(`${name}: the documents are not in ../shared/data`);
  const folder = await mkdtemp(path.join(tmpdir(), 'pincite-ingest-'));
  let commits = 0;
  const adapt = name === 'adapted' ? 'auto' : 'off';
  const store = await openSqliteStore(`sqlite:${folder}`, {
    beforeStatement: (sql) => {
      if (sql === 'BEGIN IMMEDIATE') commits += 1;
    },
  });
  const parts = await openParts(parseConfig({ embedding: { adapt } }), { store });
  // Loads the code, which has to be compiled here and has not in a package.
  await addDocuments(parts, [{ source: 'The first one.', sourceType: 'text', uri: 'first.txt' }], {});
  const atStart = process.cpuUsage();
  const started = performance.now();
  const response = await addDocuments(parts, inputs, { returnChunks: false });
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(atStart);
  const adapted = response.adapting
    ? `, adapted in ${((await adaptCollection(parts)).ms / 1000).toFixed(1)} s`
    : '';
  const { redaction: _redaction, ...stats } = response.stats;
  const stages = Object.entries(stats).filter(([key]) => key.endsWith('Ms'));
  console.log(
    `${name}: ${response.documentsInserted} documents, ${stats.pages} pages, ${response.totalChunks} chunks in ${seconds.toFixed(1)} s` +
      ` (${Math.round(response.totalChunks / seconds)} chunks/s, processor ${((user + system) / 1e6).toFixed(1)} s)` +
      `${adapted}, ${commits} commits,` +
      ` at most ${Math.round(process.resourceUsage().maxRSS / 1024)} MB resident; ` +
      stages.map(([key, ms]) => `${key.slice(0, -2)} ${(ms / 1000).toFixed(1)} s`).join(', '),
  );
  for (const { source, error } of response.errors) console.log(`  ${source}: ${error.message}`);
  await closeParts(parts);
  await rm(folder, { recursive: true });
}

interface Abstract {
  readonly _id: string;
  readonly title: string;
  readonly text: string;
}

async function inputsOf(name: string): Promise<DocumentInput[] | undefined> {
  if (name === 'filings') {
    if (!existsSync(filings)) return undefined;
    return readdirSync(filings).map((file) => ({ source: path.join(filings, file) }));
  }
  if (name === 'abstracts') {
    if (!existsSync(abstracts)) return undefined;
    const lines = readFileSync(abstracts, 'utf8').trim().split('\n');
    return lines.map((line) => {
      const { _id: documentId, title, text: source } = JSON.parse(line) as Abstract;
      return { source, sourceType: 'text', documentId, title };
    });
  }
  if (name === 'text') {
    const characters = Number(values.megabytes) * 1e6;
    return [{ source: await longText(characters), sourceType: 'text', uri: 'long.txt' }];
  }
  const count = Number(values.documents);
  const documents = joined(await someTexts(2 * count));
  return documents
    .slice(0, count)
    .map((source, index) => ({ source, sourceType: 'text', uri: `${index}.txt` }));
}

async function longText(characters: number): Promise<string> {
  const paragraphs = joined(await someTexts(Math.ceil(characters / 350)));
  return paragraphs.join('\n\n').slice(0, characters);
}

async function someTexts(count: number): Promise<Texts> {
  return (await readPassages(count)) ?? syntheticTexts(count);
}

/** Texts of `wordsPerDocument` or a few more, of passages one after the other. */
function joined(texts: Texts): string[] {
  const documents: string[] = [];
  let words: string[] = [];
  for (const passage of [...texts.batches(1000)].flat()) {
    words = [...words, ...passage.split(' ')];
    if (words.length < wordsPerDocument) continue;
    documents.push(words.join(' '));
    words = [];
  }
  return documents;
}
