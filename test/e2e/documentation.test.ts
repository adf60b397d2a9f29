/** Every program in TypeScript that the README and the documentation show compiles in a strict project, as it stands there. */
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/config.ts';

const root = join(import.meta.dirname, '../..');
/** A page whose programs leave out how the knowledge base is opened says so. */
const saysWhatKbIs = '`kb` is the knowledge base, opened as in the [README]';
const opening = "declare const kb: import('pincite').KnowledgeBase;";
/** What the programs import. */
const packages = ['@ai-sdk', '@types', 'ai', 'fast-check', 'openai', 'vitest'];
const compilerOptions = {
  module: 'nodenext',
  target: 'es2023',
  lib: ['es2023', 'esnext.disposable', 'dom'],
  types: ['node'],
  strict: true,
  skipLibCheck: true,
  noEmit: true,
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pincite-documentation-'));
  for (const name of packages) {
    const place = join(folder, 'node_modules', name);
    await mkdir(dirname(place), { recursive: true });
    await symlink(join(root, 'node_modules', name), place);
  }
  await symlink(root, join(folder, 'node_modules/pincite'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Without the reference, which is made of the code. */
async function pagesOf(): Promise<string[]> {
  const below = await readdir(join(root, 'docs'), { recursive: true });
  const written = below.filter((name) => name.endsWith('.md') && !name.startsWith('api'));
  return ['README.md', ...written.map((name) => `docs/${name}`)];
}

it('names variables that there are', async () => {
  for (const page of await pagesOf()) {
    const text = await readFile(join(root, page), 'utf8');
    for (const [name] of text.matchAll(/\bPINCITE_[A-Z_]*[A-Z]\b/g)) {
      const loaded = loadConfig({ env: { [name]: '1' } }).catch(({ message }: Error) => message);
      expect([page, await loaded]).not.toEqual([page, `Unknown environment variable ${name}`]);
    }
  }
});

it('compiles all that is shown in TypeScript', async () => {
  const pages = await pagesOf();
  const files: string[] = [];
  for (const page of pages) {
    const text = await readFile(join(root, page), 'utf8');
    for (const { 1: program = '', index } of text.matchAll(/```ts\n([^]*?)```/g)) {
      const line = text.slice(0, index).split('\n').length + 1;
      const given = text.includes(saysWhatKbIs) && !/\bkb = /.test(program) ? opening : '';
      const file = `${page.replaceAll('/', '-')}-line-${line}.mts`;
      files.push(file);
      await writeFile(join(folder, file), `${given}\n${program}\nexport {};\n`);
    }
  }
  expect(files.length).toBeGreaterThan(15);
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const { stdout, status } = spawnSync(process.execPath, [compiler], { cwd: folder, encoding: 'utf8' });
  expect({ stdout, status }).toEqual({ stdout: '', status: 0 });
});
