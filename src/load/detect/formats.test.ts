import { expect, it } from 'vitest';
import { documentFormats } from '../../types.ts';
import { promisedFormat, readableFormats } from './formats.ts';

it.each([
  ['report.PDF', 'pdf'],
  ['folder.md/notes', undefined],
  ['https://example.org/data.csv?raw=1#top', 'csv'],
  ['Issue #5.pdf', 'pdf'],
  ['/srv/My C# project/q&a?.txt', 'text'],
  ['https://example.org/issues#5.pdf', undefined],
  ['box.mbox', 'email'],
  ['book.xlsm', 'xlsx'],
  ['main.rs', 'code'],
  ['picture.png', undefined],
])('takes %s for %s', (name, format) => {
  expect(promisedFormat(name)).toBe(format);
});

it('names every format', () => {
  expect(readableFormats().split(/, | and /)).toHaveLength(documentFormats.length + 1); // e-mail has two
});
