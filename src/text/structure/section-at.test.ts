import { expect, it } from 'vitest';
import { sectionsAt } from './section-at.ts';

const sections = [
  { heading: 'Agreement', level: 1, charStart: 10, charEnd: 100 },
  { heading: '1. Term', level: 2, charStart: 20, charEnd: 60 },
  { heading: '2. Rent', level: 2, charStart: 60, charEnd: 100 },
];
const headingsAt = (offset: number) => sectionsAt(sections, offset).map(({ heading }) => heading);

it('names the sections of every place, outermost first', () => {
  expect(headingsAt(9)).toEqual([]);
  expect(headingsAt(10)).toEqual(['Agreement']);
  expect(headingsAt(59)).toEqual(['Agreement', '1. Term']);
  expect(headingsAt(60)).toEqual(['Agreement', '2. Rent']);
  expect(headingsAt(100)).toEqual([]);
});
