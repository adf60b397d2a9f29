/** docs/filters.md read word for word, on filters as they are written: shares no code with the parser or a store. */
import {
  chunkSchema,
  documentSchema,
  type Chunk,
  type Document,
  type Page,
  type Rect,
} from '../../../src/types.ts';

export interface Restriction {
  readonly filter?: Filter | undefined;
  readonly whereDocument?: WhereDocument | undefined;
  readonly region?: PageRegion | undefined;
}

/** A field's condition, or `$and`, `$or`, `$not` over filters. */
export type Filter = { readonly [key: string]: unknown };

export interface WhereDocument {
  readonly $contains?: string;
  readonly $notContains?: string;
  readonly $regex?: string;
}

export interface PageRegion {
  readonly page: number;
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

export interface StoredChunk {
  readonly document: Document;
  readonly chunk: Chunk;
  readonly pages: readonly Page[];
}

/** Whether a search may find the chunk. */
export function isAllowed(
  stored: StoredChunk,
  { filter = {}, whereDocument = {}, region }: Restriction,
): boolean {
  const { content } = stored.chunk;
  const { $contains, $notContains, $regex } = whereDocument;
  return (
    matches(filter, stored) &&
    ($contains === undefined || content.includes($contains)) &&
    ($notContains === undefined || !content.includes($notContains)) &&
    ($regex === undefined || new RegExp($regex, 'u').test(content)) &&
    (region === undefined || stored.chunk.rects.some((rect) => liesIn(rect, region, stored.pages)))
  );
}

function matches(filter: Filter, stored: StoredChunk): boolean {
  return Object.entries(filter).every(([key, value]) => {
    if (key === '$and') return (value as Filter[]).every((inner) => matches(inner, stored));
    if (key === '$or') return (value as Filter[]).some((inner) => matches(inner, stored));
    if (key === '$not') return !matches(value as Filter, stored);
    return meets(fieldOf(stored, key), value);
  });
}

const ofDocuments = new Set(Object.keys(documentSchema.shape));
const ofChunks = new Set(Object.keys(chunkSchema.shape));
for (const unseen of ['metadata', 'rects', 'sections', 'described', 'documentVersion']) {
  ofDocuments.delete(unseen);
  ofChunks.delete(unseen);
}

function fieldOf({ document, chunk }: StoredChunk, name: string): unknown {
  if (ofDocuments.has(name)) return document[name as keyof Document];
  if (ofChunks.has(name)) return chunk[name as keyof Chunk];
  const key = name.replace(/^metadata\./, '');
  return Object.hasOwn(chunk.metadata, key) ? chunk.metadata[key] : undefined;
}

function meets(stored: unknown, condition: unknown): boolean {
  if (typeof condition !== 'object' || condition === null) return hasOne(stored, condition, isSame);
  return Object.entries(condition).every(([operator, operand]) => holds(stored, operator, operand));
}

function holds(stored: unknown, operator: string, operand: unknown): boolean {
  switch (operator) {
    case '$ne':
      return !holds(stored, '$eq', operand);
    case '$nin':
      return !holds(stored, '$in', operand);
    case '$not':
      return !meets(stored, operand);
    case '$in':
      return (operand as unknown[]).some((one) => hasOne(stored, one, isSame));
    case '$exists':
      return (stored !== undefined) === operand;
    case '$like':
      return hasOne(stored, operand, (one, pattern) => isOfPattern(String(one), String(pattern)));
    case '$contains':
      return Array.isArray(stored) ? hasOne(stored, operand, isSame) : isWithin(stored, operand);
    default:
      return hasOne(stored, operand, comparisons[operator]!);
  }
}

/** Whether the value, or an element of it where it is a list, stands so to the operand. */
const hasOne = (
  stored: unknown,
  operand: unknown,
  test: (one: unknown, operand: unknown) => boolean,
): boolean =>
  (stored === undefined ? [] : [stored].flat()).some(
    (one) => typeof one === typeof operand && test(one, operand),
  );

const isWithin = (text: unknown, part: unknown) =>
  typeof text === 'string' && typeof part === 'string' && text.includes(part);

/** Character by character: a backslash, then `%` with none or more characters, `_` with any one. */
function isOfPattern(text: string, pattern: string): boolean {
  const [[first, ...rest], [sign, ...signs]] = [[...text], [...pattern]];
  const isEscaped = sign === '\\';
  if (sign === undefined) return first === undefined;
  if (sign === '%')
    return isOfPattern(text, signs.join('')) || (first !== undefined && isOfPattern(rest.join(''), pattern));
  if (first === undefined || (sign !== '_' && first !== (isEscaped ? signs[0] : sign))) return false;
  return isOfPattern(rest.join(''), signs.slice(isEscaped ? 1 : 0).join(''));
}

const isSame = (one: unknown, other: unknown) => order(one, other) === 0;

const comparisons: Readonly<Record<string, (one: unknown, other: unknown) => boolean>> = {
  $eq: isSame,
  $gt: (one, other) => order(one, other) > 0,
  $gte: (one, other) => order(one, other) >= 0,
  $lt: (one, other) => order(one, other) < 0,
  $lte: (one, other) => order(one, other) <= 0,
};

/** Of two values of one type. */
function order(one: unknown, other: unknown): number {
  if (typeof one !== 'string' || typeof other !== 'string') return Number(one) - Number(other);
  const [left, right] = [instantOf(one), instantOf(other)];
  return left === undefined || right === undefined ? orderOfText(one, other) : left - right;
}

function orderOfText(one: string, other: string): number {
  const [left, right] = [[...one], [...other]];
  const place = left.findIndex((character, index) => character !== right[index]);
  if (place < 0) return left.length - right.length;
  return left[place]!.codePointAt(0)! - (right[place]?.codePointAt(0) ?? -1);
}

const isoForm =
  /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3}))?)?(?:Z|([+-])(\d{2}):(\d{2})))?$/;

/** Milliseconds; `undefined` for what is no date, such as 31 February. */
function instantOf(text: string): number | undefined {
  const found = isoForm.exec(text);
  if (found === null) return undefined;
  const [year, month, day, hour, minute, second] = found.slice(1, 7).map((part = '0') => Number(part));
  const milliseconds = Number((found[7] ?? '').padEnd(3, '0'));
  const [zoneHours, zoneMinutes] = [Number(found[9] ?? 0), Number(found[10] ?? 0)];
  const sign = found[8] === '-' ? -1 : 1;
  const local = new Date(Date.UTC(year!, month! - 1, day, hour, minute, second, milliseconds));
  const isReal = local.getUTCDate() === day && local.getUTCMonth() === month! - 1;
  return isReal ? local.getTime() - sign * (zoneHours * 60 + zoneMinutes) * 60_000 : undefined;
}

/** What both cover is at least half of the smaller of the two. */
function liesIn(rect: Rect, region: PageRegion, pages: readonly Page[]): boolean {
  const page = pages.find(({ number }) => number === region.page);
  if (page === undefined || rect.page !== region.page) return false;
  const isFraction = [region.x0, region.y0, region.x1, region.y1].every((value) => value >= 0 && value <= 1);
  const [across, down] = isFraction ? [page.width, page.height] : [1, 1];
  const area = { x0: region.x0 * across, x1: region.x1 * across, y0: region.y0 * down, y1: region.y1 * down };
  const width = Math.min(rect.x1, area.x1) - Math.max(rect.x0, area.x0);
  const height = Math.min(rect.y1, area.y1) - Math.max(rect.y0, area.y0);
  const areas = [rect, area].map(({ x0, x1, y0, y1 }) => (x1 - x0) * (y1 - y0));
  return width > 0 && height > 0 && 2 * width * height >= Math.min(...areas);
}
