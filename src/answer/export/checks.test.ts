import { expect, it } from 'vitest';
import { describeSupported } from './checks.ts';

it('shows a share as it is, rounded down only where it has more places', () => {
  const shown = [0.29, 0.58, 0.579, 0.999].map((probability) =>
    describeSupported({ supported: 'yes', probability }),
  );
  expect(shown).toEqual(['supported (29 %)', 'supported (58 %)', 'supported (57 %)', 'supported (99 %)']);
});
