/** The public names. Everything else is reached through `KnowledgeBase`. */
export { openKnowledgeBase, type FullDocument, type KnowledgeBase } from './knowledge-base.ts';
export type { AddOptions, AddResponse } from './knowledge-base/add.ts';
export type { EvaluateOptions } from './knowledge-base/evaluate.ts';
export type { DocumentInput } from './knowledge-base/inputs.ts';
export type { RetrieveOptions } from './knowledge-base/query.ts';
export type { UpdateRequest, UpdateResponse } from './knowledge-base/update.ts';
export { loadConfig, type ConfigInput } from './config.ts';
export {
  AuthError,
  ChunkingError,
  CollectionNotFoundError,
  ConfigError,
  EmbeddingDimensionError,
  EmbeddingError,
  EmbeddingModelMismatchError,
  FilterError,
  GenerationError,
  LimitExceededError,
  LoadError,
  NoDocumentsFoundError,
  PdfCorruptedError,
  PdfEmptyError,
  PdfEncryptedError,
  PinciteError,
  QueryGenerationError,
  RerankingError,
  StoreError,
  UnsupportedFormatError,
} from './errors.ts';
export type { Chunk, Citation, CitedAnswer, Document, Hit, Metadata, RetrieveResponse } from './types.ts';
