/** The public names. Everything else is reached through `KnowledgeBase`. */
export { openKnowledgeBase, openQueue } from './open.ts';
export type { FullDocument, KnowledgeBase, OpenOptions, ScopedKnowledgeBase } from './knowledge-base.ts';
export type { AdaptOptions, AdaptProgress, AdaptResponse } from './knowledge-base/adapt.ts';
export type { AddOptions, AddResponse } from './knowledge-base/add-options.ts';
export type { AskOptions } from './knowledge-base/ask.ts';
export type {
  ChatAnswer,
  ChatEvent,
  ChatOptions,
  Conversation,
  StandaloneQuestion,
} from './knowledge-base/chat.ts';
export type { EnqueuedInput, EnqueueOptions, EnqueueResponse } from './knowledge-base/enqueue.ts';
export type { EvaluateOptions } from './knowledge-base/evaluate.ts';
export type { CopyResult } from './knowledge-base/copy.ts';
export type { DocumentInput } from './knowledge-base/inputs.ts';
export type {
  FailedSource,
  IngestionQueue,
  JobList,
  JobListOptions,
  JobOptions,
  OfTenant,
  OpenQueueOptions,
  QueueStatus,
  WatchJobOptions,
} from './knowledge-base/ingestion-queue.ts';
export type { Job, JobSource, JobWithSources } from './knowledge-base/jobs.ts';
export type { QuotedPlace } from './knowledge-base/cite.ts';
export {
  leanAnswerSchema,
  leanCitationSchema,
  leanClaimSchema,
  leanDocumentSchema,
  leanHitSchema,
  leanIncludes,
  leanSearchSchema,
  toLeanAdd,
  toLeanAnswer,
  toLeanCitation,
  toLeanDocument,
  toLeanEvent,
  toLeanSearch,
  type LeanAdd,
  type LeanAnswer,
  type LeanCitation,
  type LeanDocument,
  type LeanEvent,
  type LeanHit,
  type LeanInclude,
  type LeanOptions,
  type LeanSearch,
  type LinkedPlace,
} from './knowledge-base/lean.ts';
export type { LayoutPicture, LayoutPictureOptions } from './knowledge-base/layout-picture.ts';
export type { ReadDocument } from './knowledge-base/load-document.ts';
export { restoreBackup, type RestoreOptions } from './knowledge-base/maintain.ts';
export type { PagePicture, PagePictureOptions } from './knowledge-base/page-picture.ts';
export type { ChunkPreview } from './knowledge-base/preview.ts';
export { retrieveOptionsSchema, type RetrieveOptions } from './knowledge-base/query.ts';
export type { RouteOptions, RouteResponse } from './knowledge-base/route.ts';
export type { DocumentPart, PartOptions } from './knowledge-base/read-part.ts';
export type { TransferProgress, TransferResult } from './knowledge-base/receive.ts';
export type { ReembedOptions, ReembedResponse } from './knowledge-base/reembed.ts';
export type { JobScope, ScopedOptions } from './knowledge-base/scoped.ts';
export type { Snapshot, SnapshotOptions } from './knowledge-base/snapshot.ts';
export type { Surroundings } from './knowledge-base/cited-place.ts';
export type { SyncOptions, SyncProgress, SyncResult } from './knowledge-base/sync-options.ts';
export type { TuneFusionOptions } from './knowledge-base/tune.ts';
export type { UpdateRequest, UpdateResponse } from './knowledge-base/update-request.ts';
export type { FolderWatch } from './knowledge-base/watch.ts';
export type { WorkOptions, WorkProgress, WorkResponse } from './knowledge-base/work.ts';
export { excerptOf, type Excerpt } from './retrieve/excerpt.ts';
export type { FieldDescription } from './retrieve/understand.ts';
export { excerptText } from './retrieve/excerpt-text.ts';
export { sectionOf } from './retrieve/section-of.ts';
export { formatWithCsl, type CslStyle } from './answer/cite/csl-style.ts';
export { formatCitations, type CitationStyle } from './answer/cite/format-citations.ts';
export { exportAnswer, type AnswerFormat, type ExportAnswerOptions } from './answer/export/export-answer.ts';
export { checkedClaims, describeLocated, describeSupported } from './answer/export/checks.ts';
export { readableAnswer } from './answer/export/pieces.ts';
export { describeRows } from './text/table-row.ts';
export { asMarkdown } from './load/as-markdown.ts';
export { loadConfig, maskSecrets, type ConfigInput } from './config.ts';
export { maskText } from './util/mask-secrets.ts';
export type { Redact, RedactionTarget } from './models/redact.ts';
export type { ModelEvent, OperationEvent, TelemetryEvent } from './util/telemetry/event.ts';
export type { JobProgress, JobState } from './queue/job-progress.ts';
export type { AnswerEvent } from './answer/draft.ts';
export type { ChatMessage } from './answer/follow-up.ts';
export type { ChunkDraft, Chunker, ChunkOptions } from './chunk/chunker.ts';
export type { Embedder } from './embed/embedder.ts';
export type { FieldCondition, Filter, RegionFilter, RegionName, WhereDocument } from './store/filter.ts';
export {
  AccessError,
  AuthError,
  ChunkingError,
  CollectionNotFoundError,
  ConfigError,
  EmbeddingDimensionError,
  EmbeddingError,
  EmbeddingModelMismatchError,
  FilterError,
  GenerationError,
  JobNotFoundError,
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
  UnreadableDocumentError,
  UnsupportedFormatError,
  type ErrorContext,
  type ErrorDetails,
  type PinciteErrorCode,
} from './errors.ts';
export type {
  Chunk,
  Citation,
  CitedAnswer,
  Collection,
  Document,
  DocumentStructure,
  Hit,
  LoadedDocument,
  Metadata,
  Picture,
  RetrieveResponse,
  Table,
} from './types.ts';
