import { expect, it } from 'vitest';
import { LoadError, NoDocumentsFoundError } from '../../index.ts';
import { describeError } from './describe-error.ts';

it('gives the words and the hint of an error', () => {
  const error = new NoDocumentsFoundError('There is no document "x"', {
    hint: 'It may be in another collection, or have been removed.',
  });
  expect(describeError(error)).toBe(
    'There is no document "x". It may be in another collection, or have been removed. list_documents says what there is.',
  );
});

it('names files without their folders', () => {
  const path = '/home/My Documents/secret client/report.pdf';
  const error = new LoadError(
    `${path} could not be read: see /opt/pincite/docs/loading.md and C:\\Users\\me\\a.txt`,
    {
      context: { document: path },
    },
  );
  expect(describeError(error)).toBe('report.pdf could not be read: see loading.md and a.txt.');
});

it('leaves addresses and fractions as they are', () => {
  const words = 'https://example.com/a/b.html gave 404; 1 / 2 and/or 3/4.';
  expect(describeError(new LoadError(words))).toBe(words);
});

it('says nothing of other errors', () => {
  expect(describeError(new TypeError('x is undefined at /srv/app/index.js'))).toBe(
    'Something went wrong inside the server. Its log has the details.',
  );
});
