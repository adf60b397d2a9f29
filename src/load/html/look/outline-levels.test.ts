import { expect, it } from 'vitest';
import { outlineLevels } from './outline-levels.ts';

const levelsOf = (...headings: readonly (readonly [text: string, prominence: number])[]) =>
  outlineLevels(headings.map(([text, prominence]) => ({ text, prominence, isContents: false })));

it('nests what stands out less', () => {
  expect(levelsOf(['Annual report', 9], ['Ships', 5], ['Crews', 3], ['Ports', 5])).toEqual([1, 2, 3, 2]);
});

it('nests counted headings that are set alike, and what is set like them below', () => {
  const headings = ['PART I', 'Item 1. Ships', 'Crews', 'Item 1A. Risks', 'PART II', 'Item 5. Market'];
  expect(levelsOf(...headings.map((text) => [text, 5] as const))).toEqual([1, 2, 3, 2, 1, 2]);
});

it('keeps larger headings in the item that they stand in', () => {
  expect(levelsOf(['Item 8. Statements', 5], ['BALANCE', 9], ['Item 9. Other', 5])).toEqual([1, 2, 1]);
});

it('nests numbers by their depth', () => {
  const headings = ['1. Term', '1.1 Start', '1.2 End', '2. Price', '2.1 Taxes'];
  expect(levelsOf(...headings.map((text) => [text, 5] as const))).toEqual([1, 2, 2, 1, 2]);
});

it('ends plain numbers at words with numbers that are set alike', () => {
  const headings = ['Notes', '1. Basis', '2. Debt', 'Item 2. Discussion', 'Item 3. Risks'];
  const prominences = [7, 5, 5, 5, 5];
  expect(levelsOf(...headings.map((text, index) => [text, prominences[index]!] as const))).toEqual([
    1, 2, 2, 2, 2,
  ]);
});

it('takes a single word with a number for no series', () => {
  expect(levelsOf(['Form 5', 5], ['Ships', 5])).toEqual([1, 1]);
});

it('sets nothing below contents', () => {
  const contents = { text: 'Contents', prominence: 9, isContents: true };
  expect(outlineLevels([contents, { text: 'Ships', prominence: 5, isContents: false }])).toEqual([1, 1]);
});
