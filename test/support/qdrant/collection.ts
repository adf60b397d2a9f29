import { DenseVectors } from './dense-vectors.ts';
import { unsupported } from './error.ts';
import { compileFilter, type Filter } from './filter.ts';
import { type FieldSchema, PayloadIndexes } from './payload-indexes.ts';
import type { Payload } from './payload-path.ts';
import type { PointId } from './point-id.ts';
import { Points, type Vectors } from './points.ts';
import { SparseVectors } from './sparse-vectors.ts';
import {
  denseVectors,
  type DenseConfig,
  mergeSettings,
  type Settings,
  type SparseConfig,
  type VectorConfig,
  withoutVectors,
  withVectors,
} from './settings.ts';
import type { Body } from './types.ts';

/** The points of a collection, with their payload indexes kept in step. */
export class Collection {
  readonly points = new Points();
  readonly indexes = new PayloadIndexes();
  settings: Settings;
  /** Counts up with each change. */
  version = 0;

  constructor(settings: Settings) {
    this.settings = settings;
    for (const [name, params] of Object.entries(denseVectors(settings))) this.addDense(name, params);
    for (const [name, params] of Object.entries(settings.sparse_vectors ?? {}))
      this.addSparse(name, params ?? {});
  }

  update(changes: Body<'UpdateCollection'>): void {
    this.settings = mergeSettings(this.settings, changes);
  }

  /** Does nothing when there are vectors of this name. */
  createVectors(name: string, config: VectorConfig): void {
    if (this.points.vectors.has(name)) return;
    this.settings = withVectors(this.settings, name, config);
    if ('dense' in config) this.addDense(name, config.dense);
    else this.addSparse(name, config.sparse);
  }

  dropVectors(name: string): void {
    this.settings = withoutVectors(this.settings, name);
    this.points.vectors.delete(name);
  }

  createIndex(field: string, schema: FieldSchema): void {
    const { points } = this;
    const payloads = [...points.all()].map((slot) => [slot, points.payload(slot)] as const);
    this.indexes.create(field, schema, payloads);
  }

  /** The slots that match, in no order. */
  select(filter?: Filter | null): readonly number[] {
    if (!filter) return [...this.points.all()];
    const matches = this.matcher(filter);
    const candidates = this.indexes.candidates(filter, this.points.slot) ?? [...this.points.all()];
    return candidates.filter(matches);
  }

  /** Says of a slot whether it matches. */
  matcher(filter: Filter): (slot: number) => boolean {
    const { points } = this;
    const test = compileFilter(filter);
    return (slot) =>
      test({
        payload: points.payload(slot),
        id: points.id(slot),
        hasVector: (name) => points.vectors.get(name)?.has(slot) ?? false,
      });
  }

  /** Puts a whole point in the place of the one that may be there. */
  put(id: PointId, vectors: Vectors, payload: Payload): void {
    const existing = this.points.slot(id);
    if (existing !== undefined) this.remove(existing);
    const slot = this.points.add(id);
    this.points.setVectors(slot, vectors);
    this.points.setPayload(slot, payload);
    this.points.setVersion(slot, this.version);
    this.indexes.add(slot, payload);
  }

  setPayload(slot: number, payload: Payload): void {
    this.indexes.remove(slot, this.points.payload(slot));
    this.points.setPayload(slot, payload);
    this.points.setVersion(slot, this.version);
    this.indexes.add(slot, payload);
  }

  setVectors(slot: number, vectors: Vectors): void {
    this.points.setVectors(slot, vectors);
    this.points.setVersion(slot, this.version);
  }

  remove(slot: number): void {
    this.indexes.remove(slot, this.points.payload(slot));
    this.points.remove(slot);
  }

  private addDense(name: string, { size, distance, ...others }: DenseConfig): void {
    if (others.multivector_config) throw unsupported('`multivector_config`');
    if (others.datatype && others.datatype !== 'float32')
      throw unsupported(`the datatype ${JSON.stringify(others.datatype)}`);
    this.points.vectors.set(name, new DenseVectors(size, distance));
  }

  private addSparse(name: string, { modifier }: SparseConfig): void {
    this.points.vectors.set(name, new SparseVectors(modifier === 'idf'));
  }
}
