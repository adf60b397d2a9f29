/** Qdrant's filters: what the document calls `Filter` and `Condition`. */
import { parseDatetime } from './datetime.ts';
import { unsupported } from './error.ts';
import { everyElement, parsePath, type Payload, valuesAt } from './payload-path.ts';
import { type PointId, readId } from './point-id.ts';
import type { TextRules } from './text-match.ts';
import type { Body } from './types.ts';

export type Filter = Body<'Filter'>;
export type Condition = Body<'Condition'>;
type FieldCondition = Body<'FieldCondition'>;
type Match = NonNullable<FieldCondition['match']>;
type Range = Body<'Range'>;

/** What a condition looks at: a point, or an element of a list in its payload. */
export interface Candidate {
  readonly payload: Payload;
  /** Not for an element of a list. */
  readonly id?: PointId;
  hasVector?(name: string): boolean;
}

export type Test = (candidate: Candidate) => boolean;

/** How texts of a field match when it has a full-text index. */
export type TextRulesOf = (field: string) => TextRules | undefined;

/** @throws QdrantError for a path that is none */
export function compileFilter(filter: Filter, textRules: TextRulesOf): Test {
  const compile = (given: Condition) => compileCondition(given, textRules);
  const must = conditions(filter.must).map(compile);
  const mustNot = conditions(filter.must_not).map(compile);
  const should = conditions(filter.should).map(compile);
  const { conditions: some, min_count: least } = minShould(filter);
  const minimum = some.map(compile);
  return (candidate) => {
    const passes = (test: Test) => test(candidate);
    return (
      must.every(passes) &&
      !mustNot.some(passes) &&
      (should.length === 0 || should.some(passes)) &&
      minimum.filter(passes).length >= least
    );
  };
}

export const minShould = (filter: Filter): Body<'MinShould'> =>
  (filter.min_should as Body<'MinShould'> | null | undefined) ?? { conditions: [], min_count: 0 };

export function conditions(given: Filter['must']): readonly Condition[] {
  if (!given) return [];
  return (Array.isArray(given) ? given : [given]) as Condition[];
}

function compileCondition(condition: Condition, textRules: TextRulesOf): Test {
  if ('has_id' in condition) return hasId(condition);
  if ('has_vector' in condition) return ({ hasVector }) => hasVector?.(condition.has_vector) ?? false;
  if ('nested' in condition) return nested(condition);
  if ('key' in condition) return compileField(condition, textRules);
  if ('is_empty' in condition) return isEmpty(condition);
  if ('is_null' in condition) return isNull(condition);
  if ('slice' in condition) throw unsupported('`slice`');
  return compileFilter(condition, textRules);
}

function hasId({ has_id: given }: Body<'HasIdCondition'>): Test {
  const ids = new Set(given.map(readId));
  return ({ id }) => id !== undefined && ids.has(id);
}

/** Each object of the list is tested by itself; full-text indexes do not reach into it. */
function nested({ nested: { key, filter } }: Body<'NestedCondition'>): Test {
  const elements = everyElement(parsePath(key));
  const test = compileFilter(filter, () => undefined);
  return ({ payload }) =>
    valuesAt(payload, elements).some(
      (element) =>
        typeof element === 'object' &&
        !Array.isArray(element) &&
        element !== null &&
        test({ payload: element as Payload }),
    );
}

const isEmptyValue = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0);
const hasNull = (value: unknown) => value === null || (Array.isArray(value) && value.includes(null));

function isEmpty({ is_empty: { key } }: Body<'IsEmptyCondition'>): Test {
  const path = parsePath(key);
  return ({ payload }) => valuesAt(payload, path).every(isEmptyValue);
}

function isNull({ is_null: { key } }: Body<'IsNullCondition'>): Test {
  const path = parsePath(key);
  return ({ payload }) => valuesAt(payload, path).some(hasNull);
}

/** Whether a value passes, and what holds where the payload has none. */
interface ValueTest {
  readonly passes: (value: unknown) => boolean;
  readonly whenMissing: boolean;
}

function compileField(condition: FieldCondition, textRules: TextRulesOf): Test {
  const path = parsePath(condition.key);
  const { passes, whenMissing } = valueTest(condition, textRules(path.text));
  return ({ payload }) => {
    const values = valuesAt(payload, path);
    return values.length === 0 ? whenMissing : values.some(passes);
  };
}

/** Of several tests in one condition Qdrant heeds the count, then `is_empty`, then `is_null`, then any of the others. */
function valueTest(condition: FieldCondition, textRules: TextRules | undefined): ValueTest {
  const { values_count: count, is_empty: empty, is_null: none, match, range } = condition;
  if (condition.geo_bounding_box || condition.geo_radius || condition.geo_polygon)
    throw unsupported('places on earth');
  if (count) {
    const bounds = count as Range;
    return { passes: (value) => isWithin(countOf(value), bounds), whenMissing: isWithin(0, bounds) };
  }
  if (typeof empty === 'boolean')
    return { passes: (value) => isEmptyValue(value) === empty, whenMissing: empty };
  if (typeof none === 'boolean') return { passes: (value) => hasNull(value) === none, whenMissing: !none };
  const tests: ((value: unknown) => boolean)[] = [];
  if (match) tests.push(matchTest(match as Match, textRules));
  if (range) tests.push(rangeTest(range as Body<'RangeInterface'>));
  const passes = (value: unknown) => tests.some((test) => test(value));
  return {
    passes: (value) => (Array.isArray(value) ? value.some(passes) : passes(value)),
    whenMissing: false,
  };
}

function countOf(value: unknown): number {
  if (value === null) return 0;
  return Array.isArray(value) ? value.length : 1;
}

function matchTest(match: Match, textRules: TextRules | undefined): (value: unknown) => boolean {
  if ('value' in match) return (value) => value === match.value;
  if ('any' in match) return anyTest(match.any as readonly unknown[]);
  if ('except' in match) {
    const listed = anyTest(match.except as readonly unknown[]);
    return (value) => value !== null && !listed(value);
  }
  const test = textTest(match as Record<string, string>, textRules);
  return (value) => typeof value === 'string' && test(value);
}

function anyTest(wanted: readonly unknown[]): (value: unknown) => boolean {
  const set = new Set(wanted);
  return (value) => set.has(value);
}

/** Without a full-text index a text matches where it stands, letter by letter. */
function textTest(match: Record<string, string>, rules: TextRules | undefined): (value: string) => boolean {
  const { text, phrase, text_any: any, prefix } = match;
  if (prefix !== undefined) return (value) => value.startsWith(prefix);
  if (text !== undefined) return rules ? rules.all(text) : (value) => value.includes(text);
  if (phrase !== undefined) return rules ? rules.phrase(phrase) : (value) => value.includes(phrase);
  const words = any!.split(/\s+/u).filter((word) => word !== '');
  return rules ? rules.any(any!) : (value) => words.some((word) => value.includes(word));
}

function rangeTest(range: Body<'RangeInterface'>): (value: unknown) => boolean {
  const bounds = Object.entries(range).filter(([, bound]) => bound !== null);
  if (bounds.some(([, bound]) => typeof bound === 'string')) {
    const moments = Object.fromEntries(bounds.map(([side, bound]) => [side, parseDatetime(String(bound))!]));
    return (value) => {
      const at = typeof value === 'string' ? parseDatetime(value) : undefined;
      return at !== undefined && isWithin(at, moments);
    };
  }
  return (value) => typeof value === 'number' && isWithin(value, range as Range);
}

const isWithin = (value: number, { lt, lte, gt, gte }: Range) =>
  value < (lt ?? Infinity) &&
  value <= (lte ?? Infinity) &&
  value > (gt ?? -Infinity) &&
  value >= (gte ?? -Infinity);
