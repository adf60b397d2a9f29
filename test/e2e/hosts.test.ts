/** The library in every kind of program that may hold it. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pincite-hosts-'));
});
afterEach(() => rm(folder, { recursive: true }));

const library = new URL('../../dist/index.mjs', import.meta.url).href;
const report = new URL('../../examples/documents/supply-agreement-amendment-1.pdf', import.meta.url);

/** What starts processes and threads of its own: reading a PDF, checks, a backup; and a store that was open here is replaced. */
const work = `(async () => {
  const { writeFileSync } = require('node:fs');
  const { openKnowledgeBase, restoreBackup } = await import(${JSON.stringify(library)});
  const flags = () => require('node:vm').runInNewContext('typeof gc');
  const before = flags();
  const kb = await openKnowledgeBase({ store: 'sqlite:./store' });
  const { errors, documentsInserted } = await kb.addDocuments([{ source: new Uint8Array(require('node:fs').readFileSync('a.pdf')), uri: 'a.pdf' }]);
  const { citations } = await kb.ask('By how much is the price raised?');
  const { problems } = await kb.check();
  await kb.vacuum();
  await kb.backup('./backup');
  await kb.close();
  const { documents } = await restoreBackup('./backup', { store: 'sqlite:./store', force: true });
  const result = { errors, documentsInserted, cited: citations.length > 0, problems, documents };
  writeFileSync('result.json', JSON.stringify({ ...result, flags: before === flags() }));
})()`;
/** `require` wherever the text runs. */
const asModule = `const { createRequire } = await import('node:module'); const require = createRequire(process.execPath); await ${work};`;

const hosts: Record<string, { args: string[]; input?: string; env?: Record<string, string> }> = {
  'a CommonJS program': { args: ['host.cjs'] },
  '-e': { args: ['-e', work] },
  'a module from the standard input': { args: ['--input-type=module', '-'], input: asModule },
  'a module by NODE_OPTIONS': { args: [], input: asModule, env: { NODE_OPTIONS: '--input-type=module' } },
  'a worker thread of a text': {
    args: [
      '--input-type=module',
      '-e',
      `new (await import('node:worker_threads')).Worker(${JSON.stringify(asModule)}, { eval: true })`,
    ],
  },
};

it.each(Object.entries(hosts))('works in %s', async (_, { args, input, env }) => {
  await writeFile(join(folder, 'a.pdf'), await readFile(report));
  await writeFile(join(folder, 'host.cjs'), work);
  const child = spawn(process.execPath, args, { cwd: folder, env: { ...process.env, ...env } });
  let stderr = '';
  child.stderr.on('data', (text: Buffer) => (stderr += text.toString()));
  child.stdin.end(input);
  const code = await new Promise((resolve) => child.on('close', resolve));
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(await readFile(join(folder, 'result.json'), 'utf8'))).toEqual({
    errors: [],
    documentsInserted: 1,
    cited: true,
    problems: [],
    documents: 1,
    flags: true,
  });
});

/** Kilobytes that a program had at most. */
function memoryOf(code: string): number {
  const script = `${code}; console.log(process.resourceUsage().maxRSS)`;
  return Number(spawnSync(process.execPath, ['--input-type=module', '-e', script]).stdout);
}

it('is imported without what only an open knowledge base needs', () => {
  const kilobytes = memoryOf(`await import(${JSON.stringify(library)})`) - memoryOf('');
  expect(kilobytes).toBeLessThan(10_000); // 7,000; Zod would add 5,000
});
