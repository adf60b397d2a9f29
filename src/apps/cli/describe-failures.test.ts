import { expect, it } from 'vitest';
import { LoadError, UnsupportedFormatError } from '../../index.ts';
import { describeFailures } from './describe-failures.ts';

const hint = 'PDF and plain text can be read.';
const noise = (source: string) => ({
  source,
  error: new UnsupportedFormatError(`${source} is noise.`, { hint }),
});

it('says once what to do about failures of one kind', () => {
  const missing = { source: 'c.pdf', error: new LoadError('c.pdf is missing.') };
  expect(describeFailures([noise('a.bin'), missing, noise('b.bin')])).toEqual([
    'Failed: a.bin: a.bin is noise.',
    `        ${hint}`,
    'Failed: c.pdf: c.pdf is missing.',
    'Failed: b.bin: b.bin is noise.',
  ]);
});

it('sets hints under the words behind a short mark', () => {
  expect(describeFailures([noise('a.bin')], '!')).toEqual(['! a.bin: a.bin is noise.', `  ${hint}`]);
});
