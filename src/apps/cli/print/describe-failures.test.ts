import { expect, it } from 'vitest';
import { LoadError, UnsupportedFormatError } from '../../../index.ts';
import { describeFailure, describeFailures, describeNotes } from './describe-failures.ts';

const hint = 'PDF and plain text can be read.';
const noise = (source: string) => ({
  source,
  error: new UnsupportedFormatError(`${source} is noise.`, { hint }),
});

it('says once what to do about failures of one kind', () => {
  const missing = { source: 'c.pdf', error: new LoadError('c.pdf is missing.') };
  expect(describeFailures([noise('a.bin'), missing, noise('b.bin')])).toEqual([
    'Failed: a.bin is noise.',
    `        ${hint}`,
    'Failed: c.pdf is missing.',
    'Failed: b.bin is noise.',
  ]);
});

it('sets hints under the words behind a short mark', () => {
  expect(describeFailures([noise('a.bin')], '!')).toEqual(['! a.bin is noise.', `  ${hint}`]);
});

it('names a source once, as it is typed from here', () => {
  const here = process.cwd();
  expect(describeFailure(`${here}/a/b.pdf`, `${here}/a/b.pdf could not be read.`)).toBe(
    'a/b.pdf could not be read.',
  );
  expect(describeFailure(`${here}/a/b.pdf`, 'b.pdf is empty.')).toBe('a/b.pdf: b.pdf is empty.');
  expect(describeFailure('https://a.org/x', 'https://a.org/x answered 404.')).toBe(
    'https://a.org/x answered 404.',
  );
  expect(describeNotes([`Not read, because of their format: ${here}/a/c.bin, /d.bin`])).toEqual([
    'Note: Not read, because of their format: a/c.bin, /d.bin',
  ]);
});
