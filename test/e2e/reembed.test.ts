/** Another model for a collection, and a model that learns from it, through the real program. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AdaptResponse, LeanAdd, LeanSearch, ReembedResponse } from '../../src/index.ts';
import type { Collection } from '../../src/types.ts';
import { runCli, type CliResult } from '../support/cli.ts';
import { writeNotes } from '../support/notes.ts';
import { startEmbeddingServer, type EmbeddingServer } from '../support/embedding-server.ts';

let folder: string;
let server: EmbeddingServer;
beforeEach(async () => {
  server = await startEmbeddingServer();
  folder = await mkdtemp(join(tmpdir(), 'pincite-reembed-'));
  await mkdir(join(folder, 'notes'));
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const pincite = (...args: string[]) => runCli(args, { cwd: folder });
const withProvider = (...args: string[]) =>
  runCli(args, {
    cwd: folder,
    env: {
      PINCITE_EMBEDDING_MODEL: 'openai-compatible:small',
      PINCITE_EMBEDDING_BASE_URL: server.baseUrlOf('openai-compatible'),
      PINCITE_EMBEDDING_DIMENSIONS: '8',
    },
  });
const parsed = <Value>({ stdout }: CliResult) => JSON.parse(stdout) as Value;
const vectorSearch = ['search', 'impeller seal', '--mode', 'vector', '--json'] as const;

describe('pincite reembed', () => {
  it('makes a collection searchable with the model that is configured now', async () => {
    await writeNotes(join(folder, 'notes'), 5);
    expect(await pincite('add', 'notes')).toMatchObject({ code: 0 });
    expect((await pincite('reembed')).stdout).toMatch(/already/);
    const refused = await withProvider(...vectorSearch);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/`reembed`/);
    expect((await withProvider('doctor')).stdout).toMatch(/collections: default .*pincite reembed/);
    const done = await withProvider('reembed', '--json');
    expect(parsed<ReembedResponse>(done)).toMatchObject({ changed: true, chunks: 5 });
    expect(parsed<LeanSearch>(await withProvider(...vectorSearch)).results).toHaveLength(5);
    // What another model reads of a document is another thing: they are cut anew, once.
    expect((await withProvider('add', 'notes')).stdout).toMatch(/5 replaced/);
    expect((await withProvider('add', 'notes')).stdout).toMatch(/5 unchanged/);
    expect((await pincite('add', 'notes')).stderr).toMatch(/pincite reembed/);
    expect((await pincite('reembed')).stdout).toMatch(/5 chunks embedded/);
    expect(parsed<LeanSearch>(await pincite(...vectorSearch)).results).toHaveLength(5);
  });

  it('leaves the collection as it was when the model fails, and says so', async () => {
    await writeNotes(join(folder, 'notes'), 3);
    await pincite('add', 'notes');
    server.reply({ status: 401, message: 'no such key' });
    const failed = await withProvider('reembed');
    expect(failed.code).not.toBe(0);
    expect(failed.stderr).toMatch(/refused the API key/);
    expect(parsed<LeanSearch>(await pincite(...vectorSearch)).results).toHaveLength(3);
  });
});

describe('a collection of the built-in model', () => {
  it('is adapted when it is large enough, and stays so', async () => {
    await writeNotes(join(folder, 'notes'), 240);
    const added = parsed<LeanAdd>(await pincite('add', 'notes', '--json'));
    expect(added).toMatchObject({ success: true, documentsInserted: 240, adapting: true });
    expect((await pincite('list', '--collections')).stdout).toMatch(/adapted at 240 chunks/);
    expect((await pincite('doctor')).stdout).toMatch(/collections: default \(adapted at 240 chunks\)/);
    expect(parsed<LeanSearch>(await pincite(...vectorSearch)).results.length).toBeGreaterThan(0);
    const [collection] = parsed<Collection[]>(await pincite('list', '--collections', '--json'));
    const { heldOut } = collection!.adaptation!;
    expect(heldOut.after).toBeLessThan(heldOut.before);
    expect((await pincite('adapt')).stdout).toMatch(/Nothing has changed since/);
    const forced = parsed<AdaptResponse>(await pincite('adapt', '--force', '--json'));
    expect(forced.embeddingModel).toBe(collection?.embeddingModel);
    expect((await pincite('reembed', '--force')).stdout).toMatch(/240 chunks embedded/);
    expect((await pincite('list', '--collections')).stdout).not.toMatch(/adapted/);
  });
});
