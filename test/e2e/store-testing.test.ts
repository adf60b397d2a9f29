/** The example of docs/stores.md, run by who has installed the package: the stores' tests come with it. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const modules = join(root, 'node_modules');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pincite-adapter-'));
  await installPacked();
});
afterAll(() => rm(folder, { recursive: true }));

/** The packed package, with the libraries that are here already. */
async function installPacked(): Promise<void> {
  await run('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], { cwd: root });
  const packed = (await readdir(folder)).find((name) => name.endsWith('.tgz'));
  await mkdir(join(folder, 'node_modules/pincite'), { recursive: true });
  const place = join(folder, 'node_modules/pincite');
  await run('tar', ['-xzf', join(folder, packed!), '-C', place, '--strip-components', '1']);
  for (const name of await readdir(modules)) {
    if (!name.startsWith('.')) await symlink(join(modules, name), join(folder, 'node_modules', name));
  }
}

async function example(): Promise<string> {
  const page = await readFile(join(root, 'docs/stores.md'), 'utf8');
  const [, code] = /## Write an adapter[\s\S]*?```ts\n([\s\S]*?)```/.exec(page) ?? [];
  return code!;
}

it('runs the tests of a store over an adapter', async () => {
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(join(folder, 'my-store.test.ts'), await example());
  const vitest = join(modules, 'vitest/vitest.mjs');
  // All but the long ones.
  const options = [
    'run',
    '--root',
    folder,
    '--reporter',
    'json',
    '-t',
    'collections|reading|search|filters chunks',
  ];
  const { stdout } = await run(process.execPath, [vitest, ...options], { cwd: folder, maxBuffer: 2 ** 26 });
  const report = JSON.parse(stdout) as { numPassedTests: number; numFailedTests: number };
  expect(report).toMatchObject({ success: true, numFailedTests: 0 });
  expect(report.numPassedTests).toBeGreaterThan(30);
});
