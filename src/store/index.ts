/** `pincite/store`: what is needed to write a store of one's own, and the stores that there are. */
export { openStore } from './open-store.ts';
export type * from './store.ts';
export type { CollectionModel, ChunkText, EmbeddedText, ReembedRequest } from './collection-model.ts';
export type { CachedEmbedding, EmbeddingCache, EmbeddingKey } from '../embed/embedding-cache.ts';
export type { CachedReply, ReplyCache } from '../models/reply-cache.ts';

/** Reads of one state. */
export { boundedRead, type BoundedReadOptions } from './read/bounded-read.ts';

/** Filters. */
export type {
  ChunkConstraint,
  ComparisonOperator,
  FilterNode,
  FilterValue,
  Region,
} from './filter/filter.ts';
export {
  fieldsOf,
  resolveField,
  type ChunkFieldName,
  type DocumentFieldName,
  type FieldLookup,
  type FieldValue,
  type ResolvedField,
} from './filter/fields.ts';
export { matchesFilter } from './filter/match-filter.ts';
export { matchingTexts } from './filter/regex.ts';
export { liesInRegion } from './filter/region.ts';

/** Changes. */
export {
  planChange,
  touchedBy,
  type ChangedDocument,
  type ChangePlan,
  type ComingDocument,
  type FilePlace,
  type PlanOptions,
  type PreparedChange,
  type StoredDocument,
  type Touched,
} from './changes/plan.ts';
export { closed } from './closed.ts';
export { inVersion, withVersion } from './changes/in-version.ts';
export { isOutdated, outdated } from './changes/outdated.ts';
export {
  givenIn,
  ownMetadata,
  patchedDocument,
  patchedFields,
  patchedMetadata,
} from './changes/own-metadata.ts';
export { analyseDocuments, type AnalysedDocument } from './changes/analyse-documents.ts';
export { requireDimensions, requireModel, requireSameModel, type StoredModel } from './collection-model.ts';

/** Keyword search. */
export { analyserId } from '../text/terms/analyser.ts';
export {
  inverseDocumentFrequency,
  lengthNorm,
  queryTerms,
  saturation,
  type QueryTerm,
} from '../text/terms/bm25.ts';
export { hasPhrase, parseKeywordQuery, type KeywordQuery } from '../text/terms/keyword-query.ts';
export { analyseChunk, type ChunkTerms } from './chunk-terms.ts';
