/**
 * A knowledge base for somebody: the same class over other parts. Its store is a wrapper that renames collections or ids and
 * ANDs the scope's filter inside every search and look-up (store/scoped/), and what remembers remembers for it alone. So no
 * operation knows of tenants.
 */
import { z } from 'zod';
import { FilterError } from '../errors.ts';
import { fieldsIn } from '../retrieve/understand/fields-in.ts';
import { resolveField } from '../store/filter/fields.ts';
import type { Filter } from '../store/filter/filter.ts';
import { parseFilter } from '../store/filter/parse-filter.ts';
import { scopeStore } from '../store/scoped/scoped-store.ts';
import { tenantPattern } from '../store/scoped/tenant.ts';
import { openCollectionEmbedders } from './parts/embedders.ts';
import { collectionNameSchema, filterOptionSchema, parseOptions } from './parts/options.ts';
import { openTable, type Parts } from './parts/parts.ts';

/** 1–64 letters, digits, dots, hyphens and underscores; `null`, said outright, for what belongs to no tenant. */
export const tenantSchema = z
  .string()
  .regex(tenantPattern, 'must be 1–64 letters, digits, dots, hyphens and underscores')
  .nullable();

/** For whom a job adds documents; its access is `write`. */
export interface JobScope {
  /** 1 to 64 letters, digits, dots, hyphens and underscores; `null`, said outright, for what belongs to no tenant. */
  readonly tenant: string | null;
  /**
   * `collection`: a tenant's collections are its own, and nothing is shared. `filter`: tenants share collections, and each
   * sees and changes its own documents in them; words are counted over all. One kind a store.
   * @default 'collection'
   */
  readonly tenancy?: 'collection' | 'filter';
  /** What all documents match that there are, of fields of documents: `{ project: 'audit' }`. */
  readonly filter?: Filter;
  /** The only collections that there are; all of the tenant's unless given. */
  readonly collections?: readonly string[];
}

/** What `scoped` takes: whose documents there are, and whether they may be changed. */
export interface ScopedOptions extends JobScope {
  /** `read`: searches, answers and pictures alone; `write`: also adding, changing and removing. */
  readonly access: 'read' | 'write';
}

const scopeShape = z.strictObject({
  tenant: tenantSchema,
  tenancy: z.enum(['collection', 'filter']).default('collection'),
  filter: filterOptionSchema.optional(),
  collections: z.array(collectionNameSchema).optional(),
});
const needsTenant = {
  message: 'tenancy "filter" needs a tenant',
  path: ['tenant'],
};
const isOfSomebody = ({ tenant, tenancy }: z.output<typeof scopeShape>) =>
  tenancy === 'collection' || tenant !== null;

export const jobScopeSchema = scopeShape.refine(isOfSomebody, needsTenant);

export const scopeOptionsSchema = scopeShape
  .extend({ access: z.enum(['read', 'write']) })
  .refine(isOfSomebody, needsTenant);

/**
 * The parts of a knowledge base for somebody. What remembers (queries, scores, adapted models, turns) remembers for it alone.
 * @throws ConfigError; FilterError.
 */
export function scopedParts(parts: Parts, options: ScopedOptions): Parts {
  const checked = parseOptions(scopeOptionsSchema, options, 'options of scoped');
  const { tenant, tenancy, access, collections, filter } = checked;
  requireDocumentFields(filter);
  const store = scopeStore(parts.store, { tenant, tenancy, filter, collections, access });
  const embedder = parts.embedderAnew();
  const isPartial = tenancy === 'filter' || filter !== undefined;
  return {
    ...parts,
    config: isPartial ? neverAdapting(parts.config) : parts.config,
    store,
    embedder,
    embedderFor: openCollectionEmbedders(store, embedder, openTable),
    turns: {
      enter: (key, signal) => parts.turns.enter(JSON.stringify([tenancy, tenant, key]), signal),
    },
    reranking: parts.reranking && { ...parts.reranking, reranker: parts.reranking.anew() },
    telemetry: parts.telemetry.forTenant(tenant ?? undefined),
    scope: { access, isPartial },
  };
}

/** @throws FilterError for a filter that a scope cannot have. */
export function requireDocumentFields(given: unknown): void {
  const filter = parseFilter(given);
  const field = filter && fieldsIn(filter).find((name) => resolveField(name).level === 'chunk');
  // Which chunks there are is decided with their documents, so conditions on chunks would not hold everywhere.
  if (field === undefined) return;
  throw new FilterError(`The filter of a scope names "${field}", which is a field of chunks`, {
    hint: 'Use fields of documents and of their metadata.',
    context: { position: field },
  });
}

/** A model that is adapted is adapted to all documents of a collection. */
const neverAdapting = (config: Parts['config']): Parts['config'] => ({
  ...config,
  embedding: { ...config.embedding, adapt: 'off' },
});
