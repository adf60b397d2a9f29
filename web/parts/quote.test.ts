import { expect, it } from 'vitest';
import { withBreaks } from './quote.ts';

it('breaks lines of no-break spaces, and keeps those of a number with its unit', () => {
  expect(withBreaks('The\u00a0use\u00a0of\u00a0the\u00a0data\u00a0ends.')).toBe('The use of the data ends.');
  expect(withBreaks('It costs 10\u00a0000\u00a0€ in all.')).toBe('It costs 10\u00a0000\u00a0€ in all.');
});
