/** Payload indexes: which points have a value, and what may be counted or ordered by. */
import { unsupported } from './error.ts';
import { conditions, type Condition, type Filter } from './filter.ts';
import { parsePath, type Payload, valuesAt } from './payload-path.ts';
import { readId, type PointId } from './point-id.ts';
import type { Body } from './types.ts';

type IndexOptions = Body<'PayloadSchemaParams'>;
export type FieldSchema = Body<'PayloadFieldSchema'>;

interface FieldIndex {
  readonly options: IndexOptions;
  readonly slots: Map<unknown, Set<number>>;
}

export class PayloadIndexes {
  private readonly fields = new Map<string, FieldIndex>();

  create(
    field: string,
    schema: FieldSchema,
    points: Iterable<readonly [slot: number, payload: Payload]>,
  ): void {
    parsePath(field);
    const options = (typeof schema === 'string' ? { type: schema } : schema) as IndexOptions;
    if (!(options.type in indexed)) throw unsupported(`indexes of the type ${options.type}`);
    const index: FieldIndex = { options, slots: new Map() };
    this.fields.set(field, index);
    for (const [slot, payload] of points) add(index, field, slot, payload);
  }

  delete(field: string): void {
    this.fields.delete(field);
  }

  add(slot: number, payload: Payload): void {
    for (const [field, index] of this.fields) add(index, field, slot, payload);
  }

  remove(slot: number, payload: Payload): void {
    for (const [field, { slots, options }] of this.fields)
      for (const value of indexedValues(payload, field, options)) {
        const having = slots.get(value);
        having?.delete(slot);
        if (having?.size === 0) slots.delete(value);
      }
  }

  get count(): number {
    return this.fields.size;
  }

  type = (field: string): string | undefined => this.fields.get(field)?.options.type;

  /** Whether points can be counted by the field's values. */
  canFacet(field: string): boolean {
    const options = this.fields.get(field)?.options;
    if (options?.type === 'integer') return options.lookup !== false;
    return options !== undefined && ['keyword', 'bool'].includes(options.type);
  }

  canOrder(field: string): boolean {
    const options = this.fields.get(field)?.options;
    if (options?.type === 'integer') return options.range !== false;
    return options !== undefined && options.type === 'float';
  }

  /** The distinct values of a payload that the index of a field has. */
  values(field: string, payload: Payload): readonly unknown[] {
    return indexedValues(payload, field, this.fields.get(field)!.options);
  }

  describe(): Record<string, Body<'PayloadIndexInfo'>> {
    return Object.fromEntries(
      [...this.fields].map(([field, { options, slots }]) => [
        field,
        {
          data_type: options.type,
          params: options,
          points: new Set([...slots.values()].flatMap((having) => [...having])).size,
        },
      ]),
    );
  }

  /** Slots of which others cannot match, when an index or ids tell it; not all of them need to. */
  candidates(filter: Filter, slotOf: (id: PointId) => number | undefined): readonly number[] | undefined {
    const of = (condition: Condition) => this.conditionCandidates(condition, slotOf);
    const required = conditions(filter.must)
      .map(of)
      .filter((found) => found !== undefined);
    if (required.length > 0) return required.reduce((a, b) => (b.length < a.length ? b : a));
    const alternatives = conditions(filter.should).map(of);
    if (alternatives.length === 0 || alternatives.includes(undefined)) return undefined;
    return [...new Set(alternatives.flatMap((found) => found!))];
  }

  private conditionCandidates(
    condition: Condition,
    slotOf: (id: PointId) => number | undefined,
  ): readonly number[] | undefined {
    if ('has_id' in condition)
      return [...new Set(condition.has_id.map(readId))].flatMap((id) => slotOf(id) ?? []);
    if (!('key' in condition)) return isFilter(condition) ? this.candidates(condition, slotOf) : undefined;
    const { key, match, ...others } = condition;
    if (!match || Object.values(others).some((other) => other !== null)) return undefined;
    const { value, any } = match as { value?: unknown; any?: readonly unknown[] };
    const wanted = any ?? [value];
    const index = this.fields.get(key);
    if (!index || !wanted.every((each) => typeof each === exactTypes[index.options.type])) return undefined;
    return [...new Set(wanted.flatMap((each) => [...(index.slots.get(each) ?? [])]))];
  }
}

/** Whether it is no condition but a filter within. */
const isFilter = (condition: Condition): condition is Filter => !('has_vector' in condition);

/** Types whose indexes find a value as it is, and what those values are. */
const exactTypes: Readonly<Record<string, string>> = {
  keyword: 'string',
  integer: 'number',
  bool: 'boolean',
};

function add({ options, slots }: FieldIndex, field: string, slot: number, payload: Payload): void {
  for (const value of indexedValues(payload, field, options)) {
    let having = slots.get(value);
    if (!having) slots.set(value, (having = new Set()));
    having.add(slot);
  }
}

function indexedValues(payload: Payload, field: string, { type }: IndexOptions): unknown[] {
  const values = valuesAt(payload, parsePath(field)).flat();
  return [...new Set(values.map((value) => indexed[type]!(value)))].filter((value) => value !== undefined);
}

const when = (isRight: (value: unknown) => boolean) => (value: unknown) =>
  isRight(value) ? value : undefined;

/** What an index of each type has of a value. */
const indexed: Readonly<Record<string, (value: unknown) => unknown>> = {
  keyword: when((value) => typeof value === 'string'),
  integer: when(Number.isInteger),
  float: when((value) => typeof value === 'number'),
  bool: when((value) => typeof value === 'boolean'),
};
