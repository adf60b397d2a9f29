import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { docsPage } from './docs-page.ts';

it('names a file that can be opened', () => {
  expect(readFileSync(docsPage('filters.md'), 'utf8')).toMatch(/^# /);
});

it('names the page where there is no such file', () => {
  expect(docsPage('nope.md')).toMatch(/^docs.nope\.md$/);
});
