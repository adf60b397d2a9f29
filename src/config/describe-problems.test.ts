import { expect, it } from 'vitest';
import { z } from 'zod';
import { describeProblems } from './describe-problems.ts';

const schema = z.strictObject({
  topK: z.int().min(1).max(10_000).optional(),
  names: z.array(z.string().min(1).max(3)).min(2).optional(),
  own: z.number().max(3, 'is more than three').optional(),
});

it.each([
  [{ topK: 100_000 }, ['topK: must be at most 10,000']],
  [{ topK: 0 }, ['topK: must be at least 1']],
  [{ names: ['', 'four'] }, ['names.0: must not be empty', 'names.1: must have at most 3 characters']],
  [{ names: [] }, ['names: must have at least 2 entries']],
  [{ own: 4 }, ['own: is more than three']],
  [{ tokK: 1 }, ['Unrecognized key: "tokK"']],
])('describes what is wrong with %j', (value, problems) => {
  expect(describeProblems(schema.safeParse(value).error!)).toEqual(problems);
});
