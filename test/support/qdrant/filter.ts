/** Qdrant's filters: what the document calls `Filter` and `Condition`. */
import { unsupported } from './error.ts';
import { parsePath, type Payload, valuesAt } from './payload-path.ts';
import { type PointId, readId } from './point-id.ts';
import type { Body } from './types.ts';

export type Filter = Body<'Filter'>;
export type Condition = Body<'Condition'>;
type FieldCondition = Body<'FieldCondition'>;
type Match = NonNullable<FieldCondition['match']>;
type Range = Body<'Range'>;

/** What a condition looks at. */
export interface Candidate {
  readonly payload: Payload;
  readonly id: PointId;
  hasVector(name: string): boolean;
}

export type Test = (candidate: Candidate) => boolean;

/** @throws QdrantError for a path that is none, and for what the store never asks */
export function compileFilter(filter: Filter): Test {
  if (filter.min_should) throw unsupported('`min_should`');
  const must = conditions(filter.must).map(compileCondition);
  const mustNot = conditions(filter.must_not).map(compileCondition);
  const should = conditions(filter.should).map(compileCondition);
  return (candidate) => {
    const passes = (test: Test) => test(candidate);
    return must.every(passes) && !mustNot.some(passes) && (should.length === 0 || should.some(passes));
  };
}

export function conditions(given: Filter['must']): readonly Condition[] {
  if (!given) return [];
  return (Array.isArray(given) ? given : [given]) as Condition[];
}

function compileCondition(condition: Condition): Test {
  if ('has_id' in condition) return hasId(condition);
  if ('has_vector' in condition) return ({ hasVector }) => hasVector(condition.has_vector);
  if ('key' in condition) return compileField(condition);
  for (const other of ['nested', 'is_empty', 'is_null', 'slice'])
    if (other in condition) throw unsupported(`\`${other}\``);
  return compileFilter(condition as Filter);
}

function hasId({ has_id: given }: Body<'HasIdCondition'>): Test {
  const ids = new Set(given.map(readId));
  return ({ id }) => ids.has(id);
}

/** A value passes where one of the tests does, a list where one of its elements does. */
function compileField({ key, match, range, ...others }: FieldCondition): Test {
  for (const [name, other] of Object.entries(others))
    if (other !== null && other !== undefined) throw unsupported(`\`${name}\``);
  const path = parsePath(key);
  const tests = [...(match ? [matchTest(match)] : []), ...(range ? [rangeTest(range as Range)] : [])];
  const passes = (value: unknown) => tests.some((test) => test(value));
  return ({ payload }) =>
    valuesAt(payload, path).some((value) => (Array.isArray(value) ? value.some(passes) : passes(value)));
}

function matchTest(match: Match): (value: unknown) => boolean {
  if ('value' in match) return (value) => value === match.value;
  if (!('any' in match)) throw unsupported(`\`${Object.keys(match).join(', ')}\``);
  const wanted = new Set(match.any as readonly unknown[]);
  return (value) => wanted.has(value);
}

function rangeTest({ lt, lte, gt, gte }: Range): (value: unknown) => boolean {
  if ([lt, lte, gt, gte].some((bound) => typeof bound === 'string')) throw unsupported('ranges of moments');
  return (value) =>
    typeof value === 'number' &&
    value < (lt ?? Infinity) &&
    value <= (lte ?? Infinity) &&
    value > (gt ?? -Infinity) &&
    value >= (gte ?? -Infinity);
}
