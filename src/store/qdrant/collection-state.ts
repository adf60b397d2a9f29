import type { CollectionAdaptation } from '../../types.ts';
import type { CollectionSpec } from '../store.ts';
import { anyOf, type Condition, type Filter } from './place.ts';

/** All that a collection has beside its points. */
export interface CollectionState extends Omit<CollectionSpec, 'table' | 'adaptation'>, Progress {
  readonly createdAt: string;
  readonly adaptation?: CollectionAdaptation | undefined;
  /** The Qdrant collection with its points. */
  readonly place: string;
  /** The named vector that is searched. */
  readonly vector: string;
  readonly hasTable: boolean;
  /** When all chunks that had come by the change `embeddedUpTo` were embedded anew. */
  readonly embeddedAt?: string | undefined;
  readonly embeddedUpTo: number;
  /** Another model whose vectors are being staged. */
  readonly reembedding?: Pick<CollectionState, 'embeddingModel' | 'dimensions' | 'vector'> | undefined;
  readonly analyser: string;
  /** The average length of chunks that the weights of sparse vectors are made with; 0 while there are none. */
  readonly usualLength: number;
  readonly totals: Totals;
  /** The latest change that is done (changes.ts). */
  readonly revision: number;
  /** The latest that took points away. */
  readonly taken: number;
  /** Another one whenever any of this is. */
  readonly stamp: string;
}

/** Who changes a collection, and what changes have left to do. */
export interface Progress {
  /** The latest change that has begun. */
  readonly begun: number;
  /** Whose that is; empty when it has ended. */
  readonly owner: string;
  /** Changes that ended unfinished. */
  readonly lost: readonly number[];
  /** The points that the latest change took away, until they are deleted. */
  readonly gone: readonly Condition[];
}

export interface Totals {
  /** Present versions, and their chunks. */
  readonly documents: number;
  readonly chunks: number;
  /** With earlier versions: chunks, and their terms. */
  readonly allChunks: number;
  readonly terms: number;
  /** Documents by their language, with earlier versions. */
  readonly languages: Readonly<Record<string, number>>;
}

/** The points of a collection that a reader of that state sees. */
export function visible({ revision, lost, gone }: CollectionState): Filter {
  const born: Condition = { key: 'born', range: { lte: revision } };
  return { must: [born], must_not: [...(lost.length > 0 ? [anyOf('born', lost)] : []), ...gone] };
}
