import { describe, expect, it } from 'vitest';
import { groupRows } from '../rows.ts';
import { lines } from '../synthetic.testing.ts';
import { ownLines } from './own-lines.ts';

const broken = (texts: readonly string[]) => [...ownLines(groupRows(lines(texts, [50, 100])))].sort();

describe('ownLines', () => {
  it('keeps the lines of a listing and of an address', () => {
    expect(broken(['> data(dune)', '> taxdis <- taxa2dist(dune)', '> plot(taxdis)', '> mod'])).toEqual([
      1, 2, 3,
    ]);
    expect(broken(['Mill Street Clinic', '12 Mill Street, Second Floor', 'Little Rock', 'Arkansas'])).toEqual(
      [1, 2, 3],
    );
  });

  it('wraps lines that have no room for the next word', () => {
    expect(
      broken(['It pays the rent in advance for', 'each quarter, and the', 'administrative costs.']),
    ).toEqual([]);
    expect(broken(['An anni-', 'versary of independence'])).toEqual([]);
  });

  it('does not part two lines of which the second goes on in lower case', () => {
    expect(broken(['Taken on', 'the way from the house'])).toEqual([]);
    expect(broken(['Taken on', 'Monday by the house'])).toEqual([1]);
  });
});
