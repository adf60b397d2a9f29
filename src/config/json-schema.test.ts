import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { expect, it } from 'vitest';
import { parseConfig } from './config.ts';
import { initialConfig } from './init-config.ts';
import { configJsonSchema } from './json-schema.ts';

const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(configJsonSchema());

it('takes what a file may hold, and refuses what is none', () => {
  const file = {
    $schema: './node_modules/pincite/dist/config.schema.json',
    llm: { model: 'ollama:llama3' },
    retrieval: { topK: 10, filter: { tags: 'a' }, vectorWeight: 'auto' },
    chunking: { method: 'token', preset: 'legal' },
  };
  expect(validate(file), JSON.stringify(validate.errors)).toBe(true);
  for (const wrong of [
    { topK: 1 },
    { retrieval: { topK: 0 } },
    { chunking: { preset: 'poems' } },
    { llm: 'x' },
  ]) {
    expect(validate(wrong)).toBe(false);
  }
});

it('fits the file that init writes, which says the defaults', () => {
  const uncommented = initialConfig('x').split('\n').slice(2).join('\n').replaceAll(/^# /gm, '');
  const written = parse(uncommented) as Record<string, never>;
  expect(Object.keys(written).length).toBeGreaterThan(5);
  expect(validate(written), JSON.stringify(validate.errors)).toBe(true);
  const { llm, ...others } = written as unknown as { llm: object };
  expect(parseConfig(others)).toEqual(parseConfig({}));
  expect(Object.keys(llm)).toEqual(['model']);
});
