import { FilterError } from '../../errors.ts';
import type { ChunkConstraint, Near, Region, RegionName } from './filter.ts';
import { nearestName } from '../../util/strings/nearest-name.ts';
import { MatchingTime } from './matching-time.ts';
import { parseRegex } from './regex.ts';

/** Named parts of a page as fractions `[x0, y0, x1, y1]`: bands are thirds high, sides are halves wide. */
const namedRegions: Readonly<Record<RegionName, readonly [number, number, number, number]>> = {
  'top-left': [0, 0, 1 / 2, 1 / 3],
  top: [0, 0, 1, 1 / 3],
  'top-right': [1 / 2, 0, 1, 1 / 3],
  left: [0, 0, 1 / 2, 1],
  center: [1 / 4, 1 / 4, 3 / 4, 3 / 4],
  right: [1 / 2, 0, 1, 1],
  'bottom-left': [0, 2 / 3, 1 / 2, 1],
  bottom: [0, 2 / 3, 1, 1],
  'bottom-right': [1 / 2, 2 / 3, 1, 1],
};
const regions: ReadonlyMap<unknown, readonly [number, number, number, number]> = new Map(
  Object.entries(namedRegions),
);

const exampleOfRegion = 'Write { "page": 2, "name": "top-right" }.';
const orderOfCorners = 'x0 and y0 are the top left corner, x1 and y1 the bottom right one.';

const whereOperators = ['$contains', '$notContains', '$regex'];

/**
 * Reads `{ $contains, $notContains, $regex }`, each a string or a list of strings that must all hold; text is
 * compared as it is, with upper and lower case. `undefined` and `{}` mean no restriction.
 *
 * @throws FilterError with `context.position`.
 */
export function parseWhereDocument(input: unknown): ChunkConstraint | undefined {
  if (input === undefined) return undefined;
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw mistake('', 'whereDocument is an object', 'Write { "$contains": "text" }.');
  }
  const where = new Map<string, unknown>(Object.entries(input));
  for (const key of where.keys()) {
    if (!whereOperators.includes(key)) throw unknownName(key, key, whereOperators);
  }
  if (where.size === 0) return undefined;
  const regex = strings('$regex', where.get('$regex'))?.map((source) => parseRegex(source, '$regex'));
  return {
    contains: strings('$contains', where.get('$contains')),
    notContains: strings('$notContains', where.get('$notContains')),
    ...(regex === undefined ? {} : { regex, matchingTime: new MatchingTime() }),
  };
}

/**
 * Reads `{ page, x0, y0, x1, y1 }` (PDF points, or fractions of the page when all four are within 0…1) or
 * `{ page, name }` with a name such as `top-right`.
 *
 * @throws FilterError with `context.position`.
 */
export function parseRegion(input: unknown): ChunkConstraint | undefined {
  if (input === undefined) return undefined;
  if (typeof input !== 'object' || input === null) {
    throw mistake('region', 'a region is an object', exampleOfRegion);
  }
  const fields = new Map<string, unknown>(Object.entries(input));
  const page = fields.get('page');
  if (typeof page !== 'number' || !Number.isInteger(page) || page < 1) {
    throw mistake('region.page', 'the page is a whole number from 1', exampleOfRegion);
  }
  return { region: { page, ...(fields.has('name') ? named(fields.get('name')) : corners(fields)) } };
}

const exampleOfNear =
  'Write { "near": "Total", "page": 2, "within": 50 }, or { "near": { "picture": true } }.';
/** An inch. */
const usualDistance = 72;

/**
 * Reads `{ near, page?, within? }`: `near` is a text, or `{ picture: true }` for any picture; `within` is a number of points, 72
 * unless given. `undefined` for a region of another kind.
 *
 * @throws FilterError with `context.position`.
 */
export function parseNear(input: unknown): Near | undefined {
  if (typeof input !== 'object' || input === null || !Object.hasOwn(input, 'near')) return undefined;
  const { near, page, within = usualDistance, ...others } = input as Record<string, unknown>;
  const [other] = Object.keys(others);
  if (other !== undefined) throw unknownName(other, `region.${other}`, ['near', 'page', 'within']);
  if (typeof within !== 'number' || !Number.isFinite(within) || within < 0) {
    throw mistake('region.within', 'within is a number of points, 0 or more', exampleOfNear);
  }
  if (page !== undefined && (typeof page !== 'number' || !Number.isInteger(page) || page < 1)) {
    throw mistake('region.page', 'the page is a whole number from 1', exampleOfNear);
  }
  return { near: anchorOf(near), within, ...(page !== undefined && { page }) };
}

function anchorOf(near: unknown): Near['near'] {
  if (typeof near === 'string' && near.trim() !== '') return near;
  const isPicture =
    typeof near === 'object' && near !== null && (near as { picture?: unknown }).picture === true;
  if (isPicture) return { picture: true };
  throw mistake('region.near', 'near is a text, or { "picture": true }', exampleOfNear);
}

type Corners = Omit<Region, 'page'>;

function named(name: unknown): Corners {
  const region = regions.get(name);
  if (!region) throw unknownName(String(name), 'region.name', Object.keys(namedRegions));
  const [x0, y0, x1, y1] = region;
  return { x0, y0, x1, y1 };
}

function corners(fields: ReadonlyMap<string, unknown>): Corners {
  const [x0, y0, x1, y1] = ['x0', 'y0', 'x1', 'y1'].map((name) => {
    const value = fields.get(name);
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    throw mistake(`region.${name}`, 'a finite number is missing', 'Give x0, y0, x1 and y1, or a name.');
  }) as [number, number, number, number];
  if (x0 >= x1) throw mistake('region.x1', 'x1 must be greater than x0', orderOfCorners);
  if (y0 >= y1) throw mistake('region.y1', 'y1 must be greater than y0', orderOfCorners);
  return { x0, y0, x1, y1 };
}

function strings(operator: string, value: unknown): string[] | undefined {
  if (value === undefined) return undefined;
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.map((item) => {
    if (typeof item === 'string') return item;
    throw mistake(
      operator,
      `${operator} takes a string or a list of strings`,
      `Write { "${operator}": "text" }.`,
    );
  });
}

function unknownName(name: string, position: string, known: readonly string[]): FilterError {
  const nearest = nearestName(name, known);
  const hint = nearest ? `Did you mean ${nearest}?` : `Known here: ${known.join(', ')}.`;
  return mistake(position, `${name} is not known`, hint);
}

function mistake(position: string, message: string, hint?: string): FilterError {
  const where = position === '' ? '(top)' : position;
  return new FilterError(`The restriction is wrong at ${where}: ${message}.`, {
    hint,
    context: { position },
  });
}
