/** The program over Qdrant: the same commands and answers as over a folder. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LeanSearch } from '../../src/index.ts';
import { runCli } from '../support/cli.ts';
import { copyExampleStore, fewDocuments } from '../support/example-store.ts';
import { hasQdrant, type QdrantServer, startQdrant } from '../support/qdrant-server.ts';

const question = 'What is the hotel ceiling in Paris?';

const idsOf = ({ stdout }: { stdout: string }) =>
  (JSON.parse(stdout) as LeanSearch).results.map(({ id }) => id);

describe.skipIf(!hasQdrant)('Qdrant', () => {
  let server: QdrantServer;
  let cwd: string;
  beforeAll(async () => {
    server = await startQdrant({ apiKey: 'se/cret' });
    cwd = await mkdtemp(join(tmpdir(), 'pincite-qdrant-'));
  });
  afterAll(async () => {
    await server.kill();
    await rm(cwd, { recursive: true });
  });

  const urlWith = (key: string) => `qdrant://:${key}@127.0.0.1:${server.port}`;
  const onFolder = (...args: string[]) => runCli(args, { cwd });
  const at = (store: string) => onFolder('list', '--store', store);
  const onServer = (...args: string[]) => runCli(args, { cwd, env: { PINCITE_STORE: urlWith('se%2Fcret') } });

  it('answers as over a folder', async () => {
    await copyExampleStore(cwd, fewDocuments);
    const added = await onServer('add', ...fewDocuments);
    expect(added).toMatchObject({ code: 0, stdout: expect.stringMatching(/^3 added/m) });
    expect((await onServer('add', ...fewDocuments)).stdout).toMatch(/^3 unchanged/m);
    const [one, other] = await Promise.all([onFolder('ask', question), onServer('ask', question)]);
    expect(other).toEqual(one);
    expect(other!.stdout).toContain('✓ quote found word for word');
  });

  it('changes what documents say, for filters at once', async () => {
    const update = ['update', '--where', '{"format":"pdf"}', '--set', 'status=final'];
    expect(await onServer(...update)).toMatchObject({ code: 0, stderr: '' });
    const search = ['search', 'notice of termination', '--json', '--where'];
    const final = idsOf(await onServer(...search, '{"status":"final"}'));
    expect(final.length).toBeGreaterThan(0);
    expect(final).toEqual(idsOf(await onFolder(...search, '{"format":"pdf"}')));
  });

  it('takes over what a folder has, gives it back, and removes it', async () => {
    const copied = `${urlWith('se%2Fcret')}?prefix=copied`;
    expect(await onFolder('copy', 'sqlite:./.pincite', copied)).toMatchObject({ code: 0 });
    expect(await onFolder('copy', copied, 'sqlite:./back')).toMatchObject({ code: 0 });
    const search = ['search', 'notice of termination', '--where', '{"format":"pdf"}', '--json'];
    const first = idsOf(await onFolder(...search));
    expect(first.length).toBeGreaterThan(0);
    for (const store of [copied, 'sqlite:./back']) {
      expect(idsOf(await onFolder(...search, '--store', store))).toEqual(first);
    }
    const onCopy = (...args: string[]) => onFolder(...args, '--store', copied);
    expect(await onCopy('remove', '--where', '{"format":"pdf"}')).toMatchObject({ code: 0 });
    expect(idsOf(await onCopy(...search))).toEqual([]);
    expect(await onCopy('remove', '--all')).toMatchObject({ code: 0 });
    expect((await onCopy('list')).stderr).toContain('default');
  });

  it('says what is wrong with a server, a key or a URL', async () => {
    const gone = await at('qdrant://:secret@127.0.0.1:1');
    expect(gone.code).toBe(1);
    expect(gone.stderr).toContain('Check that the server runs');
    const refused = await at(urlWith('wrong-secret'));
    expect(refused.stderr).toContain('API key');
    for (const { stderr } of [gone, refused]) expect(stderr).not.toContain('secret');
    expect((await at(`${urlWith('se%2Fcret')}?prefix=never`)).stderr).toContain('There is no store at');
    for (const sign of '#/?') {
      const { stderr } = await at(`qdrant://:1${sign}cret@127.0.0.1:1`);
      expect(stderr).toContain('not the URL');
      expect(stderr).not.toContain('cret');
    }
  });
});
