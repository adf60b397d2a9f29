import * as fc from 'fast-check';
import { it } from 'vitest';
import { openBuiltInEmbedder } from '../src/embed/built-in/built-in.ts';
import { checkUpdates } from './support/updates/check-updates.ts';
import { operations } from './support/updates/operations.ts';

it('agrees with a reference in memory after any sequence of updates', async () => {
  const embedder = openBuiltInEmbedder();
  await fc.assert(
    fc.asyncProperty(operations, (sequence) => checkUpdates(sequence, embedder)),
    { numRuns: 60 },
  );
});
