import { describe, expect, it } from 'vitest';
import { headingText, slugger } from './heading-text.ts';

describe('headingText', () => {
  it.each([
    ['# Plain', 'Plain'],
    ['## Closed ##', 'Closed'],
    ['Two\nlines\n===', 'Two lines'],
    ['# *One* **two** `three_3` _four_', 'One two three_3 four'],
    ['# [Link](http://x.y "t") and ![image](a.png)', 'Link and image'],
    ['# snake_case_name and 2 * 3 * 4', 'snake_case_name and 2 * 3 * 4'],
    ['# C# and `a*b*c`', 'C# and a*b*c'],
    [String.raw`# \*literal\* 1\. one`, '*literal* 1. one'],
    ['# <a id="x"></a>Anchored', 'Anchored'],
    ['#', ''],
    ['# #', ''],
  ])('reads %j as %j', (source, expected) => {
    expect(headingText(source)).toBe(expected);
  });
});

describe('slugger', () => {
  it('lowers, hyphenates and drops punctuation as GitHub does', () => {
    expect(slugger()('What’s new in v2.0? (Beta)')).toBe('whats-new-in-v20-beta');
    expect(slugger()('Über uns & Café')).toBe('über-uns--café');
  });

  it('numbers repeated headings and never gives an anchor twice', () => {
    const slug = slugger();
    expect(['A', 'A', 'A-1', 'A'].map(slug)).toEqual(['a', 'a-1', 'a-1-1', 'a-2']);
  });
});
