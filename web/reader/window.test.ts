import { expect, it } from 'vitest';
import { around, sectionStart, step } from './window.ts';

it('begins with a section', () => {
  const sections = [{ charStart: 10 }, { charStart: 9000 }];
  expect(around({ charStart: 20_000, charEnd: 20_100 }, sections)).toEqual({
    charStart: 8999,
    charEnd: 20_100 + step / 2,
  });
  expect(sectionStart(sections, 8000)).toBe(9);
  expect(sectionStart(sections, 5)).toBe(0);
});

it('begins in the middle of a section that is very long', () => {
  expect(sectionStart([{ charStart: 10 }], 100_000)).toBe(100_000);
});
