/**
 * What the first streamed word of an answer adds to the model's own time to it (bar: 20 ms): a server on this machine that
 * waits 200 ms before its first token is asked through `askStream`, and directly, in turns. The passages are those of
 * retrieval/latency, whose store is made unless it is there; the questions are how some of them begin.
 *
 *   npm run bench -- answers/streaming [--questions 100] [--chunks 100000] [--folder <folder>]
 *
 * The AI SDK does not load under the loader that runs the benches; so the measuring has a process of its own.
 */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const jiti = join(dirname(createRequire(import.meta.url).resolve('jiti/package.json')), 'lib/jiti-cli.mjs');
const measure = fileURLToPath(new URL('measure-streaming.ts', import.meta.url));
const folder = fileURLToPath(new URL('../../node_modules/.cache/bench-latency', import.meta.url));
const options = ['--folder', folder, ...process.argv.slice(2)];
const { status } = spawnSync(process.execPath, [jiti, measure, ...options], {
  stdio: 'inherit',
  env: { ...process.env, NODE_OPTIONS: '' },
});
process.exitCode = status ?? 1;
