import { expect, it } from 'vitest';
import { GenerationError, QueryGenerationError } from '../../errors.ts';
import type { LanguageModel } from '../../models/language-model.ts';
import { understand } from './understand.ts';

const wanted = { rewrite: true, hyde: false, selfQuery: false, timeBudgetMs: 1000 };
const failing = new GenerationError('The model gave no JSON', { hint: 'Try another one.' });
const run = (signal?: AbortSignal) => ({
  open: async () => ({ generateObject: () => Promise.reject(failing) }) as unknown as LanguageModel,
  fields: [],
  today: '2026-01-31',
  parseFilter: () => undefined,
  signal,
});

it('ends in a QueryGenerationError where the model makes nothing of a query, and in the signal’s reason', async () => {
  const error: unknown = await understand('why?', wanted, run()).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(QueryGenerationError);
  expect(error).toMatchObject({ code: 'QUERY_GENERATION', message: failing.message, hint: failing.hint });
  const reason = new Error('stopped');
  await expect(understand('why?', wanted, run(AbortSignal.abort(reason)))).rejects.toBe(reason);
});
