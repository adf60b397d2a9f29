import { expect, it } from 'vitest';
import { line, textsOf } from '../synthetic.testing.ts';
import { withoutDottedRules } from './dotted-rules.ts';

const dots = '.'.repeat(200);

it('leaves out rows of dots that stand alone, as lines of tables do', () => {
  const words = [...line('Model 1', [0, 100]), ...line(dots, [0, 110]), ...line('0.99', [0, 120])];
  expect(textsOf(withoutDottedRules(words))).toBe('Model 1 0.99');
});

it('keeps leaders and what is short', () => {
  const words = [...line(`Contents ${dots}`, [0, 100]), ...line('....', [0, 120])];
  expect(withoutDottedRules(words)).toEqual(words);
});
