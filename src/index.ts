/** The public names. Everything else is reached through `KnowledgeBase`. */
export { loadConfig, openKnowledgeBase, openQueue, restoreBackup } from './knowledge-base/open.ts';
export type {
  FullDocument,
  InCollection,
  InCollections,
  KnowledgeBase,
  OpenOptions,
  ScopedKnowledgeBase,
  StatsOptions,
} from './knowledge-base/knowledge-base.ts';
export type { AdaptOptions, AdaptProgress, AdaptResponse } from './knowledge-base/adapt/adapt-options.ts';
export type {
  AddOptions,
  AddProgress,
  AddResponse,
  DocumentFailure,
  DocumentProgress,
} from './knowledge-base/add/add-options.ts';
export type { AskOptions } from './knowledge-base/ask/ask.ts';
export type { ChatAnswer, ChatEvent, ChatOptions, StandaloneQuestion } from './knowledge-base/ask/chat.ts';
export type { Conversation } from './knowledge-base/ask/conversation.ts';
export type { EnqueuedInput, EnqueueOptions, EnqueueResponse } from './knowledge-base/work/enqueue.ts';
export type {
  EvaluatedConfiguration,
  EvaluateOptions,
  EvaluateProgress,
} from './knowledge-base/evaluate/evaluate.ts';
export type { Contextualization, WritingReports } from './knowledge-base/written-by-model/context-writer.ts';
export type { CopyOptions, CopyResult } from './knowledge-base/transfer/copy.ts';
export type { DocumentCounts } from './knowledge-base/parts/options.ts';
export type { InVersion } from './knowledge-base/show/document-place.ts';
export type { ExportOptions } from './knowledge-base/transfer/export.ts';
export type { HealthCheck, HealthOptions } from './knowledge-base/operate/health.ts';
export type { ImportOptions } from './knowledge-base/transfer/import.ts';
export type { DocumentInput } from './knowledge-base/add/inputs.ts';
export type {
  FailedSource,
  IngestionQueue,
  JobList,
  JobListOptions,
  JobOptions,
  OfTenant,
  OpenQueueOptions,
  QueueStatus,
  QueueStatusOptions,
  WatchJobOptions,
} from './knowledge-base/work/ingestion-queue.ts';
export type { Job, JobSource, JobWithSources } from './knowledge-base/work/jobs.ts';
export type { QuotedPlace } from './knowledge-base/show/cite.ts';
export {
  leanIncludes,
  toLeanAdd,
  toLeanAnswer,
  toLeanCitation,
  toLeanDocument,
  toLeanEvent,
  toLeanSearch,
  type LeanAdd,
  type LeanAnswer,
  type LeanCitation,
  type LeanClaim,
  type LeanDocument,
  type LeanEvent,
  type LeanHit,
  type LeanInclude,
  type LeanOptions,
  type LeanSearch,
  type LeanTimings,
  type LinkedPlace,
} from './knowledge-base/ask/lean.ts';
export type { LayoutPicture, LayoutPictureOptions } from './knowledge-base/show/layout-picture.ts';
export type { ReadDocument } from './knowledge-base/add/load-document.ts';
export type {
  BackupOptions,
  CheckOptions,
  RestoreOptions,
  RestoreResult,
  VacuumOptions,
} from './knowledge-base/operate/maintain.ts';
export type { PagePicture, PagePictureOptions } from './knowledge-base/show/page-picture.ts';
export type { ChunkPreview } from './knowledge-base/add/preview.ts';
export type { FusionOptions, RetrieveOptions } from './knowledge-base/search/retrieve-options.ts';
export type { RouteOptions, RouteResponse } from './knowledge-base/search/route.ts';
export type { DocumentPart, PartOptions } from './knowledge-base/show/read-part.ts';
export type { TransferProgress, TransferResult } from './knowledge-base/transfer/receive.ts';
export type { ReembedOptions, ReembedProgress, ReembedResponse } from './knowledge-base/adapt/reembed.ts';
export type { JobScope, ScopedOptions } from './knowledge-base/scoped.ts';
export type { Snapshot, SnapshotOptions } from './knowledge-base/show/snapshot.ts';
export type { Surroundings, SurroundingsOptions } from './knowledge-base/show/cited-place.ts';
export type {
  SyncedPath,
  SyncOptions,
  SyncProgress,
  SyncResult,
} from './knowledge-base/sync/sync-options.ts';
export type {
  DroppedDrafts,
  Synthesis,
  SynthesizeOptions,
  SynthesizeProgress,
} from './knowledge-base/evaluate/synthesize.ts';
export type { TuneFusionOptions } from './knowledge-base/evaluate/tune.ts';
export type {
  UpdateRequest,
  UpdateResponse,
  UpdateStrategy,
} from './knowledge-base/update/update-request.ts';
export type { FolderWatch } from './knowledge-base/sync/watch.ts';
export type { WorkOptions, WorkProgress, WorkResponse } from './knowledge-base/work/work.ts';
export {
  excerptOf,
  sectionOf,
  type Excerpt,
  type ExcerptOptions,
  type TextRange,
} from './retrieve/excerpt/excerpt.ts';
export type { FieldDescription } from './retrieve/understand/understand.ts';
export { excerptText } from './retrieve/excerpt/excerpt-text.ts';
export { formatWithCsl, type CslStyle } from './answer/cite/csl-style.ts';
export { formatCitations, type CitationStyle } from './answer/cite/format-citations.ts';
export { exportAnswer, type AnswerFormat, type ExportAnswerOptions } from './answer/export/export-answer.ts';
export {
  checkedClaims,
  describeCertainty,
  describeFigure,
  describeLocated,
  describeSupported,
} from './answer/export/checks.ts';
export { readableAnswer } from './answer/export/pieces.ts';
export { describeRows } from './text/structure/table-row.ts';
export { asMarkdown } from './load/write/as-markdown.ts';
export type { Config, ConfigInput, ConfigSources, IngestConfig, TelemetryConfig } from './config/config.ts';
export { maskSecrets } from './config/mask-config.ts';
export { initConfig } from './config/init-config.ts';
export type { AnswerConfig, AnswerInput, EntailmentConfig } from './config/settings/answer.ts';
export type {
  ChunkingConfig,
  ChunkingInput,
  ChunkingMethod,
  ChunkingOverride,
  ChunkingPreset,
} from './config/settings/chunking.ts';
export type { CallsConfig } from './config/settings/calls.ts';
export type { EmbeddingConfig, EmbeddingModelChoice } from './config/settings/embedding.ts';
export type { LlmConfig } from './config/settings/llm.ts';
export type { Price } from './models/cost.ts';
export type { LocalModelsConfig } from './config/settings/local-models.ts';
export type { LoadingConfig, LoadingInput, PdfConfig } from './config/settings/loading.ts';
export type { RerankingConfig, RerankingModelChoice } from './config/settings/reranking.ts';
export type { RetrievalConfig, RetrievalInput } from './config/settings/retrieval.ts';
export type { FusionMethod, RetrievalMode } from './config/settings/retrieval-choices.ts';
export type { RoutingRule } from './config/settings/routing.ts';
export type { Importance, Recency, ScoringConfig } from './config/settings/scoring.ts';
export type {
  JwtConfig,
  JwtInput,
  ServerConfig,
  ServerInput,
  ServerLimits,
} from './config/settings/server.ts';
export type { FieldMeaning } from './config/settings/understanding.ts';
export type { CrawlOptions } from './load/crawl/crawl-options.ts';
export { maskText } from './util/strings/mask-secrets.ts';
export type { Redact, RedactionTarget } from './models/redact.ts';
export type {
  ModelEvent,
  OperationEvent,
  OperationType,
  RedactionCounts,
  StageReport,
  TelemetryEvent,
  TokenUsage,
} from './util/telemetry/event.ts';
export type { JobProgress, JobState } from './queue/job-progress.ts';
export type { SourceState } from './queue/queue.ts';
export type { AnswerEvent } from './answer/draft.ts';
export type { ChatMessage } from './knowledge-base/ask/follow-up.ts';
export type { ChunkDraft, Chunker, ChunkOptions } from './chunk/chunker.ts';
export type { Embedder, EmbedLimits, EmbedOptions } from './embed/embedder.ts';
export type { Tokenizer } from './text/tokens/tokens.ts';
export type { AiSdkEmbeddingModel, AiSdkModel, AiSdkRerankingModel } from './models/ai-sdk-model.ts';
export type { Reranker, RerankOptions } from './retrieve/reranker.ts';
export type {
  BackupResult,
  StoreCheck,
  StoreMaintenance,
  StoreProblem,
  VacuumResult,
} from './store/maintenance.ts';
export type { ModelUsage } from './models/language-model.ts';
export type { AnswerPicture, AnswerPictures } from './answer/export/figures.ts';
export type { DocumentContent, StatsGroup, Store } from './store/store.ts';
export type {
  BuiltInConditions,
  Conditions,
  FieldCondition,
  Filter,
  FilterValue,
  NamedRegion,
  NearRegion,
  Negation,
  Region,
  RegionFilter,
  RegionName,
  WhereDocument,
} from './store/filter/filter.ts';
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
  StoreNotFoundError,
  UnreadableDocumentError,
  UnsupportedFormatError,
  type ErrorContext,
  type ErrorDetails,
  type PinciteErrorCode,
} from './errors.ts';
export type {
  Bibliography,
  Block,
  Chunk,
  ChunkKind,
  Citation,
  CitedCell,
  CitedAnswer,
  Claim,
  Collection,
  CollectionAdaptation,
  Degradation,
  Document,
  DocumentFormat,
  DocumentStructure,
  Explanation,
  Hit,
  LayoutRun,
  Link,
  LoadedDocument,
  Metadata,
  MetadataValue,
  Page,
  PageRequest,
  Passage,
  Picture,
  PictureDescription,
  Rect,
  RedactionSummary,
  RetrieveResponse,
  Route,
  Scores,
  SearchShare,
  Section,
  Source,
  StageStats,
  Table,
  TableCell,
  VersionChoice,
} from './types.ts';
