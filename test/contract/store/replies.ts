import { describe, expect, it } from 'vitest';
import { sha256 } from '../../../src/util/ids/hash.ts';
import type { StoreBench } from './bench.ts';

/** What language models wrote, by the hash of what they were asked. */
export function describeReplies(bench: StoreBench): void {
  describe('replies', () => {
    it('gives what was set last, by its hash', async () => {
      const { replies } = bench.store;
      await replies.set([{ hash: sha256('a'), text: 'first' }]);
      await replies.set([
        { hash: sha256('a'), text: 'of an otter 🦦\u0000' },
        { hash: sha256('b'), text: '' },
      ]);
      expect(await replies.get([sha256('b'), sha256('c'), sha256('a')])).toEqual([
        '',
        undefined,
        'of an otter 🦦\u0000',
      ]);
      expect(await replies.get([])).toEqual([]);
    });
  });
}
