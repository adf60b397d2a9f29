import { expect, it } from 'vitest';
import { describePlace } from './describe-place.ts';

it.each([
  [['A', 'B'], 'B', 'A > B'],
  [['A'], 'B', 'A > B'],
  [[], 'B', 'B'],
  [['A'], undefined, 'A'],
  [[], undefined, ''],
])(
  'ends the path %j with the section that the chunk begins in, %s: %s',
  (headingPath, sectionHeading, place) => {
    expect(describePlace({ headingPath, sectionHeading })).toBe(place);
  },
);
