import { describe, expect, it } from 'vitest';
import { frontOf } from './front.ts';

describe('what stands before the first sentence', () => {
  it.each([
    [
      'a letterhead and an address',
      'Ostmark Housing\nPO Box 12\n\nMs R. Bell\n4 Mill Lane\n\nDear Ms Bell\n\n',
    ],
    ['the head of a mail', 'From: Ann Lowe\nTo: Ravi Nair; Press\nSubject: RE: Visit in May\n\nHi Ravi,\n\n'],
    [
      'a title with a line on its owner',
      '# Leave policy\n\nOstmark Ltd · owner: People · valid from 1 May 2025\n\n',
    ],
  ])('is %s', (_, front) => {
    expect(frontOf(`${front}The work begins on Monday and takes two weeks.\n`, 'en')).toBe(front);
  });

  it('ends before a list, which may have no sentence', () => {
    expect(frontOf('notes on the call with Ostmark\n\n- they want it in May\n- no lift', 'en')).toBe(
      'notes on the call with Ostmark\n\n',
    );
  });

  it('is nothing where a text begins with its first sentence, or with a long line', () => {
    expect(frontOf('Ostmark lets houses. It has ten.', 'en')).toBe('');
    expect(frontOf(`Signs of it ${'pain in the Achilles tendon 90 % '.repeat(5)}`, 'en')).toBe('');
  });
});
