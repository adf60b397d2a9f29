import { describe, expect, it } from 'vitest';
import { columnRows } from './columns.ts';

const rowsIn = (text: string) => columnRows(text.split('\n').filter(Boolean));

describe('columnRows', () => {
  it('finds cells set apart by two spaces or more', () => {
    expect(rowsIn('Item        2024  2025\nSales of pumps  5     6\nAll of it.')).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('finds none in lines whose spaces are spread so that all end at one margin', () => {
    const text = `
       The  pump  can be set to run at night only, and then it
       rests  in  the day; see the table of hours for what the
       cost of each is.`;
    expect(rowsIn(text)).toEqual([false, false, false]);
  });

  it('knows such lines below and beside the term that they explain, with tabs too', () => {
    const text = `
       --night
              The  pump  runs at night only, and then it rests
              in  the day.
       -d     The pump runs in  the  day  only,  and  then  it
              rests at night.
       --both
\t      The  pump\truns at  night  and in the day, so it
\t      has no rest.`;
    expect(rowsIn(text)).not.toContain(true);
  });

  it('keeps rows of one width whose cells stand one below the other', () => {
    expect(rowsIn('Alpha pump with tank  10  20\nBravo pump with tank  30  40')).toEqual([true, true]);
    expect(rowsIn(' 1  2  3  4  5\n10 11 12  8  9\n 6  7  8  9 10')).toContain(true);
  });
});
