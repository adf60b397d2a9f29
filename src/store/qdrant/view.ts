import { Recent } from '../../util/recent.ts';
import { visible } from './changes.ts';
import { anyOf, equal } from './conditions.ts';
import type {
  Condition,
  Connection,
  Filter,
  FoundPoint,
  PageOptions,
  ReadOptions,
  StoredPoint,
} from './connection.ts';
import { indexTypes, type ValueKind } from './filter-fields.ts';
import type { CollectionState } from './registry.ts';

const mostValues = 1_000_000;
const mostCounts = 10_000;

/** What a program knows of the server while it runs. */
export class Memory {
  /** Indexes of fields that it has asked for, by place and key. */
  readonly indexes = new Map<string, Promise<void>>();
  /** How many chunks have a term, by place, revision and term. */
  readonly counts = new Recent<number>(mostCounts);
}

/** The points of a collection as one state of it has them. */
export class View {
  readonly connection: Connection;
  readonly state: CollectionState;
  private readonly memory: Memory;

  constructor(connection: Connection, state: CollectionState, memory: Memory) {
    this.connection = connection;
    this.state = state;
    this.memory = memory;
  }

  /** Those of a kind that are seen and meet the conditions. */
  filter(kind: 'document' | 'chunk' | 'part', ...conditions: readonly Condition[]): Filter {
    return { must: [equal('kind', kind), ...conditions, visible(this.state)] };
  }

  all<Payload>(filter: Filter, options?: PageOptions): Promise<StoredPoint<Payload>[]> {
    return this.connection.all<Payload>(this.state.place, filter, options);
  }

  pages<Payload>(filter: Filter, options?: PageOptions): AsyncIterable<StoredPoint<Payload>[]> {
    return this.connection.pages<Payload>(this.state.place, filter, options);
  }

  count(filter: Filter, options?: ReadOptions): Promise<number> {
    return this.connection.count(this.state.place, filter, options);
  }

  query<Payload>(request: Parameters<Connection['query']>[1]): Promise<FoundPoint<Payload>[]> {
    return this.connection.query<Payload>(this.state.place, request);
  }

  /** How many chunks have one of the terms, earlier versions among them. */
  async having(terms: readonly string[], options?: ReadOptions): Promise<number> {
    const { place, revision } = this.state;
    const key = JSON.stringify([place, revision, ...terms]);
    const known = this.memory.counts.get(key);
    if (known !== undefined) return known;
    const count = await this.count(this.filter('chunk', anyOf('terms', terms)), options);
    this.memory.counts.set(key, count);
    return count;
  }

  /** All different values of a payload key with an index of keywords, also of points that are not seen. */
  async values(key: string, options?: ReadOptions): Promise<string[]> {
    const { hits } = await this.connection.send<{ readonly hits: readonly { readonly value: string }[] }>(
      'facet',
      { collection_name: this.state.place, key, limit: mostValues },
      options,
    );
    return hits.map(({ value }) => value);
  }

  /** Makes the index of a filter field on its first use: the server keeps it from then on. */
  async indexed(field: string, kind: ValueKind): Promise<string> {
    const key = `f.${field}.${kind}`;
    const { place } = this.state;
    const known = `${place} ${key}`;
    const made = this.memory.indexes.get(known) ?? this.makeIndex(place, key, kind);
    this.memory.indexes.set(known, made);
    await made.catch((error: unknown) => {
      this.memory.indexes.delete(known);
      throw error;
    });
    return key;
  }

  private makeIndex(place: string, key: string, kind: ValueKind): Promise<void> {
    return this.connection.change('createFieldIndex', place, {
      field_name: key,
      field_schema: indexTypes[kind],
    });
  }
}
