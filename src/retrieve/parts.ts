import type { Embedder } from '../embed/embedder.ts';
import type { Store } from '../store/store.ts';
import type { Reranker } from './reranker.ts';

/** What retrieval works with. */
export interface RetrieveParts {
  readonly store: Store;
  readonly embedder: Embedder;
  readonly reranker?: Reranker;
  readonly countTokens: (text: string) => number;
}
