import { describe, expect, it } from 'vitest';
import { checkInvariants } from '../invariants.testing.ts';
import { readPlainText } from './text.ts';

function read(text: string) {
  const document = readPlainText(text);
  checkInvariants(document);
  return document;
}

const headingsOf = (text: string) => read(text).sections.map(({ heading, level }) => [heading, level]);

const clauses = `The parties agree:
1.\tDefinitions. In this agreement the words below mean
what is said of them.
2.\tGrant and Limits
2.1.\tGrant of Licence. The owner lets the user
sail the ship.
2.1.1.\tHarbours and other Places. These are in the schedule.
2.2.\tIN NO EVENT MAY THE USER
sell it. 
3.\tTerm; End.
It ends in May.
`;

describe('numbers that tabs set apart from titles', () => {
  it('begin sections, with sentences behind the titles', () => {
    expect(headingsOf(clauses)).toEqual([
      ['1. Definitions.', 1],
      ['2. Grant and Limits', 1],
      ['2.1. Grant of Licence.', 2],
      ['2.1.1. Harbours and other Places.', 3],
      ['3. Term; End.', 1],
    ]);
    const { text, blocks } = read(clauses);
    expect(blocks.slice(1, 3).map(({ charStart, charEnd }) => text.slice(charStart, charEnd))).toEqual([
      '1.\tDefinitions.',
      'In this agreement the words below mean\nwhat is said of them.',
    ]);
  });

  it('are items where sentences follow them, or cells', () => {
    const steps = ['Open the valve. It turns left.', 'Wait for the bell. It rings.', 'Close the valve. Go.'];
    expect(headingsOf(steps.map((step, index) => `${index + 1}.\t${step}`).join('\n'))).toEqual([]);
    expect(headingsOf('1.\tVela Ltd. Co\t4\n2.\tOrca Ltd. Co\t5\n3.\tRana Ltd. Co\t6\n')).toEqual([]);
  });

  it('are looked for in linear time', () => {
    const start = performance.now();
    read(`1.\t${'Aa '.repeat(400_000)}\n${'1.\tAa'.repeat(100_000)}\n${'1.\tAb. c\n'.repeat(50_000)}`);
    expect(performance.now() - start).toBeLessThan(5000);
  });
});
