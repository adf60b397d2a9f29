import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parseConfig } from '../../config/config.ts';
import { closeParts, openParts } from '../parts/parts.ts';
import { storeFiles } from './store-files.ts';
import { planSync } from './sync-plan.ts';
import { checkSyncOptions } from './sync.ts';
import { viewFolder } from './view-folder.ts';

it('adds no file again that another sync has added since the folder was looked at', async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'pincite-store-files-')));
  const parts = await openParts(parseConfig({ store: 'sqlite::memory:' }));
  await writeFile(join(folder, 'a.md'), 'Otters swim.');
  const options = checkSyncOptions({});
  const view = await viewFolder(parts, folder, options);
  const plan = planSync({ ...view, files: view.hashed, unread: [], isCurrent: () => true });
  const outcomes = [];
  for (let nth = 1; nth <= 2; nth += 1) {
    const { files } = await storeFiles(parts, options, { view, plan });
    outcomes.push(files.get('a.md')?.outcome);
  }
  expect(outcomes).toEqual(['inserted', 'skipped']);
  expect(await parts.store.documents('default')).toHaveLength(1);
  await closeParts(parts);
  await rm(folder, { recursive: true });
});
