import { describe, expect, it } from 'vitest';
import { isCutInWord, joinRunOns } from './run-on.ts';
import { splitUnits } from './units.ts';

const joined = (text: string) => joinRunOns(splitUnits(text), text);
const textsOf = (text: string) => joined(text).map((unit) => unit.text);

describe('joinRunOns', () => {
  it('takes a sentence whole that runs over a page or column', () => {
    const hyphened =
      'On that day in May the airplane with all passengers took off from Soekarno-\n\nHatta Airport in Jakarta. It was short.';
    expect(textsOf(hyphened)).toEqual([
      'On that day in May the airplane with all passengers took off from Soekarno-\n\nHatta Airport in Jakarta.',
      'It was short.',
    ]);
    const broken =
      'It was long. On that day in May the airplane with all passengers took off from\n\nthe airport in Jakarta.';
    expect(textsOf(broken)).toEqual([
      'It was long.',
      'On that day in May the airplane with all passengers took off from\n\nthe airport in Jakarta.',
    ]);
    for (const unit of joined(broken)) expect(broken.slice(unit.start, unit.end)).toBe(unit.text);
  });

  it('leaves whole sentences, headings and lists as they are', () => {
    const text = '## Non-\n\nThe flight ended.\n\nthe airport is small.\n\n- from\n\nthe list.';
    expect(textsOf(text)).toEqual(splitUnits(text).map((unit) => unit.text));
  });
});

it('isCutInWord tells what ends within a word', () => {
  expect(splitUnits('It took off from Soekarno-').map(isCutInWord)).toEqual([true]);
  expect(splitUnits('It costs 5 – that is all -').map(isCutInWord)).toEqual([false]);
});
