import { describe, expect, it } from 'vitest';
import { checkDepth, parseJson } from './json-text.ts';
import { checkName, checkVectorName } from './names.ts';

const nested = (levels: number) => parseJson('['.repeat(levels) + ']'.repeat(levels));

describe('parseJson', () => {
  it.each(['{"a":"\\ud83d\\ude00"}', '{"a":"\\\\ud83d"}', '["\\u00e9"]'])('takes %s', (text) => {
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  it.each(['{"a":"\\ud83d"}', '{"\\uDE00":1}', '["\\ud83dx"]', '{', ''])('refuses %s', (text) => {
    expect(() => parseJson(text)).toThrow('Format error in JSON body');
  });

  it('goes 127 levels deep', () => {
    expect(() => checkDepth(nested(127))).not.toThrow();
    expect(() => checkDepth(nested(128))).toThrow('recursion limit exceeded');
  });
});

it('refuses names that could not be those of files', () => {
  expect(() => checkName('collection', 'a.b-c_d e')).not.toThrow();
  for (const bad of ['a/b', 'a:b', 'a*', 'é'.repeat(128)])
    expect(() => checkName('collection', bad)).toThrow();
  expect(() => checkVectorName('v'.repeat(201))).toThrow('at most 200 bytes');
});
