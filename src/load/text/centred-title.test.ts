import { describe, expect, it } from 'vitest';
import { titleOf } from '../metadata/title.ts';
import { readPlainText } from './text.ts';

const wide = `${'word '.repeat(14)}ends`;
const titled = (text: string) => titleOf(readPlainText(text));
const centred = (line: string) => ' '.repeat((wide.length - line.length) / 2) + line;

describe('the title of a plain text', () => {
  it('stands in the middle, with a version but no address', () => {
    const text = `${centred('River Licence')}\n${centred('Version 2')}\n${centred('https://example.org/')}\n\n${wide}`;
    expect(titled(text)).toBe('River Licence Version 2');
  });

  it('stands below authors and dates in columns', () => {
    const head = 'Working Group                     A. Lee\nNote: 12                          May 1999';
    expect(titled(`${head}\n\n\n${centred('On Rivers: A Guide')}\n\nAbstract\n\n${wide}`)).toBe(
      'On Rivers: A Guide',
    );
  });

  it('is the first line with a rule under it', () => {
    expect(titled(`On Rivers\n=========\n\n${wide}\n\nSprings\n-------\n\n${wide}`)).toBe('On Rivers');
  });

  it.each([
    ['a notice of copyright', `${centred('Copyright (c) 2020 River Board')}\n\n${wide}`],
    ['a sentence', `${centred('This is said of rivers.')}\n\n${wide}`],
    ['what stands below another line', `On Rivers\n\n${centred('Ann Lee')}\n\n${wide}`],
    ['capitals further down', `On Rivers\n\n${wide}\n\nTERMS OF USE\n\n${wide}`],
  ])('is not %s', (_, text) => expect(titled(text)).toBeUndefined());
});
