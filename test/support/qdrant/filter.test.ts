import { describe, expect, it } from 'vitest';
import { compileFilter, type Filter, type TextRulesOf } from './filter.ts';
import { textRules } from './text-match.ts';

const noIndex: TextRulesOf = () => undefined;
const payload = {
  city: 'London',
  cities: ['Berlin', 'London'],
  count: 10,
  rating: [3, 7, 9],
  price: 499.9,
  sold: true,
  parts: [],
  packaging: null,
  remarks: [null],
  at: '2023-02-08T10:49:00Z',
  text: 'This is a good cheap thing',
  country: { name: 'Germany', cities: [{ population: 3.7, sights: ['Gate'] }, { population: 0.6 }] },
  diet: [
    { food: 'leaves', likes: false },
    { food: 'meat', likes: true },
  ],
};
const passes = (filter: Filter, rules = noIndex) =>
  compileFilter(filter, rules)({ payload, id: 1, hasVector: (name) => name === 'image' });

describe('conditions on a field', () => {
  it.each([
    ['a text that is the same', { key: 'city', match: { value: 'London' } }, true],
    ['a text that begins alike', { key: 'city', match: { value: 'Lond' } }, false],
    ['any element of a list', { key: 'cities', match: { value: 'London' } }, true],
    ['an integer', { key: 'count', match: { value: 10 } }, true],
    ['a text that looks like the integer', { key: 'count', match: { value: '10' } }, false],
    ['an integer and a number that is none', { key: 'price', match: { value: 499 } }, false],
    ['a truth value', { key: 'sold', match: { value: true } }, true],
    ['a truth value and a text', { key: 'sold', match: { value: 'true' } }, false],
    ['one of several texts', { key: 'city', match: { any: ['Paris', 'London'] } }, true],
    ['none of several texts', { key: 'city', match: { any: ['Paris'] } }, false],
    ['one of several integers in a list', { key: 'rating', match: { any: [1, 7] } }, true],
    ['none at all', { key: 'city', match: { any: [] } }, false],
    ['another than some', { key: 'city', match: { except: ['Paris'] } }, true],
    ['another than all of a list', { key: 'cities', match: { except: ['London', 'Berlin'] } }, false],
    ['another in a list', { key: 'cities', match: { except: ['London'] } }, true],
    ['another of another type', { key: 'count', match: { except: ['London'] } }, true],
    ['another, where there is nothing', { key: 'nothing', match: { except: ['London'] } }, false],
    ['another, where there is null', { key: 'packaging', match: { except: ['London'] } }, false],
    ['a part of a text', { key: 'text', match: { text: 'good cheap' } }, true],
    ['words in another order, letter by letter', { key: 'text', match: { text: 'cheap good' } }, false],
    ['one of the words', { key: 'text', match: { text_any: 'bad cheap' } }, true],
    ['a phrase', { key: 'text', match: { phrase: 'a good' } }, true],
    ['the beginning of a text', { key: 'city', match: { prefix: 'Lon' } }, true],
    ['a range', { key: 'price', range: { gt: 499, lte: 499.9 } }, true],
    ['a range that ends before', { key: 'price', range: { lt: 499.9 } }, false],
    ['a range with a side that is null', { key: 'price', range: { gte: 1, lt: null } }, true],
    ['a range and any element', { key: 'rating', range: { gt: 8 } }, true],
    ['a range and a text', { key: 'city', range: { gte: 0 } }, false],
    ['a range of moments', { key: 'at', range: { gte: '2023-02-08', lt: '2023-02-09T00:00:00Z' } }, true],
    ['a moment in another zone', { key: 'at', range: { gt: '2023-02-08T10:49:00+01:00' } }, true],
    ['a count of values', { key: 'cities', values_count: { gt: 1 } }, true],
    ['a count of one value', { key: 'city', values_count: { gte: 1, lt: 2 } }, true],
    ['a count of nothing', { key: 'nothing', values_count: { lt: 1 } }, true],
    ['a count of null', { key: 'packaging', values_count: { lt: 1 } }, true],
    ['nothing, asked on the field', { key: 'nothing', is_empty: true }, true],
    ['null, asked on the field', { key: 'packaging', is_null: true }, true],
    ['a list with null, asked on the field', { key: 'remarks', is_null: true }, true],
    ['no null where there is nothing', { key: 'nothing', is_null: false }, true],
    ['a key within', { key: 'country.name', match: { value: 'Germany' } }, true],
    ['a key within each element', { key: 'country.cities[].population', range: { gte: 3 } }, true],
    ['a list within each element', { key: 'country.cities[].sights', match: { value: 'Gate' } }, true],
    ['a key within one element', { key: 'country.cities[1].population', range: { gte: 3 } }, false],
    ['a key within a list that is not said to be one', { key: 'diet.food', match: { value: 'meat' } }, false],
  ])('tests %s', (_, condition, expected) => {
    expect(passes({ must: [condition as never] })).toBe(expected);
  });
});

const likes = (value: boolean) => ({ key: 'likes', match: { value } });
const nested = (must: object[]) => ({ nested: { key: 'diet', filter: { must } } }) as never;

describe('conditions on a point', () => {
  it.each([
    ['an empty list', { is_empty: { key: 'parts' } }, true],
    ['a missing field as empty', { is_empty: { key: 'nothing' } }, true],
    ['a list of null as not empty', { is_empty: { key: 'remarks' } }, false],
    ['null', { is_null: { key: 'packaging' } }, true],
    ['a list with null', { is_null: { key: 'remarks' } }, true],
    ['a missing field as not null', { is_null: { key: 'nothing' } }, false],
    ['an id', { has_id: [1, 2] }, true],
    ['a vector', { has_vector: 'image' }, true],
    ['a vector that is not there', { has_vector: 'text' }, false],
  ])('test %s', (_, condition, expected) => {
    expect(passes({ must: [condition as never] })).toBe(expected);
  });

  it('test the elements of a list each by itself', () => {
    const meat = { key: 'food', match: { value: 'meat' } };
    expect(passes({ must: [nested([meat, likes(true)])] })).toBe(true);
    expect(passes({ must: [nested([meat, likes(false)])] })).toBe(false);
    expect(passes({ must: [nested([{ has_id: [1] }])] })).toBe(false);
    expect(
      passes({
        must: ['diet[].food', 'diet[].likes'].map((key, place) => ({
          key,
          match: { value: ['meat', false][place]! },
        })),
      }),
    ).toBe(true);
  });
});

describe('clauses', () => {
  const yes = { key: 'city', match: { value: 'London' } };
  const no = { key: 'city', match: { value: 'Paris' } };

  it.each<[string, Filter, boolean]>([
    ['nothing passes', {}, true],
    ['all of must', { must: [yes, no] }, false],
    ['one of should', { should: [yes, no] }, true],
    ['should with none', { should: [no] }, false],
    ['an empty should as nothing', { should: [] }, true],
    ['none of must_not', { must_not: [no, yes] }, false],
    ['one condition without a list', { must_not: no }, true],
    ['the least count', { min_should: { conditions: [yes, yes, no], min_count: 2 } }, true],
    ['more than there are', { min_should: { conditions: [yes, no], min_count: 2 } }, false],
    ['clauses together', { must: [yes], must_not: [no], should: [no, yes] }, true],
    ['a filter within', { must_not: [{ must: [yes, no] }] }, true],
  ])('%s', (_, filter, expected) => {
    expect(passes(filter)).toBe(expected);
  });
});

describe('a full-text index', () => {
  const rules = textRules({ type: 'text' });
  const beginnings = textRules({ type: 'text', tokenizer: 'prefix', min_token_len: 2 });

  it('matches words in any order and any case', () => {
    expect(passes({ must: { key: 'text', match: { text: 'CHEAP, good' } } }, () => rules)).toBe(true);
    expect(passes({ must: { key: 'text', match: { text: 'chea' } } }, () => rules)).toBe(false);
  });

  it('matches phrases word by word', () => {
    expect(passes({ must: { key: 'text', match: { phrase: 'good cheap' } } }, () => rules)).toBe(true);
    expect(passes({ must: { key: 'text', match: { phrase: 'cheap good' } } }, () => rules)).toBe(false);
  });

  it('matches the beginnings of words when it has them', () => {
    expect(passes({ must: { key: 'text', match: { text: 'chea' } } }, () => beginnings)).toBe(true);
    expect(passes({ must: { key: 'text', match: { text: 'heap' } } }, () => beginnings)).toBe(false);
  });
});
