/** The program over Chroma, with a server of its own over a folder: the same commands and answers as without. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LeanSearch } from '../../src/index.ts';
import { runCli } from '../support/cli.ts';
import { copyExampleStore, fewDocuments } from '../support/example-store.ts';
import { type ChromaServer, noChroma, startChroma } from '../support/chroma-server.ts';

const question = 'What is the hotel ceiling in Paris?';
const local = 'chroma:./library';

let cwd: string;
let server: ChromaServer | undefined;
let copied: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'pincite-chroma-'));
  await copyExampleStore(cwd, fewDocuments);
});
afterAll(async () => {
  await server?.kill();
  await rm(cwd, { recursive: true });
});

const onFolder = (...args: string[]) => runCli(args, { cwd });
const onChroma = (...args: string[]) => runCli(args, { cwd, env: { PINCITE_STORE: local } });
const onCopy = (...args: string[]) => onFolder(...args, '--store', copied);
const idsOf = ({ stdout }: { stdout: string }) =>
  (JSON.parse(stdout) as LeanSearch).results.map(({ id }) => id);
const search = ['search', 'notice of termination', '--where', '{"format":"pdf"}', '--json'];

describe.skipIf(noChroma)(`Chroma${noChroma === undefined ? '' : `: ${noChroma}`}`, () => {
  it('answers as over a folder, adds nothing twice, and is checked', async () => {
    expect(await onChroma('add', ...fewDocuments)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^3 added/m),
    });
    expect((await onChroma('add', ...fewDocuments)).stdout).toMatch(/^3 unchanged/m);
    const [one, other] = [await onFolder('ask', question), await onChroma('ask', question)];
    expect(other).toEqual(one);
    expect(other.stdout).toContain('✓ quote found word for word');
    expect(await onChroma('doctor', '--deep')).toMatchObject({ code: 0 });
  });

  it('takes over what a folder has, and gives it back', async () => {
    server = await startChroma(join(cwd, 'server'));
    copied = `${server.url}?beside=./copied`;
    expect(await onFolder('copy', 'sqlite:./.pincite', copied)).toMatchObject({ code: 0 });
    expect(idsOf(await onFolder(...search, '--store', copied))).toEqual(idsOf(await onFolder(...search)));
    expect(await onFolder('copy', copied, 'sqlite:./back')).toMatchObject({ code: 0 });
    expect(idsOf(await onFolder(...search, '--store', 'sqlite:./back'))).toEqual(
      idsOf(await onFolder(...search)),
    );
    expect(await onFolder('doctor', '--deep', '--store', copied)).toMatchObject({ code: 0 });
  });

  it('updates and removes', async () => {
    expect(await onCopy('update', '--where', '{"format":"pdf"}', '--set', 'status=read')).toMatchObject({
      code: 0,
    });
    const read = ['search', 'notice of termination', '--where', '{"status":"read"}', '--json'];
    const found = idsOf(await onCopy(...read));
    expect(found).toEqual(idsOf(await onCopy(...search)));
    expect(found.length).toBeGreaterThan(0);
    expect(await onCopy('remove', '--where', '{"format":"pdf"}')).toMatchObject({ code: 0 });
    expect(idsOf(await onCopy(...search))).toEqual([]);
  });

  it('says what is wrong with a server or a URL', async () => {
    const at = (store: string) => onFolder('list', '--store', store);
    const gone = await onFolder(
      'add',
      ...fewDocuments,
      '--store',
      'chroma://:secret@127.0.0.1:1?beside=./gone',
    );
    expect(gone.code).toBe(1);
    expect(gone.stderr).toContain('cannot be reached');
    expect(gone.stderr).not.toContain('secret');
    expect((await at('chroma://:secret@127.0.0.1:1?besides=x')).stderr).toContain(
      '"besides" in the URL of the store is wrong',
    );
    expect((await at('chroma://')).stderr).toContain('chroma://host:8000');
    expect((await at('chroma:./never')).stderr).toContain('There is no store at');
  });
});
