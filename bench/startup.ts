/**
 * What a start costs: importing the library (bar: 150 ms), `pincite --help` (bar: 250 ms), beside bare `node`, and
 * opening the built-in embedder (bar: 60 ms). Fresh processes, medians of 15. Run `npm run build` first, then `npm run bench -- startup`.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const path = (name: string) => fileURLToPath(new URL(`../dist/${name}`, import.meta.url));
const importAndTime = `
  const started = performance.now();
  await import(${JSON.stringify(path('index.mjs'))});
  process.stdout.write(String(performance.now() - started));`;

const source = fileURLToPath(new URL('../src/embed/built-in.ts', import.meta.url));
/** Reading the table and the vocabulary, the module being loaded; jiti gives its exports as the default one. */
const openAndTime = `
  const { default: builtIn } = await import(${JSON.stringify(source)});
  const started = performance.now();
  await builtIn.openBuiltInEmbedder();
  process.stdout.write(String(performance.now() - started));`;

const cases: [name: string, args: string[]][] = [
  ['node, nothing', ['-e', '0']],
  ['pincite --help', [path('cli.mjs'), '--help']],
];

const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1]!;
const repeat = (run: () => number) => median(Array.from({ length: 15 }, run));

for (const [name, args] of cases) {
  const ms = repeat(() => {
    const started = performance.now();
    spawnSync(process.execPath, args);
    return performance.now() - started;
  });
  console.log(`${name.padEnd(24)} ${ms.toFixed(0).padStart(5)} ms`);
}
const inner: [name: string, options: string[], script: string][] = [
  ["import 'pincite'", [], importAndTime],
  ['built-in embedder', ['--import', 'jiti/register'], openAndTime],
];
for (const [name, options, script] of inner) {
  const ms = repeat(() =>
    Number(spawnSync(process.execPath, [...options, '--input-type=module', '-e', script]).stdout.toString()),
  );
  console.log(`${name.padEnd(24)} ${ms.toFixed(0).padStart(5)} ms`);
}
