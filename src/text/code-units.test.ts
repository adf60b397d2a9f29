import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { codeUnits } from './code-units.ts';

it('gives the code units of any text, lone surrogates too, however long', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'é', '中', '\ud800', '\udc00', '\0'), maxLength: 20 });
  fc.assert(
    fc.property(text, fc.constantFrom(1, 1000, 50_000), (some, times) => {
      const long = some.repeat(times);
      const units = codeUnits(long).subarray(0, long.length);
      expect(units.every((unit, index) => unit === long.charCodeAt(index))).toBe(true);
    }),
    { numRuns: 30 },
  );
});
