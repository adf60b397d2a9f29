import { expect, it } from 'vitest';
import { parseFilter } from '../parse-filter.ts';
import { compileWhere } from './compile-where.ts';

const whereOf = (input: unknown) => compileWhere(parseFilter(input)!);

it('lets lists through, of which Chroma does not see the elements', () => {
  expect(whereOf({ client: 'Acme' })).toEqual({
    $or: [{ client: { $in: ['Acme'] } }, { 'client[]': { $gt: 0 } }],
  });
  expect(whereOf({ year: { $gte: 2020 } })).toEqual({
    $or: [{ year: { $gte: 2020 } }, { 'year[]': { $gt: 0 } }],
  });
});

it('says of several conditions what it can, and of alternatives all or nothing', () => {
  const [client, dated] = [{ client: 'Acme' }, { dateCreated: '2024-05-31' }];
  expect(whereOf({ $and: [client, dated] })).toEqual(whereOf(client));
  expect(whereOf({ $or: [client, dated] })).toBeUndefined();
  expect(whereOf({ $or: [client, { year: 1 }] })).toEqual({ $or: [whereOf(client), whereOf({ year: 1 })] });
});

it('leaves dates, texts in order, negations and fields that Chroma has not to SQLite', () => {
  for (const filter of [
    { dateCreated: '2024-05-31' },
    { client: { $gt: 'A' } },
    { client: { $ne: 'Acme' } },
    { client: { $exists: true } },
    { content: { $contains: 'tax' } },
    { content: 'tax' },
  ]) {
    expect(whereOf(filter)).toBeUndefined();
  }
});
