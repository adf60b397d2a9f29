/** What the README shows is what the program prints. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCli } from '../support/cli.ts';
import { copyExampleStore } from '../support/example-store.ts';

const root = join(import.meta.dirname, '../..');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pincite-readme-'));
  await copyExampleStore(folder);
});
afterAll(() => rm(folder, { recursive: true }));

it('answers the three questions of the README as it says', async () => {
  const [, shown = ''] = /```console\n([^]*?)```/.exec(await readFile(join(root, 'README.md'), 'utf8')) ?? [];
  const asked = [...shown.matchAll(/^\$ pincite ask "(.*)"\n([^$]*)/gm)];
  expect(asked).toHaveLength(3);
  for (const [, question = '', printed = ''] of asked) {
    const store = `sqlite:${join(folder, '.pincite')}`;
    const { stdout } = await runCli(['ask', question, '--store', store], { cwd: root });
    expect(stdout.trim()).toBe(printed.trim());
  }
});
