import { describe, expect, it } from 'vitest';
import { textOf, type Piece } from '../arrange/pieces.ts';
import { groupRows } from '../rows.ts';
import { lines } from '../synthetic.testing.ts';
import { matchOutline } from './outline.ts';

/** A piece of page 0. */
function piece(text: string, x = 50, y = 100): Piece {
  return { kind: 'text', page: 0, rows: groupRows(lines([text], [x, y])) };
}

const matchedBy = (pieces: readonly Piece[], title: string, y?: number) =>
  [
    ...matchOutline(pieces, [{ title, level: 1, page: 0, ...(y === undefined ? {} : { y }) }]).matched.keys(),
  ].map(textOf);

describe('matchOutline', () => {
  it.each([
    ['Overview', '4.1 Overview'],
    ['Selector Test Dataset', 'C Selector Test Dataset'],
    ['1 Rivers', 'Chapter 1: Rivers'],
    ['II. Rivers', 'Rivers'],
    ['概要', '第3章概要'],
  ])('finds %s in the heading %s', (title, heading) => {
    expect(matchedBy([piece('Rivers are told of above'), piece(heading)], title)).toEqual([heading]);
  });

  it('takes no heading with another number', () => {
    expect(matchedBy([piece('2.1 Overview')], '1.1 Overview')).toEqual([]);
  });

  it('takes the nearest of several headings of one title', () => {
    const pieces = [piece('3.1 Overview', 50, 100), piece('4.1 Overview', 50, 500)];
    expect(matchedBy(pieces, 'Overview', 480)).toEqual(['4.1 Overview']);
  });

  it('anchors an entry in the right one of two columns', () => {
    const pieces = [piece('left', 50, 300), piece('right above', 400, 100), piece('right below', 400, 300)];
    const { anchors } = matchOutline(pieces, [{ title: 'Appendix', level: 1, page: 0, x: 390, y: 290 }]);
    expect(anchors).toEqual([{ title: 'Appendix', level: 1, piece: pieces[2] }]);
  });
});
