import { describe, expect, it } from 'vitest';
import { raiseNumbered } from './raise-numbered.ts';

/** Headings by level, 500 characters apart; the first one begins the text unless it is told how much stands above it. */
function levelsOf(headings: readonly (readonly [string, number])[], above = 0): number[] {
  return raiseNumbered(
    headings.map(([text, level], index) => ({ text, level, charStart: above + index * 500 })),
  );
}

const clauses = (level: number, count = 6) =>
  Array.from({ length: count }, (_, index) => [`${index + 1}. Clause`, level] as const);
const ones = (count: number) => Array.from({ length: count }, () => 1);
const twos = (count: number) => Array.from({ length: count }, () => 2);

describe('raiseNumbered', () => {
  it('raises the clauses of a contract to its recitals, and what is below them with them', () => {
    const contract = [
      ['Contract', 1],
      ['Hintergrund', 1],
      ...clauses(2, 5),
      ['5.1 Part', 3],
      ['6. End', 2],
    ] as const;
    expect(levelsOf(contract)).toEqual([1, 1, ...ones(5), 2, 1]);
  });

  it('leaves what has numbers of its own below it, such as schedules', () => {
    const contract = [
      ['Contract', 1],
      ['Background', 1],
      ...clauses(2),
      ['Schedule A', 1],
      ...clauses(2, 3),
    ] as const;
    expect(levelsOf(contract)).toEqual([1, 1, ...ones(6), 1, ...twos(3)]);
  });

  it.each([
    ['its title', [['On Rivers', 1], ...clauses(2)], 0],
    [
      'its title below the name of a publisher',
      [['River Press', 1], ['On Rivers and their names', 1], ...clauses(2)],
      -450,
    ],
    ['a part that is counted', [['Title', 1], ['Part II: Goods', 1], ...clauses(2)], 0],
    ['an appendix with a letter', [['Title', 1], ['Anhang B', 1], ...clauses(2)], 0],
    [
      'chapters that have a run each',
      [['Title', 1], ['Mounting', 1], ...clauses(2), ['Care', 1], ...clauses(2)],
      0,
    ],
    [
      'a chapter among others',
      [['Title', 1], ['Mounting', 1], ...clauses(2), ['Care', 1], ['Parts', 1], ['Index', 1]],
      0,
    ],
    [
      'a chapter whose sections have no numbers elsewhere',
      [['T', 1], ['Mounting', 1], ...clauses(2), ['Chapter 2', 1], ['Oil', 2], ['Fat', 2], ['Air', 2]],
      0,
    ],
    [
      'a run that goes on with another',
      [
        ['T', 1],
        ['Things', 1],
        ['5. Five', 2],
        ['6. Six', 2],
        ['7. Seven', 2],
      ],
      0,
    ],
  ] as const)('leaves a run below %s', (_, headings, above) => {
    expect(levelsOf(headings, above)).toEqual(headings.map(([, level]) => level));
  });

  it('takes time in proportion to the number of headings', () => {
    const many = Array.from({ length: 10_000 }, () => [['Word', 1], ...clauses(2, 3)] as const).flat();
    const started = performance.now();
    expect(levelsOf(many)).toHaveLength(40_000);
    expect(performance.now() - started).toBeLessThan(2000);
  });
});
