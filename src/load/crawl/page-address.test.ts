import { describe, expect, it } from 'vitest';
import { pageAddress } from './page-address.ts';
import { scopeOf } from './scope.ts';

describe('pageAddress', () => {
  it.each([
    ['b.html', 'https://example.org/a/b.html'],
    ['/b?x=1#part', 'https://example.org/b?x=1'],
    ['//example.com/', 'https://example.com/'],
    ['?utm_source=a&utm_medium=b', 'https://example.org/a/'],
    ['?q=1&fbclid=a&r=2', 'https://example.org/a/?q=1&r=2'],
    ['?q=a%20b', 'https://example.org/a/?q=a%20b'],
    ['/b;jsessionid=12AB?x=1', 'https://example.org/b?x=1'],
    ['https://me:secret@EXAMPLE.org:443/b', 'https://example.org/b'],
  ])('makes %s %s', (link, expected) => {
    expect(pageAddress(link, 'https://example.org/a/')).toBe(expected);
  });

  it.each([
    'mailto:a@example.org',
    'javascript:void(0)',
    'data:text/html,x',
    'ftp://example.org',
    'https://',
    'a.PNG',
    `/${'a'.repeat(3000)}`,
  ])('finds no page in %s', (link) => {
    expect(pageAddress(link, 'https://example.org/a/')).toBeUndefined();
  });
});

describe('scopeOf', () => {
  it.each([
    ['https://a.org/', 'https://a.org/x/y', true],
    ['https://a.org/docs/', 'https://a.org/docs/x/y', true],
    ['https://a.org/docs/', 'https://a.org/docsx', false],
    ['https://a.org/docs', 'https://a.org/docs/x', true],
    ['https://a.org/docs', 'https://a.org/docs', true],
    ['https://a.org/docs', 'https://a.org/other', false],
    ['https://a.org/docs/intro.html', 'https://a.org/docs/x', true],
    ['https://a.org/docs/intro.html', 'https://a.org/docs', true],
    ['https://a.org/', 'https://b.a.org/', false],
    ['https://a.org/', 'http://a.org/', false],
    ['https://a.org/', 'https://a.org:8443/', false],
  ])('from %s, %s is inside: %s', (start, address, expected) => {
    expect(scopeOf(start, { exclude: [] })(address)).toBe(expected);
  });

  it.each([
    ['/docs/*', '/docs/a', true],
    ['/docs/*', '/docs/a/b', false],
    ['/docs/**', '/docs/a/b', true],
    ['docs/**', '/docs/a', true],
    ['**/v2/**', '/docs/v2/b', true],
    ['/a.b', '/axb', false],
    ['/a(b)+[c]', '/a(b)+[c]', true],
  ])('%s names %s: %s', (glob, path, expected) => {
    expect(scopeOf('https://a.org/start', { include: [glob], exclude: [] })(`https://a.org${path}`)).toBe(
      expected,
    );
  });
});
