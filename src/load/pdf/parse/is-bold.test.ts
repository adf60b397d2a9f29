import { expect, it } from 'vitest';
import { isBold } from './is-bold.ts';

it.each([
  ['Times-BoldItalic', 400, true],
  ['CMBX10', 570, true],
  ['ABCDEF+SFBX1000', 500, true],
  ['CMSSBX10', 500, true],
  ['HelveticaNeueLTStd-BdIt', 0, true],
  ['CMR10', 345, false],
  ['LMRoman10-Regular', 744, false],
  ['LMRoman10-Italic', 640, false],
  ['NimbusRomNo9L-Medi', 700, true],
  ['NimbusRomNo9L-ReguItal', 390, false],
  ['', 0, false],
])('reads of %s with weight %i whether it is bold', (name, weight, bold) => {
  expect(isBold(name, weight)).toBe(bold);
});
