import { expect, it } from 'vitest';
import { parseWebAddress, shownAddress } from './web-address.ts';

it.each([
  ['https://example.org', 'https://example.org'],
  ['https://example.org/a?b=c#d', 'https://example.org/a?b=c'],
  ['https://me:secret@example.org/a#b', 'https://example.org/a'],
  ['https://me@example.org/', 'https://example.org/'],
  ['no address', 'no address'],
])('shows %s as %s', (address, shown) => {
  expect(shownAddress(address)).toBe(shown);
});

it('names no password in errors', () => {
  expect(() => parseWebAddress('ftp://me:secret@example.org/')).toThrow(
    'ftp://example.org/ is no http or https address.',
  );
});
