/**
 * Adding the 5,183 abstracts of SciFact without adapting, by the built library of this checkout and of others, in turns: wall time, processor
 * time of all processes together, peak memory of the first one. Each turn is a process of its own, from opening an empty store
 * to closing it; the library has been imported, and the abstracts have been read. The processes that help are ended by closing, and
 * counted when that was waited for: by the shell's `times`.
 *
 *   npm run bench -- adding [--beside ../other] [--turns 5] [--documents 5183]
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    beside: { type: 'string', multiple: true, default: [] },
    turns: { type: 'string', default: '5' },
    documents: { type: 'string', default: '5183' },
  },
});
const root = fileURLToPath(new URL('..', import.meta.url));
const abstracts = path.join(root, '../shared/data/retrieval/scifact/corpus.jsonl');
const checkouts = [root, ...values.beside.map((folder) => path.resolve(folder))];

const program = `
  import { readFileSync } from 'node:fs';
  const [, library, abstracts, folder, most] = process.argv;
  const { openKnowledgeBase } = await import(library);
  const inputs = readFileSync(abstracts, 'utf8').trim().split('\\n').slice(0, Number(most)).map((line) => {
    const { _id: documentId, title, text: source } = JSON.parse(line);
    return { source, sourceType: 'text', documentId, title };
  });
  const before = process.cpuUsage();
  const started = performance.now();
  const store = 'sqlite:' + folder;
  const withoutAdapting = { store, embedding: { adapt: 'off' } };
  const kb = await openKnowledgeBase(withoutAdapting).catch(() => openKnowledgeBase({ store })); // the first states did not adapt
  const { documentsInserted } = await kb.addDocuments(inputs, { returnChunks: false });
  await kb.close();
  const wall = (performance.now() - started) / 1000;
  await new Promise((resolve) => setTimeout(resolve, 300));
  const megabytes = process.resourceUsage().maxRSS * 1024 / 1e6;
  console.log(JSON.stringify({ documentsInserted, wall, before: (before.user + before.system) / 1e6, megabytes }));`;

interface Turn {
  /** Seconds. */
  readonly wall: number;
  readonly processor: number;
  readonly megabytes: number;
}

function turnOf(checkout: string): Turn {
  const folder = mkdtempSync(path.join(tmpdir(), 'pincite-adding-'));
  const library = pathToFileURL(path.join(checkout, 'dist/index.mjs')).href;
  const run = [process.execPath, '--input-type=module', '-e', program, library, abstracts, folder];
  const shell = ['-c', '"$@"; times', 'sh', ...run, values.documents];
  const { stdout, stderr } = spawnSync('sh', shell, { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  const [told, , ofChildren] = stdout.trim().split('\n');
  if (ofChildren === undefined) throw new Error(`${checkout}: ${stderr}`);
  const { wall, before, megabytes } = JSON.parse(told!) as Turn & { readonly before: number };
  const times = [...ofChildren.matchAll(/(\d+)m([\d.]+)s/g)];
  const all = times.reduce((sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds), 0);
  return { wall, processor: all - before, megabytes };
}

const median = (figures: readonly number[]) => figures.toSorted((a, b) => a - b)[figures.length >> 1]!;

const turns = checkouts.map((): Turn[] => []);
for (let turn = 0; turn < Number(values.turns); turn += 1) {
  for (const [index, checkout] of checkouts.entries()) turns[index]!.push(turnOf(checkout));
}
for (const [index, checkout] of checkouts.entries()) {
  const figures = (['wall', 'processor', 'megabytes'] as const).map((measure) => {
    const own = turns[index]!.map((turn) => turn[measure]);
    const ratio = median(own.map((figure, turn) => figure / turns[0]![turn]![measure]));
    const digits = measure === 'megabytes' ? 0 : 2;
    return `${measure} ${median(own).toFixed(digits)}${index === 0 ? '' : ` (× ${ratio.toFixed(2)})`}`;
  });
  console.log(`${index === 0 ? 'this checkout' : path.basename(checkout)}: ${figures.join(', ')}`);
}
