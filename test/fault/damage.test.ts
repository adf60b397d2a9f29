import { expect, it } from 'vitest';
import { inDamageProcess } from './damage-process.ts';

/** `npm run soak -- damage` has hundreds, and each column. */
it('gives no wrong text, and ends no process, whichever bytes of a database are damaged', async () => {
  expect(await inDamageProcess('damageAtRandom(20261122, 9)')).toMatchObject({ trials: 9 });
});
