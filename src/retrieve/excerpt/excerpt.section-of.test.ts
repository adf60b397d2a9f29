import { expect, it } from 'vitest';
import { sectionOf } from './excerpt.ts';

const sections = [
  { heading: 'Costs', charStart: 50 },
  { heading: 'Risks', charStart: 80 },
];

it('is the last section that begins before the place', () => {
  const chunk = { sections, sectionHeading: 'Costs' };
  expect([50, 79, 80, 200].map((place) => sectionOf(chunk, place))).toEqual([
    'Costs',
    'Costs',
    'Risks',
    'Risks',
  ]);
});

it('is the one that the chunk begins in where no place or no other is known', () => {
  expect(sectionOf({ sections, sectionHeading: 'Costs' }, undefined)).toBe('Costs');
  expect(sectionOf({ sectionHeading: 'Costs' }, 80)).toBe('Costs');
  expect(sectionOf({}, 80)).toBeUndefined();
});
