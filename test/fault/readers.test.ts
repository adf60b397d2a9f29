import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readBesideWriters } from './readers.ts';

it('processes that read see one state of what others replace', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'pincite-readers-'));
  const { changes, reads } = await readBesideWriters({
    storeUrl: `sqlite:${folder}`,
    readers: 2,
    writers: 1,
    durationMs: 2_000,
  });
  await rm(folder, { recursive: true });
  expect(changes).toBeGreaterThan(0);
  expect(reads['document']).toBeGreaterThan(0);
});
