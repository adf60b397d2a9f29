import { expect, it } from 'vitest';
import { EmbeddingError } from '../../errors.ts';
import { ProcessPool } from '../../util/processes/process-pool.ts';
import type { ReaderTasks } from '../prepare/reader-tasks.ts';
import { sharedReaders } from '../prepare/shared-readers.ts';
import { trainIn } from './train.ts';

const chunk = { document: 0, title: 'Pumps', heading: '', content: 'Oil the pump every week.' };

it('learns in another process, which says what came of it', async () => {
  const { kind, reason } = await trainIn(sharedReaders)([chunk], { seed: 1 });
  expect([kind, reason]).toEqual(['kept', 'too few sentences to learn from']);
});

it('says that the process ended, and what goes on', async () => {
  const none = new ProcessPool<ReaderTasks>(() => new URL('no-such-file.ts', import.meta.url), { most: 1 });
  const failing = trainIn(none)([chunk], { seed: 1 });
  await expect(failing).rejects.toBeInstanceOf(EmbeddingError);
  await expect(failing).rejects.toMatchObject({ hint: expect.stringContaining('as it was') });
});
