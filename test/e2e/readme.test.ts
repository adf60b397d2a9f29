/** What the README and the page on the server show is what the program prints. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LeanAnswer } from '../../src/index.ts';
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

// A server links to its own page, the command line to the file; ids have a hash of the place of the file.
const comparable = ({ certainty = 0, citations, ...rest }: LeanAnswer) => ({
  ...rest,
  certainty: certainty.toFixed(2),
  citations: citations.map(({ score, url: _url, id: _id, documentId: _documentId, ...citation }) => ({
    ...citation,
    score: score?.toFixed(2),
  })),
});

it('answers the question of docs/server.md as it says', async () => {
  const [, shown = ''] =
    /```json\n([^]*?)```/.exec(await readFile(join(root, 'docs/server.md'), 'utf8')) ?? [];
  const documented = JSON.parse(shown) as LeanAnswer;
  const store = `sqlite:${join(folder, '.pincite')}`;
  const { stdout } = await runCli(['ask', documented.question, '--json', '--store', store], { cwd: root });
  const answer = JSON.parse(stdout) as LeanAnswer;
  expect(comparable(answer)).toEqual(comparable(documented));
});
