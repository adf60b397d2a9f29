import { expect, it } from 'vitest';
import { sha256 } from './hash.ts';

it('gives the published digest of "abc", as text and as bytes', () => {
  const digest = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
  expect(sha256('abc')).toBe(digest);
  expect(sha256(new TextEncoder().encode('abc'))).toBe(digest);
});
