import { expect, it } from 'vitest';
import { otherFormsOfDates, withSpelledDates } from './spelled-dates.ts';

it('spells equal dates alike, whatever form they have', () => {
  const forms = [
    '2014-03-05',
    '2014/3/5',
    '05.03.2014',
    'March 5th, 2014',
    '5 Mar 2014',
    '5th of March 2014',
  ];
  for (const form of forms) expect(withSpelledDates(`on ${form}.`, 'en')).toBe('on 5 March 2014.');
  expect(withSpelledDates('31/3/14', 'en')).toBe('31 March 2014');
  expect(withSpelledDates('3. März 2014', 'de')).toBe('3 März 2014');
  expect(withSpelledDates('3 de marzo de 2014', 'es', 'en')).toBe('3 March 2014');
  expect(withSpelledDates('2014年3月5日', 'ja')).toBe(withSpelledDates('2014-03-05', 'ja'));
});

it('leaves versions, and dates whose day and month nothing tells apart', () => {
  for (const text of ['3/4/2014', '1.2.34', '10.0.0.1', '2014-13-01', '5 March', '123-45-6789'])
    expect(withSpelledDates(text, 'en')).toBe(text);
});

it('tells the other forms in which documents may have a date', () => {
  expect(otherFormsOfDates('What was paid on 5 March 2014?', ['de'])).toEqual([
    '5 März 2014',
    '2014-03-05',
    '05.03.2014',
    '5.3.2014',
  ]);
  expect(otherFormsOfDates('What was paid in 2014?', ['en'])).toEqual([]);
});
