import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { forwardOnly } from './forward-only.ts';

it('reports what is as far as before or further, and nothing else', () => {
  const event = fc.tuple(fc.nat(20), fc.nat(20));
  fc.assert(
    fc.property(fc.array(event), (events) => {
      const shares: number[] = [];
      const report = forwardOnly((done, total) => shares.push(total === 0 ? 1 : done / total));
      for (const [done, total] of events) report(done, total);
      expect(shares).toEqual([...shares].sort((a, b) => a - b));
      const all = events.map(([done, total]) => (total === 0 ? 1 : done / total));
      expect(shares.at(-1)).toBe(all.length === 0 ? undefined : Math.max(...all));
    }),
  );
});
