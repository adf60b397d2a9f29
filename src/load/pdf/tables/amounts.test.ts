import { expect, it } from 'vitest';
import { isAmount } from './amounts.ts';
import { line } from '../synthetic.testing.ts';

it.each(['1,234', '(5.6)%', '$ 7', '–', '24.91²'])('takes %s for an amount', (text) =>
  expect(isAmount(line(text, [0, 0]))).toBe(true),
);

it.each(['2023', '28,', 'CO²', '²'])('does not take %s for one', (text) =>
  expect(isAmount(line(text, [0, 0]))).toBe(false),
);
