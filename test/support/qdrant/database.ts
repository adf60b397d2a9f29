/** Collections. Changes happen one after another, each on the disk before it is acknowledged. */
import { ChangeLog } from './change-log.ts';
import { Collection } from './collection.ts';
import { notFound, QdrantError } from './error.ts';
import { Faults } from './faults.ts';
import type { FieldSchema } from './payload-indexes.ts';
import type { Settings, VectorConfig } from './settings.ts';
import type { Body } from './types.ts';
import { applyUpdate, type Update } from './update.ts';

export type Change =
  | { readonly kind: 'create_collection'; readonly name: string; readonly settings: Settings }
  | { readonly kind: 'update_collection'; readonly name: string; readonly settings: Body<'UpdateCollection'> }
  | { readonly kind: 'delete_collection'; readonly name: string }
  | CollectionChange;

/** A change inside of a collection, which may be done later than it is acknowledged. */
export type CollectionChange =
  | { readonly kind: 'points'; readonly name: string; readonly update: Update }
  | {
      readonly kind: 'create_index';
      readonly name: string;
      readonly field: string;
      readonly schema: FieldSchema;
    }
  | { readonly kind: 'delete_index'; readonly name: string; readonly field: string }
  | {
      readonly kind: 'create_vector';
      readonly name: string;
      readonly vector: string;
      readonly config: VectorConfig;
    }
  | { readonly kind: 'delete_vector'; readonly name: string; readonly vector: string };

/** How long a change that nobody waits for stays undone. */
const delayMs = 20;

export class Database {
  readonly faults = new Faults();
  readonly collections = new Map<string, Collection>();
  private readonly log: ChangeLog<Change> | undefined;
  /** Acknowledged and not done yet. */
  private readonly waiting: CollectionChange[] = [];

  private readonly defaults: Partial<Settings>;

  /** @param options.defaults what new collections have unless they are made with another setting */
  constructor({ folder, defaults = {} }: { folder?: string; defaults?: Partial<Settings> } = {}) {
    this.defaults = defaults;
    if (folder !== undefined) this.log = new ChangeLog(folder, (change) => this.tryApply(change));
  }

  /** @throws QdrantError when there is none of this name */
  collection(name: string): Collection {
    const found = this.collections.get(name);
    if (!found) throw notFound(`Collection \`${name}\` doesn't exist!`);
    return found;
  }

  /** Keeps a change and makes it; one that fails is kept too, and fails again whenever the log is read. */
  change(change: Change): boolean {
    this.finishWaiting();
    this.faults.beforeWrite();
    this.log?.append(change);
    const result = this.apply(change);
    this.faults.afterWrite();
    return result;
  }

  /** Keeps a change that is made a little later. */
  changeLater(change: CollectionChange): void {
    this.faults.beforeWrite();
    this.log?.append(change);
    this.waiting.push(change);
    setTimeout(() => this.finishWaiting(), delayMs).unref();
    this.faults.afterWrite();
  }

  private finishWaiting(): void {
    for (const change of this.waiting.splice(0)) this.tryApply(change);
  }

  /** As Qdrant does with what it acknowledged before it tried: a change that is none is passed over. */
  private tryApply(change: Change): void {
    try {
      this.apply(change);
    } catch (error) {
      if (!(error instanceof QdrantError)) throw error;
    }
  }

  private apply(change: Change): boolean {
    if (change.kind === 'create_collection') return this.create(change.name, change.settings);
    if (change.kind === 'delete_collection') return this.delete(change.name);
    const collection = this.collection(change.name);
    if (change.kind === 'update_collection') collection.update(change.settings);
    else applyInside(collection, change);
    return true;
  }

  private create(name: string, settings: Settings): boolean {
    if (this.collections.has(name))
      throw new QdrantError(409, `Wrong input: Collection \`${name}\` already exists!`);
    this.collections.set(name, new Collection({ ...this.defaults, ...settings }));
    return true;
  }

  private delete(name: string): boolean {
    return this.collections.delete(name);
  }
}

function applyInside(collection: Collection, change: CollectionChange): void {
  collection.version++;
  if (change.kind === 'points') applyUpdate(collection, change.update);
  else if (change.kind === 'create_index') collection.createIndex(change.field, change.schema);
  else if (change.kind === 'delete_index') collection.indexes.delete(change.field);
  else if (change.kind === 'delete_vector') collection.dropVectors(change.vector);
  else collection.createVectors(change.vector, change.config);
}
