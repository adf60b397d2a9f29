import { expect, it } from 'vitest';
import { couldHavePhrase, phrasePattern } from './phrases.ts';

const found = (text: string, ...lists: string[]) =>
  Array.from(text.matchAll(phrasePattern(...lists)), ([phrase]) => phrase);

it('finds whole words alone, the longest of those that begin at one place', () => {
  expect(found('How many, and how?', 'how|how many')).toEqual(['How many', 'how']);
  expect(found('Show the showcase', 'show|how')).toEqual(['Show']);
});

it('finds phrases of scripts without spaces beside any letters', () => {
  expect(found('Setanta Sports什么时候宣布', '什么时候')).toEqual(['什么时候']);
  expect(found('NASUWT是什么', '是什么')).toEqual(['是什么']);
});

it.each([
  ['WHO’S there?', "who's"],
  ["Isn't it?", 'isn’t'],
  ['D’OÙ vient-il ?', 'd’où'],
  ['How  many?', 'how many'],
  ['Es verdoppelt sich', 'verdoppel*'],
  ['Waſ iſt das?', 'was ist'],
])('a quick look never denies a phrase that is there: %s', (text, list) => {
  expect(found(text, list)).not.toEqual([]);
  expect(couldHavePhrase(text, list)).toBe(true);
});
