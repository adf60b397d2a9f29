import { expect, it } from 'vitest';
import { ConfigError } from '../../../index.ts';
import { crawlOptions } from './crawl-options.ts';

it('gives what the flags say, and nothing else', () => {
  expect(crawlOptions({ crawl: true })).toEqual({});
  expect(crawlOptions({ crawl: true, depth: 3, exclude: ['/a'], delay: 500 })).toEqual({
    depth: 3,
    exclude: ['/a'],
    delayMs: 500,
  });
  expect(crawlOptions({})).toBeUndefined();
});

it('refuses flags of a crawl without --crawl', () => {
  expect(() => crawlOptions({ depth: 3 })).toThrow(ConfigError);
  expect(() => crawlOptions({ sitemap: true })).toThrow('There is nothing to crawl');
});
