import type { VersionChoice } from '../../types.ts';
import { parseReference } from '../../util/ids/document-key.ts';
import { Recent } from '../../util/recent.ts';
import { referenceOf } from '../changes/in-version.ts';
import { visible } from './changes.ts';
import {
  anyOf,
  type Condition,
  type Connection,
  equal,
  type Filter,
  Points,
  type ReadOptions,
  type StoredPoint,
  type Wanted,
} from './connection.ts';
import {
  type DocumentPayload,
  type DocumentRow,
  indexTypes,
  type PartPayload,
  rowOf,
  type ValueKind,
} from './points.ts';
import type { CollectionState } from './registry.ts';

const mostValues = 1_000_000;
const mostCounts = 10_000;
const valuesPerRequest = 500;
/** An answer becomes one string here, which has its limits. */
const partsPerPage = 4;

const asRow = { with_payload: ['record'] };

/** What a program knows of the server while it runs. */
export class Memory {
  /** Indexes of fields that it has asked for, by place and key. */
  readonly indexes = new Map<string, Promise<void>>();
  /** How many chunks have a term at the latest revision that was asked for, by place and term. */
  readonly counts = new Recent<Counted>(mostCounts);
}

interface Counted {
  readonly revision: number;
  readonly count: number;
}

/** The first change is number 1. */
const nobody: Counted = { revision: 0, count: 0 };

/** The points of a collection as one state of it has them. */
export class View extends Points {
  readonly state: CollectionState;
  private readonly memory: Memory;

  constructor(connection: Connection, state: CollectionState, memory: Memory) {
    super(connection, state.place);
    this.state = state;
    this.memory = memory;
  }

  /** Those of a kind that are seen and meet the conditions. */
  filter(kind: 'document' | 'chunk' | 'part', ...conditions: readonly Condition[]): Filter {
    return { must: [equal('kind', kind), ...conditions, visible(this.state)] };
  }

  /** Those of a kind whose key has one of the values, however many, a page at a time. */
  async *pagesHaving<Payload>(
    kind: 'document' | 'chunk' | 'part',
    [key, values]: readonly [key: string, values: readonly string[]],
    wanted?: Wanted,
  ): AsyncIterable<StoredPoint<Payload>[]> {
    const all = [...new Set(values)];
    for (let start = 0; start < all.length; start += valuesPerRequest) {
      const these = anyOf(key, all.slice(start, start + valuesPerRequest));
      yield* this.pages<Payload>(this.filter(kind, these), wanted);
    }
  }

  async having<Payload>(...wanted: Parameters<View['pagesHaving']>): Promise<StoredPoint<Payload>[]> {
    const found: StoredPoint<Payload>[] = [];
    for await (const page of this.pagesHaving<Payload>(...wanted)) found.push(...page);
    return found;
  }

  /** Documents whose key has one of the values. */
  async rows(key: string, values: readonly string[]): Promise<DocumentRow[]> {
    const points = await this.having<DocumentPayload>('document', [key, values], asRow);
    return points.map(({ payload }) => rowOf(payload));
  }

  /** Documents that meet all conditions. */
  async rowsOf(...conditions: readonly Condition[]): Promise<DocumentRow[]> {
    const points = await this.all<DocumentPayload>(this.filter('document', ...conditions), asRow);
    return points.map(({ payload }) => rowOf(payload));
  }

  /** A document by its id, or a version of it by `<id>#v<version>`, in the order of the references; unknown ones are left out. */
  async documents(references: readonly string[]): Promise<DocumentRow[]> {
    const ids = references.map((reference) => parseReference(reference).documentId);
    const byReference = new Map<string, DocumentRow>();
    for (const row of await this.rows('documentId', ids)) {
      byReference.set(referenceOf(row.document), row);
      if (row.isPresent) byReference.set(row.documentId, row);
    }
    return references.flatMap((reference) => byReference.get(reference) ?? []);
  }

  async document(reference: string): Promise<DocumentRow | undefined> {
    const [found] = await this.documents([reference]);
    return found;
  }

  /** The condition that keeps the wanted versions; none when all there are are wanted. */
  async versions(choice: VersionChoice = 1): Promise<Condition[]> {
    if (choice === 'all') return [];
    const present = equal('present', true);
    if (choice === 1) return [present];
    const earlier = await this.rowsOf(equal('present', false));
    const seen = new Map<string, number>();
    const kept = earlier
      .sort((a, b) => b.document.version - a.document.version)
      .filter(({ documentId }) => {
        const count = (seen.get(documentId) ?? 0) + 1;
        seen.set(documentId, count);
        return count < choice;
      });
    const keys = kept.map(({ key }) => key);
    return [{ should: [present, anyOf('key', keys)] }];
  }

  /** What there is under the keys, by key. */
  async bytesOf(keys: readonly string[], limit = partsPerPage): Promise<Map<string, Buffer>> {
    const wanted = { with_payload: ['key', 'part', 'data'], limit };
    const points = await this.having<PartPayload>('part', ['key', keys], wanted);
    const parts = points.map(({ payload }) => payload).sort((a, b) => a.part - b.part);
    const pieces = new Map<string, Buffer[]>(keys.map((key) => [key, []]));
    for (const { key, data } of parts) pieces.get(key)!.push(Buffer.from(data, 'base64'));
    const found = [...pieces].filter(([, its]) => its.length > 0);
    return new Map(found.map(([key, its]) => [key, Buffer.concat(its)]));
  }

  /** `undefined` where there is nothing under the key. */
  async bytes(key: string): Promise<Buffer | undefined> {
    return (await this.bytesOf([key])).get(key);
  }

  /** How many chunks have one of the terms, earlier versions among them. */
  async countOf(terms: readonly string[], options?: ReadOptions): Promise<number> {
    const { place, revision, taken } = this.state;
    const key = JSON.stringify([place, ...terms]);
    const known = this.memory.counts.get(key);
    if (known?.revision === revision) return known.count;
    // Where chunks have only come since, those are counted alone: they are few.
    const before = known && taken <= known.revision && known.revision < revision ? known : nobody;
    const since: Condition = { key: 'born', range: { gt: before.revision } };
    const added = await this.count(this.filter('chunk', anyOf('terms', terms), since), options);
    const counted = { revision, count: before.count + added };
    this.memory.counts.set(key, counted);
    return counted.count;
  }

  /** All different values of a payload key with an index of keywords, also of points that are not seen. */
  async values(key: string, options?: ReadOptions): Promise<string[]> {
    type Facet = { readonly hits: readonly { readonly value: string }[] };
    const { hits } = await this.send<Facet>('facet', { key, limit: mostValues }, options);
    return hits.map(({ value }) => value);
  }

  /** Makes the index of a filter field on its first use: the server keeps it from then on. */
  async indexed(field: string, kind: ValueKind): Promise<string> {
    const { indexes } = this.memory;
    const key = `f.${field}.${kind}`;
    const known = `${this.place} ${key}`;
    const request = { field_name: key, field_schema: indexTypes[kind] };
    const made = indexes.get(known) ?? this.change('createFieldIndex', request);
    indexes.set(known, made);
    await made.catch((error: unknown) => {
      indexes.delete(known);
      throw error;
    });
    return key;
  }
}
