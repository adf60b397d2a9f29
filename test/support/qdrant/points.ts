import { DenseVectors } from './dense-vectors.ts';
import { wrongInput } from './error.ts';
import type { Payload } from './payload-path.ts';
import { compareIds, type PointId } from './point-id.ts';
import { SparseVectors } from './sparse-vectors.ts';
import type { Vector } from './types.ts';

/** The vectors of a point by name. */
export type Vectors = Readonly<Record<string, Vector>>;

/** Points by slot: a small number that stays the same while the point lives, and is given again after. */
export class Points {
  readonly vectors = new Map<string, DenseVectors | SparseVectors>();
  private readonly slots = new Map<PointId, number>();
  private readonly ids: (PointId | undefined)[] = [];
  private readonly payloads: Payload[] = [];
  private readonly versions: number[] = [];
  private readonly free: number[] = [];
  private sorted: readonly number[] | undefined;

  get size(): number {
    return this.slots.size;
  }

  slot = (id: PointId): number | undefined => this.slots.get(id);
  id = (slot: number): PointId => this.ids[slot]!;
  payload = (slot: number): Payload => this.payloads[slot]!;
  version = (slot: number): number => this.versions[slot]!;
  all = (): Iterable<number> => this.slots.values();

  /** All slots by ascending id. */
  inOrder(): readonly number[] {
    this.sorted ??= [...this.slots.values()].sort(this.compare);
    return this.sorted;
  }

  compare = (a: number, b: number): number => compareIds(this.id(a), this.id(b));

  add(id: PointId): number {
    const slot = this.free.pop() ?? this.ids.length;
    this.ids[slot] = id;
    this.slots.set(id, slot);
    this.sorted = undefined;
    return slot;
  }

  remove(slot: number): void {
    for (const vectors of this.vectors.values()) vectors.delete(slot);
    this.slots.delete(this.id(slot));
    this.ids[slot] = undefined;
    this.payloads[slot] = {};
    this.free.push(slot);
    this.sorted = undefined;
  }

  setPayload(slot: number, payload: Payload): void {
    this.payloads[slot] = payload;
  }

  setVersion(slot: number, version: number): void {
    this.versions[slot] = version;
  }

  /** @throws QdrantError when a vector does not fit this collection */
  checkVectors(vectors: Vectors): void {
    for (const [name, vector] of Object.entries(vectors)) this.named(name).check(vector);
  }

  setVectors(slot: number, vectors: Vectors): void {
    for (const [name, vector] of Object.entries(vectors)) this.named(name).set(slot, vector);
  }

  named(name: string): DenseVectors | SparseVectors {
    const vectors = this.vectors.get(name);
    if (!vectors) throw wrongInput(`Not existing vector name error: ${name}`);
    return vectors;
  }
}
