import type { KnowledgeBase, ScopedKnowledgeBase } from '../../../index.ts';
import { Recent } from '../../../util/recent.ts';
import type { Caller } from '../context.ts';

/** The knowledge base as each caller sees it, kept for the sake of its caches. */
export class Scopes {
  readonly #kb: Pick<KnowledgeBase, 'scoped'>;
  readonly #tenancy: 'collection' | 'filter';
  readonly #scopes = new Recent<ScopedKnowledgeBase>(1000);

  constructor(kb: Pick<KnowledgeBase, 'scoped'>, tenancy: 'collection' | 'filter') {
    this.#kb = kb;
    this.#tenancy = tenancy;
  }

  of(caller: Caller): ScopedKnowledgeBase {
    const options = scopeOf(caller, this.#tenancy);
    const key = JSON.stringify(options);
    const known = this.#scopes.get(key);
    if (known !== undefined) return known;
    const scope = this.#kb.scoped(options);
    this.#scopes.set(key, scope);
    return scope;
  }
}

/** What `KnowledgeBase.scoped` takes for a caller. */
export function scopeOf({ tenant, access, collections, filter }: Caller, tenancy: 'collection' | 'filter') {
  return {
    tenant,
    tenancy: tenant === null ? ('collection' as const) : tenancy, // what is nobody's lies in no tenant's documents
    access,
    collections,
    filter,
  };
}
