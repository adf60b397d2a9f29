import { expect, it } from 'vitest';
import { sectionsIn } from './finish.ts';

const sections = [
  { heading: 'One', level: 1, charStart: 0, charEnd: 100 },
  { heading: 'Two', level: 1, charStart: 100, charEnd: 300 },
  { heading: 'Two a', level: 2, charStart: 110, charEnd: 300 },
  { heading: 'Three', level: 1, charStart: 300, charEnd: 400 },
];
const within = (start: number, end: number, first?: string) =>
  sectionsIn(sections, { start, end }, first).map(({ heading, charStart }) => `${heading} ${charStart}`);

it('names the section that goes on, and those that begin, with where', () => {
  expect(within(50, 150, 'One')).toEqual(['One 50', 'Two 100', 'Two a 110']);
  expect(within(100, 301, 'Two a')).toEqual(['Two 100', 'Two a 110', 'Three 300']);
});

it('names nothing of a chunk of one section, or of none', () => {
  expect(within(120, 200, 'Two a')).toEqual([]);
  expect(within(300, 400, 'Three')).toEqual([]);
  expect(sectionsIn([], { start: 0, end: 10 }, undefined)).toEqual([]);
});

it('counts no heading where the text has none before its first', () => {
  expect(sectionsIn(sections.slice(1), { start: 0, end: 150 }, undefined)).toEqual([
    { heading: 'Two', charStart: 100 },
    { heading: 'Two a', charStart: 110 },
  ]);
});
