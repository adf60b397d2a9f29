import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { openConnection } from '../../src/store/sqlite/database/connection.ts';
import { faultsOf } from '../contract/store/integrity.ts';
import { killOnce, killWriter, newKilledStore } from './kill-cycle.ts';

/** `npm run soak -- kill` has hundreds. */
const kills = 7;

it('loses nothing acknowledged, keeps nothing half-stored, and names what is left over when processes are killed', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'pincite-kill-'));
  const known = newKilledStore(root);
  for (let kill = 0; kill < kills; kill += 1) await killOnce(known, Math.random);
  await rm(root, { recursive: true });
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
