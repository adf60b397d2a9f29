/** The program over PostgreSQL: the same commands and answers as over a folder. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LeanSearch } from '../../src/index.ts';
import { runCli } from '../support/cli.ts';
import { copyExampleStore, fewDocuments } from '../support/example-store.ts';
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts';

const question = 'What is the hotel ceiling in Paris?';

let server: PostgresServer;
let cwd: string;
beforeAll(async () => {
  server = await startPostgres();
  cwd = await mkdtemp(join(tmpdir(), 'pincite-postgres-'));
});
afterAll(async () => {
  await server.kill();
  await rm(cwd, { recursive: true });
});

const onFolder = (...args: string[]) => runCli(args, { cwd });
const onServer = (...args: string[]) => runCli(args, { cwd, env: { PINCITE_STORE: server.url } });
const at = (store: string) => onFolder('list', '--store', store);
const idsOf = ({ stdout }: { stdout: string }) =>
  (JSON.parse(stdout) as LeanSearch).results.map(({ id }) => id);

it('answers over PostgreSQL as over a folder', async () => {
  await copyExampleStore(cwd, fewDocuments);
  const added = await onServer('add', ...fewDocuments);
  expect(added).toMatchObject({ code: 0, stdout: expect.stringMatching(/^3 added/m) });
  expect((await onServer('add', ...fewDocuments)).stdout).toMatch(/^3 unchanged/m);
  const [one, other] = await Promise.all([onFolder('ask', question), onServer('ask', question)]);
  expect(other).toEqual(one);
  expect(other!.stdout).toContain('✓ quote found word for word');
});

it('takes over what a folder has, with filters, and removes it again', async () => {
  const url = `${server.url}?schema=copied`;
  expect(await onFolder('copy', 'sqlite:./.pincite', url)).toMatchObject({ code: 0 });
  const search = ['search', 'notice of termination', '--where', '{"format":"pdf"}', '--json'];
  const onCopy = (...args: string[]) => onFolder(...args, '--store', url);
  expect(idsOf(await onCopy(...search))).toEqual(idsOf(await onFolder(...search)));
  expect(await onCopy('remove', '--where', '{"format":"pdf"}')).toMatchObject({ code: 0 });
  expect(idsOf(await onCopy(...search))).toEqual([]);
  expect(await onCopy('remove', '--all')).toMatchObject({ code: 0 });
  expect((await onCopy('list')).stderr).toContain('default');
});

it('says what is wrong with a server or a URL', async () => {
  const gone = await at('postgres://me:secret@127.0.0.1:1/library');
  expect(gone.code).toBe(1);
  expect(gone.stderr).toContain('Check that the server runs');
  expect(gone.stderr).not.toContain('secret');
  expect((await at(`${server.url}?schema=never`)).stderr).toContain('There is no store at');
  expect((await at(`${server.url}?schema=A-b`)).stderr).toContain('cannot be the schema');
  for (const sign of '#/?') {
    const { stderr } = await at(`postgres://me:1${sign}cret@127.0.0.1:1/library`);
    expect(stderr).toContain('not the URL');
    expect(stderr).not.toContain('cret');
  }
});
