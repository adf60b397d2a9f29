import { expect, it } from 'vitest';
import { StoredSoFar } from './stored-so-far.ts';

const ended = { kind: 'end', index: 0, total: 4, source: '/a.md', chunks: 2, warnings: [] } as const;

it('counts what is stored and what is not, and says how to go on', () => {
  const soFar = new StoredSoFar();
  soFar.count({ ...ended, outcome: 'inserted' });
  soFar.count({ ...ended, outcome: 'skipped' });
  soFar.count({ ...ended, outcome: 'failed' });
  expect(soFar.describeStop()).toBe(
    'Stopped. 2 of 4 documents stored whole, and can be searched; 1 failed; the other 1 as before. Run the same command again to go on.',
  );
});

it('says where it had not begun', () => {
  expect(new StoredSoFar().describeStop()).toContain('Nothing was begun.');
});
