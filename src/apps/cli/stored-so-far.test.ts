import { expect, it } from 'vitest';
import { StoredSoFar } from './stored-so-far.ts';

const ended = { kind: 'end', index: 0, total: 3, source: '/a.md', chunks: 2 } as const;

it('counts what is stored, and says how to go on', () => {
  const soFar = new StoredSoFar();
  soFar.count({ ...ended, outcome: 'inserted' });
  soFar.count({ ...ended, outcome: 'skipped' });
  soFar.count({ ...ended, outcome: 'replaced' });
  expect(soFar.describeStop()).toBe(
    'Stopped. 2 documents stored whole; the rest is untouched. Run the same command again to go on.',
  );
});
