import { AccessError, CollectionNotFoundError, PinciteError, errorOfCode } from '../../errors.ts';
import { sha256 } from '../../util/ids/hash.ts';
import type { FilterNode } from '../filter/filter.ts';
import { parseFilter } from '../filter/parse-filter.ts';
import { filterInStore, shownField, type StoredNames } from './filter-in-store.ts';
import { hiddenPrefix, isTenants, prefixOf, stampKey } from './tenant.ts';

/** For whom, and what of a store. */
export interface ScopeSettings {
  /** `null` for what belongs to no tenant. */
  readonly tenant: string | null;
  /** What is a tenant's own: whole collections, or documents of collections that tenants share. */
  readonly tenancy: 'collection' | 'filter';
  /** What all documents match that the scope sees, as it was given; of fields of documents alone. */
  readonly filter?: unknown;
  /** The only collections that there are, by the names that the scope has for them. */
  readonly collections?: readonly string[] | undefined;
  readonly access: 'read' | 'write';
}

/** The names by which a scope knows things, and those by which the store does. */
export class StoreScope {
  /** Of a scope that shares its collections with others; they do not see its documents. */
  readonly stamp: string | undefined;
  readonly #settings: ScopeSettings;
  readonly #collectionPrefix: string;
  readonly #idPrefix: string;
  readonly #salt: string | undefined;

  constructor(settings: ScopeSettings) {
    const { tenant, tenancy, filter = null } = settings;
    const isShared = tenancy === 'filter' && tenant !== null;
    this.#settings = settings;
    this.#collectionPrefix = tenant !== null && !isShared ? prefixOf(tenant) : '';
    this.#idPrefix = isShared ? prefixOf(tenant) : '';
    this.#salt = tenant === null && filter === null ? undefined : JSON.stringify([tenant, filter]);
    this.stamp = isShared ? tenant : undefined;
  }

  /** All that the scope sees now matches it; in the store's names. Dates seen from now move on. */
  get filter(): FilterNode | undefined {
    const own = parseFilter(this.#settings.filter);
    return this.both(this.#stamped(), own && this.filterIn(own));
  }

  /** @throws AccessError where the scope may only read. */
  requireWrite(operation: string): void {
    if (this.#settings.access === 'write') return;
    throw new AccessError('This knowledge base is for reading', { context: { operation } });
  }

  /** @throws AccessError where others may have documents in its collections. */
  requireWholeCollections(operation: string): void {
    this.requireWrite(operation);
    if (this.filter === undefined) return;
    throw new AccessError('This would change documents of others in the collection', {
      context: { operation },
    });
  }

  /** The stored name. That of a collection which the scope does not see is one that no collection has. */
  collectionIn(name: string): string {
    return this.mayName(name) ? `${this.#collectionPrefix}${name}` : `${hiddenPrefix}${name}`;
  }

  mayName(name: string): boolean {
    const { collections } = this.#settings;
    const isListed = collections === undefined || collections.includes(name);
    return isListed && (this.#collectionPrefix !== '' || !isTenants(name));
  }

  /** The name that the scope has for a stored collection; `undefined` for one that it does not see. */
  collectionOut(stored: string): string | undefined {
    if (!stored.startsWith(this.#collectionPrefix)) return undefined;
    const name = stored.slice(this.#collectionPrefix.length);
    return this.mayName(name) ? name : undefined;
  }

  /** Of documents, versions and chunks, and of the roots of synchronised folders. */
  idIn(id: string): string {
    return `${this.#idPrefix}${id}`;
  }

  idOut(id: string): string {
    return id.startsWith(this.#idPrefix) ? id.slice(this.#idPrefix.length) : id;
  }

  /** The hash by which a vector or a reply is remembered: nobody else finds it, nor puts another in its place. */
  hashIn(hash: string): string {
    return this.#salt === undefined ? hash : sha256(`${this.#salt}\n${hash}`);
  }

  /** Whether hashes are changed, so that those that are stored say nothing to others. */
  get isSalted(): boolean {
    return this.#salt !== undefined;
  }

  /** A filter of the scope in the store's names. */
  filterIn(filter: FilterNode): FilterNode {
    return filterInStore(filter, this.#names);
  }

  /** A field of the scope in the store's names. */
  fieldIn(field: string): string {
    return shownField(field, this.#names);
  }

  get #names(): StoredNames {
    const isStamped = this.stamp !== undefined;
    return { collection: this.#collectionPrefix, id: this.#idPrefix, isStamped };
  }

  /** What both allow. */
  both(one: FilterNode | undefined, other: FilterNode | undefined): FilterNode | undefined {
    return one && other ? { kind: 'and', nodes: [one, other] } : (one ?? other);
  }

  /** What the scope sees of what the filter allows. */
  seen(filter: FilterNode | undefined): { readonly filter?: FilterNode } {
    const both = this.both(this.filter, filter && this.filterIn(filter));
    return both === undefined ? {} : { filter: both };
  }

  #stamped(): FilterNode | undefined {
    if (this.stamp === undefined) return undefined;
    return { kind: 'compare', field: `metadata.${stampKey}`, operator: '$eq', value: this.stamp };
  }

  /** Errors come in the scope's names, and name nothing else. */
  async run<Result>(action: () => Promise<Result>): Promise<Result> {
    try {
      return await action();
    } catch (error) {
      throw this.errorOut(error);
    }
  }

  async *each<Item>(items: () => AsyncIterable<Item>): AsyncGenerator<Item, void, undefined> {
    try {
      yield* items();
    } catch (error) {
      throw this.errorOut(error);
    }
  }

  errorOut(error: unknown): unknown {
    if (error instanceof CollectionNotFoundError) {
      const { collection = '', existing } = error.context;
      const names = (existing as readonly string[]).flatMap((name) => this.collectionOut(name) ?? []);
      const isHidden = collection.startsWith(hiddenPrefix);
      const prefix = isHidden ? hiddenPrefix : this.#collectionPrefix;
      return new CollectionNotFoundError(collection.slice(prefix.length), names);
    }
    if (!(error instanceof PinciteError)) return error;
    const { code, message, hint, context, cause } = error;
    const details = JSON.stringify([message, hint, context]);
    const stripped = this.#strip(details);
    if (stripped === details) return error;
    const [shown, advice, facts] = JSON.parse(stripped) as [string, string | null, typeof context];
    return errorOfCode(code, shown, { ...(advice !== null && { hint: advice }), context: facts, cause });
  }

  #strip(text: string): string {
    const prefix = this.#collectionPrefix || this.#idPrefix;
    return prefix === '' ? text : text.replaceAll(prefix, '');
  }
}
