import { expect, it } from 'vitest';
import { parseConfig } from '../../config/config.ts';
import { buildRetrieveRequest } from '../search/query.ts';
import type { RetrieveOptions } from '../search/retrieve-options.ts';

const retrieveWith = (options: object) => () =>
  buildRetrieveRequest('pumps', options as RetrieveOptions, parseConfig({}));

it('says which option of a call was meant', () => {
  expect(retrieveWith({ topk: 3 })).toThrow(expect.objectContaining({ hint: 'Did you mean topK?' }));
  expect(retrieveWith({ fusion: { weight: 1 } })).toThrow(
    expect.objectContaining({ hint: 'Did you mean fusion.vectorWeight?' }),
  );
});

it('says what to do about an empty query', () => {
  expect(() => buildRetrieveRequest('  ', {}, parseConfig({}))).toThrow(/empty; write what to look for/);
});
