import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { identifiersIn } from './identifiers.ts';

const cases: [fact: string, text: string, identifiers: string][] = [
  ['keeps part numbers whole, and what a slash divides', 'valve AX-4410/B', 'ax4410b ax4410'],
  ['keeps numbers behind letters', 'see SR-9.1.2.', 'sr9.1.2'],
  ['joins letters and digits whatever sign is between them', '10-K 10‑K 10–K GPT-4', '10k 10k 10k gpt4'],
  ['knows both of two', '10-K/10-Q', '10k10q 10k 10q'],
  ['keeps the signs between digits', 'ISO 9001:2015, No. 21-1234', '9001:2015 21-1234'],
  ['keeps numbers of cases', '1:21-cv-01234', '1:21cv01234'],
  ['keeps clauses apart from letters behind a number', 'clause 12.3(b), not 12.3b', '12.3(b'],
  ['joins the letter of a statute', '401(k) and 501(c)(3)', '401k 501c3'],
  ['keeps addresses and names of files', 'john.doe@acme.com sent notes.txt', 'john.doe@acme.com notes.txt'],
  ['keeps names with signs that words do not have', 'R&D of foo_bar', 'r&d foo_bar'],
  ['leaves plain words behind a hyphen out', 'IL-5-producing, 10-fold', 'il5'],
  ['leaves words and numbers alone', 'data-driven and/or U.S. 10,000 4.2.1 e.g. end.The', ''],
];

describe('identifiersIn', () => {
  it.each(cases)('%s', (_, text, identifiers) => {
    expect(identifiersIn(text).join(' ')).toBe(identifiers);
  });

  it('leaves encoded data out', () => {
    for (const run of ['a1-', '1-', '-(']) expect(identifiersIn(run.repeat(100_000))).toEqual([]);
  });

  it('finds an identifier whatever stands around it', () => {
    const around = fc.stringMatching(/^[ ,;!?"]*$/);
    fc.assert(
      fc.property(around, around, (before, after) => {
        expect(identifiersIn(`${before} SR-9.1${after}`)).toEqual(['sr9.1']);
      }),
    );
  });
});
