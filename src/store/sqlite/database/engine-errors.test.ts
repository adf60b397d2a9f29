import { expect, it } from 'vitest';
import { asStoreError } from './engine-errors.ts';

it('knows extended codes that the driver has no name for by their primary code', () => {
  const code = 'UNKNOWN_SQLITE_ERROR_1544'; // SQLITE_READONLY_DIRECTORY
  const thrown = Object.assign(new Error('attempt to write a readonly database'), { code });
  expect(asStoreError(thrown, '/data/pincite-queue.db')).toMatchObject({
    hint: expect.stringContaining('read-only'),
    context: { engineCode: 'SQLITE_READONLY' },
  });
});
