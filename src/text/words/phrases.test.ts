import { expect, it } from 'vitest';
import { phrasePattern } from './phrases.ts';

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
