import { expect, it } from 'vitest';
import { stylesOfNoText } from './styles-of-no-text.ts';

interface Style {
  readonly size: number;
  readonly slanted?: boolean;
}

const plain: Style = { size: 10 };

/** Of each style so many characters; the sizes of those that are left out. */
function leftOut(...set: readonly (readonly [style: Partial<Style>, count: number])[]): number[] {
  const styles = set.map(([style]) => ({ ...plain, ...style }));
  const style = Int32Array.from(set.flatMap(([, count], index) => Array<number>(count).fill(index)));
  return [...stylesOfNoText({ count: style.length, style, styles })].map(({ size }) => size);
}

it('leaves out what is too small to be seen beside text', () => {
  expect(leftOut([{}, 90], [{ size: 1 }, 37])).toEqual([1]);
  expect(leftOut([{}, 90], [{ size: 2 }, 37])).toEqual([]);
  expect(leftOut([{ size: 1 }, 90], [{ size: 1.2 }, 37])).toEqual([]);
});

it('leaves out what is set slanted and large over a page', () => {
  expect(leftOut([{}, 90], [{ size: 60, slanted: true }, 5])).toEqual([60]);
  expect(leftOut([{}, 90], [{ size: 9, slanted: true }, 5])).toEqual([]);
  expect(leftOut([{ size: 60, slanted: true }, 5])).toEqual([]);
});
