import { expect, it } from 'vitest';
import { configSchema } from './config.ts';
import { describeUnknownKeys } from './describe-unknown-keys.ts';

const hintOf = (value: unknown) => describeUnknownKeys(configSchema, configSchema.safeParse(value).error!);

it.each([
  [{ retreival: {} }, 'Did you mean retrieval?'],
  [{ retrieval: { topk: 5 } }, 'Did you mean retrieval.topK?'],
  [{ retrieval: { scoring: { halfLife: 3 } } }, 'Known keys of retrieval.scoring are recency, typeWeights.'],
  [
    { retrieval: { routing: [{ keywords: ['a'], collection: ['b'] }] } },
    'Did you mean retrieval.routing.0.collections?',
  ],
  [
    { llm: { prices: { 'openai:gpt-4o': { inputs: 1, output: 2 } } } },
    'Did you mean llm.prices.openai:gpt-4o.input?',
  ],
  [{ chunking: { chunksize: 100 }, lmm: {} }, 'Did you mean chunking.chunkSize? Did you mean llm?'],
])('says what was meant in %j', (value, hint) => {
  expect(hintOf(value)).toBe(hint);
});

it('says nothing where the keys are known and a value is wrong', () => {
  expect(hintOf({ retrieval: { topK: 0 } })).toBeUndefined();
});
