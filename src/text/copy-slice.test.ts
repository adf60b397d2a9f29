import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { copySlice } from './copy-slice.ts';

it('equals the slice, also where surrogates are alone or a pair is cut', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'é', '中', '👍🏽', '\ud83d', '\udc4d', '\ufeff', '\0') });
  fc.assert(
    fc.property(text, fc.nat(20), fc.nat(20), (all, start, length) => {
      expect(copySlice(all, start, start + length)).toBe(all.slice(start, start + length));
    }),
  );
});
