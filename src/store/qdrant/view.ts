import type { VersionChoice } from '../../types.ts';
import { parseReference } from '../../util/ids/document-key.ts';
import { Recent } from '../../util/recent.ts';
import { groupBy } from '../../util/lists/group-by.ts';
import { slices } from '../../util/lists/slices.ts';
import { referenceOf } from '../changes/in-version.ts';
import { type CollectionState, visible } from './collection-state.ts';
import type { Connection, ReadOptions } from './connection.ts';
import { anyOf, type Condition, equal, type Filter, gathered, Place } from './place.ts';
import type { StoredPoint, Wanted } from './place.ts';
import { type DocumentPayload, type DocumentRow, type PartPayload, rowOf } from './points.ts';
import { indexTypes, type ValueKind } from './typed-fields.ts';

const mostValues = 1_000_000;
const mostCounts = 10_000;
const valuesPerRequest = 500;
/** An answer becomes one string here, which has its limits. */
const partsPerPage = 4;

const asRow = { with_payload: ['record'] };

type Kind = 'document' | 'chunk' | 'part';

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

/** The points of a collection as one state of it has them. */
export class View extends Place {
  readonly state: CollectionState;
  private readonly memory: Memory;

  constructor(connection: Connection, state: CollectionState, memory: Memory) {
    super(connection, state.place);
    this.state = state;
    this.memory = memory;
  }

  /** Those of a kind that are seen and meet the conditions. */
  filter(kind: Kind, ...conditions: readonly Condition[]): Filter {
    return { must: [equal('kind', kind), ...conditions, visible(this.state)] };
  }

  /** Those of a kind whose key has one of the values, however many, a page at a time. */
  async *pagesHaving<Payload>(
    kind: Kind,
    [key, values]: readonly [key: string, values: readonly string[]],
    wanted?: Wanted,
  ): AsyncIterable<StoredPoint<Payload>[]> {
    for (const some of slices([...new Set(values)], valuesPerRequest)) {
      yield* this.pages<Payload>(this.filter(kind, anyOf(key, some)), wanted);
    }
  }

  having<Payload>(...wanted: Parameters<View['pagesHaving']>): Promise<StoredPoint<Payload>[]> {
    return gathered(this.pagesHaving<Payload>(...wanted));
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
    return (await this.documents([reference]))[0];
  }

  /** The condition that keeps the wanted versions; none when all there are are wanted. */
  async versions(choice: VersionChoice = 1): Promise<Condition[]> {
    if (choice === 'all') return [];
    const present = equal('present', true);
    if (choice === 1) return [present];
    const earlier = await this.rowsOf(equal('present', false));
    earlier.sort((a, b) => b.document.version - a.document.version);
    const kept = [...groupBy(earlier, ({ documentId }) => documentId).values()].flatMap((versions) =>
      versions.slice(0, choice - 1).map(({ key }) => key),
    );
    return [{ should: [present, anyOf('key', kept)] }];
  }

  /** What there is under the keys, by key. */
  async bytesOf(keys: readonly string[], limit = partsPerPage): Promise<Map<string, Buffer>> {
    const wanted = { with_payload: ['key', 'part', 'data'], limit };
    const points = await this.having<PartPayload>('part', ['key', keys], wanted);
    const parts = points.map(({ payload }) => payload).sort((a, b) => a.part - b.part);
    return new Map([...groupBy(parts, ({ key }) => key)].map(([key, its]) => [key, joined(its)]));
  }

  /** `undefined` where there is nothing under the key. */
  async bytes(key: string): Promise<Uint8Array | undefined> {
    const bytes = (await this.bytesOf([key])).get(key);
    return bytes && new Uint8Array(bytes);
  }

  /** How many chunks have one of the terms, earlier versions among them. */
  async countOf(terms: readonly string[], options?: ReadOptions): Promise<number> {
    const { revision, taken } = this.state;
    const key = JSON.stringify([this.name, ...terms]);
    const known = this.memory.counts.get(key);
    if (known?.revision === revision) return known.count;
    // Where chunks have only come since, those are counted alone: they are few.
    const isPart = known && taken <= known.revision && known.revision < revision;
    const before = isPart ? known : { revision: 0, count: 0 };
    const since: Condition = { key: 'born', range: { gt: before.revision } };
    const added = await this.count(this.filter('chunk', anyOf('terms', terms), since), options);
    const count = before.count + added;
    this.memory.counts.set(key, { revision, count });
    return count;
  }

  /** All different values of a payload key with an index of keywords, also of points that are not seen. */
  async values(key: string, options?: ReadOptions): Promise<string[]> {
    type Facet = { readonly hits: readonly { readonly value: string }[] };
    const { hits } = await this.ask<Facet>('/facet', { key, limit: mostValues }, options);
    return hits.map(({ value }) => value);
  }

  /** Makes the index of a filter field on its first use: the server keeps it from then on. */
  async indexed(field: string, kind: ValueKind): Promise<string> {
    const { indexes } = this.memory;
    const key = `f.${field}.${kind}`;
    const known = `${this.name} ${key}`;
    const made = indexes.get(known) ?? this.index(key, indexTypes[kind]);
    indexes.set(known, made);
    await made.catch((error: unknown) => {
      indexes.delete(known);
      throw error;
    });
    return key;
  }
}

const joined = (parts: readonly PartPayload[]): Buffer =>
  Buffer.concat(parts.map(({ data }) => Buffer.from(data, 'base64')));
