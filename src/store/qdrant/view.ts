import { visible } from './changes.ts';
import type {
  Condition,
  Connection,
  Filter,
  FoundPoint,
  ReadOptions,
  StoredPoint,
  Wanted,
} from './connection.ts';
import { indexTypes, type ValueKind } from './fields.ts';
import { equal } from './points.ts';
import type { CollectionState } from './registry.ts';

/** Places with the indexes of fields that this program has asked for. */
export type KnownIndexes = Map<string, Promise<void>>;

const mostValues = 1_000_000;

/** The points of a collection as one state of it has them. */
export class View {
  readonly connection: Connection;
  readonly state: CollectionState;
  private readonly indexes: KnownIndexes;

  constructor(connection: Connection, state: CollectionState, indexes: KnownIndexes) {
    this.connection = connection;
    this.state = state;
    this.indexes = indexes;
  }

  /** Those of a kind that are seen and meet the conditions. */
  filter(kind: 'document' | 'chunk' | 'part', ...conditions: readonly Condition[]): Filter {
    return { must: [equal('kind', kind), ...conditions, visible(this.state)] };
  }

  all<Payload>(
    filter: Filter,
    options?: ReadOptions & { readonly wanted?: Wanted },
  ): Promise<StoredPoint<Payload>[]> {
    return this.connection.all<Payload>(this.state.place, filter, options);
  }

  pages<Payload>(
    filter: Filter,
    options?: ReadOptions & { readonly wanted?: Wanted },
  ): AsyncIterable<StoredPoint<Payload>[]> {
    return this.connection.pages<Payload>(this.state.place, filter, options);
  }

  count(filter: Filter, options?: ReadOptions): Promise<number> {
    return this.connection.count(this.state.place, filter, options);
  }

  query<Payload>(request: Parameters<Connection['query']>[1]): Promise<FoundPoint<Payload>[]> {
    return this.connection.query<Payload>(this.state.place, request);
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
    const made = this.indexes.get(known) ?? this.makeIndex(place, key, kind);
    this.indexes.set(known, made);
    await made.catch((error: unknown) => {
      this.indexes.delete(known);
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
