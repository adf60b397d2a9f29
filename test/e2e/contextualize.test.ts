import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runCli } from '../support/cli.ts';
import { startOpenAiServer, type OpenAiServer } from '../support/openai-server.ts';

let folder: string;
let server: OpenAiServer;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pincite-contextualize-'));
  server = await startOpenAiServer();
  await writeFile(path.join(folder, 'animal.md'), '# Notes\n\nThe animal eats grass all day.\n');
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const pincite = (...args: string[]) =>
  runCli(args, {
    cwd: folder,
    env: {
      PINCITE_LLM_MODEL: 'openai-compatible:tiny',
      PINCITE_ANSWER_MODEL: 'extractive',
      PINCITE_LLM_BASE_URL: server.baseUrl,
      PINCITE_CHUNKING_CONTEXTUALIZE: 'true',
    },
  });

it('finds a chunk by what a language model says of it, and asks that only once', async () => {
  server.reply({ text: 'It is about zebras.' });
  const added = await pincite('add', 'animal.md');
  expect(added).toMatchObject({ code: 0, stderr: '' });
  expect(added.stdout).toContain('1 context line by openai-compatible:tiny (110 tokens)\n');
  const again = await pincite('add', 'animal.md', '--force');
  expect(again.stdout).toContain(
    '1 context line by openai-compatible:tiny, 1 of them known before (0 tokens)',
  );
  const { stdout } = await pincite('search', 'zebras', '--mode', 'keyword', '--json=full');
  expect(stdout).toContain('The animal eats grass all day.');
  expect(stdout).not.toContain('It is about zebras.');
  expect(server.requests).toHaveLength(1);
});

it('says what a sync asked for', async () => {
  server.reply({ text: 'It is about zebras.' });
  expect((await pincite('sync', '.')).stdout).toContain(
    '1 added\n1 context line by openai-compatible:tiny (110 tokens)\n',
  );
  expect((await pincite('sync', '.')).stdout).not.toContain('context line');
});
