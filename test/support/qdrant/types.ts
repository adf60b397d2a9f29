import type { Schemas } from '@qdrant/js-client-rest';

/** The bodies of Qdrant's requests and replies; what a request has was checked against the document before. */
export type Body<Name extends keyof Schemas> = Schemas[Name];

export interface SparseVector {
  readonly indices: readonly number[];
  readonly values: readonly number[];
}

export type Vector = readonly number[] | SparseVector;
