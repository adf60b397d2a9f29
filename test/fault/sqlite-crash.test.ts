import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { openConnection } from '../../src/store/sqlite/connection.ts';
import { faultsOf } from '../contract/store/integrity.ts';
import { crashOnce, killWriter } from './crash-cycle.ts';

/** `npm run soak -- crash` kills hundreds. */
const kills = 6;

it('loses nothing acknowledged and keeps nothing half-stored when writers are killed', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'pincite-crash-'));
  let next = 1;
  for (let kill = 0; kill < kills; kill += 1) next = await crashOnce(folder, next, Math.random);
  await rm(folder, { recursive: true });
});

it('lets two processes write to one folder', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'pincite-writers-'));
  const acknowledged = await Promise.all([1, 10_000].map((first) => killWriter(folder, first, Math.random)));
  expect(acknowledged[0]).toBeGreaterThanOrEqual(1);
  expect(acknowledged[1]).toBeGreaterThanOrEqual(10_000);
  const database = await openConnection(`sqlite:${folder}`);
  expect(faultsOf(database)).toEqual([]);
  database.close();
  await rm(folder, { recursive: true });
});
