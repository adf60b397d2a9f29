import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { shareFolder } from './sharing.ts';

/** `npm run soak -- concurrency` takes minutes. */
const sampleMs = 4_000;

it('lets four processes read and write one folder: none fails, none sees half a change', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'pincite-sharing-'));
  const { writes, reads } = await shareFolder(folder, sampleMs);
  expect(writes).toBeGreaterThan(2);
  expect(reads).toBeGreaterThan(2);
  await rm(folder, { recursive: true });
});
