import type { Embedder } from '../embed/embedder.ts';
import type { LanguageModel } from '../models/language-model.ts';
import type { FilterNode } from '../store/filter/filter.ts';
import type { CollectionSpec, StoreReader, StoreSearcher } from '../store/store.ts';
import type { Route } from '../types.ts';
import type { Tokenizer } from '../text/tokens/tokens.ts';
import type { Recent } from '../util/recent.ts';
import type { CollectionNames } from './names/collection-names.ts';
import type { Reranker } from './reranker.ts';
import type { FieldDescription, Understood } from './understand/understand.ts';

export type EmbeddedCollection = Pick<CollectionSpec, 'name' | 'embeddingModel' | 'dimensions'>;

/** What retrieval works with. */
export interface RetrieveParts {
  readonly store: StoreReader & StoreSearcher;
  /** @throws EmbeddingModelMismatchError when there is no embedder of the collection's model. */
  readonly embedderFor: (collection: EmbeddedCollection) => Promise<Embedder>;
  readonly reranker?: Reranker | undefined;
  /** What was made of queries before, and where a language model sent them. */
  readonly understood?: Recent<Understood>;
  readonly routed?: Recent<Route>;
  /** What documents are called; without it none is looked for that the query names. */
  readonly names?: CollectionNames;
  /** Mean vectors of collections. */
  readonly means?: Recent<Float32Array>;
  /** What filters read from a query may use, and how they are parsed. */
  readonly selfQuery?: {
    readonly fields: (
      collections: readonly string[],
      filter: FilterNode | undefined,
    ) => Promise<readonly FieldDescription[]>;
    readonly parseFilter: (filter: unknown) => FilterNode | undefined;
  };
  /** Opened where a stage wants one. */
  readonly languageModel?: (() => Promise<LanguageModel>) | undefined;
  /** Opened where passages are counted. */
  readonly tokenizer: () => Promise<Pick<Tokenizer, 'count'>>;
}
