import { expect, it } from 'vitest';
import { readPlainText } from './text.ts';

const titleOf = (text: string) => readPlainText(text).bibliography.title;

it('calls a text by its first line where that stands again above what it names', () => {
  expect(
    titleOf('Licence for users.\n\nRead this first: it binds you.\n\nLicence for users.\n\nThis is it.'),
  ).toBe('Licence for users');
});

it.each([
  ['a line that stands once', 'Licence for users.\n\nThis is it.'],
  ['a greeting', 'Dear all,\n\nThis is it.\n\nDear all,\n\nThis again.'],
  ['a rule', '----\n\nThis is it.\n\n----\n\nThis again.'],
])('does not call it by %s', (_, text) => {
  expect(titleOf(text)).toBeUndefined();
});
