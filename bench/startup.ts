/**
 * What a start costs: importing the library (bar: 80 ms on a quiet machine), `pincite --help` (bar: 90 ms), listing, searching and asking the
 * example documents (bar of `ask`: 350 ms), beside bare `node`; the first text of the built-in embedder (bar: 60 ms); opening the
 * store in a program, and its first query. Fresh processes, medians of 15. Run `npm run build` first, then `npm run bench -- startup`.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const path = (name: string) => fileURLToPath(new URL(`../dist/${name}`, import.meta.url));
const importAndTime = `
  const started = performance.now();
  await import(${JSON.stringify(path('index.mjs'))});
  process.stdout.write(String(performance.now() - started));`;

const source = fileURLToPath(new URL('../src/embed/built-in/built-in.ts', import.meta.url));
/** Reading the table and the vocabulary, the module being loaded; jiti gives its exports as the default one. */
const openAndTime = `
  const { default: builtIn } = await import(${JSON.stringify(source)});
  const started = performance.now();
  await builtIn.openBuiltInEmbedder().embed(['one'], { role: 'query' });
  process.stdout.write(String(performance.now() - started));`;

/** What a newcomer would measure: whole processes, from start to end. Bare `node` is first. */
const folder = mkdtempSync(join(tmpdir(), 'pincite-startup-'));
const store = ['--store', `sqlite:${folder}`];
const examples = fileURLToPath(new URL('../examples/documents', import.meta.url));
spawnSync(process.execPath, [path('cli.mjs'), 'add', examples, ...store]);
const cases: [name: string, args: string[]][] = [
  ['node -e 0', ['-e', '0']],
  ['pincite --help', [path('cli.mjs'), '--help']],
  ['pincite list', [path('cli.mjs'), 'list', ...store]],
  ['pincite search', [path('cli.mjs'), 'search', 'notice period', ...store]],
  ['pincite ask', [path('cli.mjs'), 'ask', 'How long is the notice period?', ...store]],
  ["node, import 'pincite'", ['--input-type=module', '-e', `import ${JSON.stringify(path('index.mjs'))}`]],
];

/** Of a program that has imported the library: until the store is open, and from then until the first query is answered. */
const openAndAsk = (what: 'open' | 'query') => `
  const { openKnowledgeBase } = await import(${JSON.stringify(path('index.mjs'))});
  const started = performance.now();
  const kb = await openKnowledgeBase({ store: ${JSON.stringify(`sqlite:${folder}`)} });
  const opened = performance.now();
  await kb.retrieve('notice period');
  const ended = performance.now();
  process.stdout.write(String(${what === 'open' ? 'opened - started' : 'ended - opened'}));
  await kb.close();`;

const rounds = 15;
const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1]!;
const repeat = (run: () => number) => median(Array.from({ length: rounds }, run));
const show = (name: string, ms: number, more = '') =>
  console.log(`${name.padEnd(24)} ${ms.toFixed(0).padStart(5)} ms${more}`);

function timeOf(args: string[]): number {
  const started = performance.now();
  spawnSync(process.execPath, args);
  return performance.now() - started;
}

// In turns, so that what else the machine does slows all of them alike.
const times = Array.from({ length: rounds }, () => cases.map(([, args]) => timeOf(args)));
const medians = cases.map((_, index) => median(times.map((round) => round[index]!)));
for (const [index, [name]] of cases.entries()) {
  show(name, medians[index]!, `   ${(medians[index]! / medians[0]!).toFixed(1)} × bare node`);
}
const inner: [name: string, options: string[], script: string][] = [
  ['of it, the import', [], importAndTime],
  ['built-in embedder', ['--import', 'jiti/register'], openAndTime],
  ['opening a store', [], openAndAsk('open')],
  ['its first query', [], openAndAsk('query')],
];
for (const [name, options, script] of inner) {
  const ms = repeat(() =>
    Number(spawnSync(process.execPath, [...options, '--input-type=module', '-e', script]).stdout.toString()),
  );
  show(name, ms);
}
rmSync(folder, { recursive: true });
