/** What the type of filters allows and refuses; `npm run typecheck` reads it. */
import type { Filter, RegionFilter, WhereDocument } from '../../src/index.ts';

const fields: string[] = ['client'];

export const right: readonly Filter[] = [
  {},
  { format: 'pdf', year: { $gte: 2024 }, $or: [{ client: 'acme' }, { tags: { $contains: 'signed' } }] },
  { dateCreated: { $gte: 'now-1y', $lt: new Date() }, ingestedAt: { $gt: 'last_90_days' } },
  { format: { $in: ['pdf', 'docx'] }, pageNumbers: { $in: [1, 2] }, pageCount: { $not: { $lt: 3 } } },
  { title: { $like: 'Annual%' }, 'metadata.type': 'memo', signed: true, reviewer: { $exists: false } },
  { client: 'acme', $not: { tags: 'draft', $and: [{ kind: 'table' }, { level: { $lte: 3 } }] } },
  { [fields[0]!]: 'acme' },
];

export const wrong: readonly Filter[] = [
  // @ts-expect-error no such operator
  { year: { $above: 2024 } },
  // @ts-expect-error a list stands after $in
  { year: [2023, 2024] },
  // @ts-expect-error fields are flat
  { client: { name: 'acme' } },
  // @ts-expect-error a count is a number
  { pageCount: '3' },
  // @ts-expect-error a count is compared with numbers
  { pageCount: { $gte: '3' } },
  // @ts-expect-error only texts are of a pattern
  { pageCount: { $like: '3%' } },
  // @ts-expect-error a list of values
  { format: { $in: 'pdf' } },
  // @ts-expect-error null is no value: { $exists: false }
  { client: null },
  // @ts-expect-error a list of filters
  { $or: { client: 'acme' } },
  // @ts-expect-error the operator inside is none
  { $and: [{ year: { $above: 1 } }] },
];

export const rightPlaces: readonly (WhereDocument | RegionFilter)[] = [
  { $contains: ['Director', 'signed'], $regex: '^Total' },
  { page: 2, name: 'top-right' },
  { page: 1, x0: 0, y0: 0, x1: 0.5, y1: 1 },
  { near: 'Total', within: 50 },
  { near: { picture: true }, page: 1 },
];

// @ts-expect-error a page has no such part
export const noSuchPart: RegionFilter = { page: 2, name: 'top-middle' };
// @ts-expect-error a rectangle has four sides
export const threeSides: RegionFilter = { page: 2, x0: 0, y0: 0, x1: 1 };
// @ts-expect-error no such operator
export const noSuchOperator: WhereDocument = { $has: 'Director' };
