/**
 * Public types are written, so that editors show what stands over their members, and schemas check what is given. Here the compiler
 * compares the two: `npm run typecheck` names the members that differ. `readonly` and `| undefined` aside.
 */
import type { z } from 'zod';
import type * as config from '../../src/config/config.ts';
import type { DocumentInput, documentInputSchema } from '../../src/knowledge-base/add/inputs.ts';
import type * as add from '../../src/knowledge-base/add/add-options.ts';
import type * as adapt from '../../src/knowledge-base/adapt/adapt-options.ts';
import type * as citedPlace from '../../src/knowledge-base/show/cited-place.ts';
import type * as cite from '../../src/knowledge-base/show/cite.ts';
import type * as copy from '../../src/knowledge-base/transfer/copy.ts';
import type * as enqueue from '../../src/knowledge-base/work/enqueue.ts';
import type * as exporting from '../../src/knowledge-base/transfer/export.ts';
import type * as health from '../../src/knowledge-base/operate/health.ts';
import type * as importing from '../../src/knowledge-base/transfer/import.ts';
import type * as lean from '../../src/knowledge-base/ask/lean.ts';
import type * as leanSchemas from '../../src/knowledge-base/ask/lean-schemas.ts';
import type * as maintain from '../../src/knowledge-base/operate/maintain.ts';
import type * as pagePicture from '../../src/knowledge-base/show/page-picture.ts';
import type * as place from '../../src/knowledge-base/show/document-place.ts';
import type * as queue from '../../src/knowledge-base/work/ingestion-queue.ts';
import type * as readPart from '../../src/knowledge-base/show/read-part.ts';
import type * as reembed from '../../src/knowledge-base/adapt/reembed.ts';
import type * as retrieving from '../../src/knowledge-base/search/retrieve-options.ts';
import type * as scoped from '../../src/knowledge-base/scoped.ts';
import type * as snapshot from '../../src/knowledge-base/show/snapshot.ts';
import type * as sync from '../../src/knowledge-base/sync/sync-options.ts';
import type * as synthesize from '../../src/knowledge-base/evaluate/synthesize.ts';
import type * as update from '../../src/knowledge-base/update/update-request.ts';
import type * as work from '../../src/knowledge-base/work/work.ts';
import type * as knowledgeBase from '../../src/knowledge-base/knowledge-base.ts';
import type { CrawlOptions, crawlSchema } from '../../src/load/crawl/crawl-options.ts';
import type * as types from '../../src/types.ts';
import type { Differing, None } from './agreement.ts';

/** What a schema takes. */
type Given<Written, Schema extends z.ZodType> = Differing<Written, z.input<Schema>>;

/** What a schema gives. */
type Result<Written, Schema extends z.ZodType> = Differing<Written, z.output<Schema>>;

export type Options = [
  None<Given<adapt.AdaptOptions, typeof adapt.adaptOptionsSchema>>,
  None<Given<add.AddOptions, typeof add.addOptionsSchema>>,
  None<Given<cite.QuotedPlace, typeof cite.quotedPlaceSchema>>,
  None<Given<citedPlace.SurroundingsOptions, typeof citedPlace.surroundingsOptionsSchema>>,
  None<Given<copy.CopyOptions, typeof copy.copyOptionsSchema>>,
  None<Given<CrawlOptions, typeof crawlSchema>>,
  None<Given<DocumentInput, typeof documentInputSchema>>,
  None<Given<enqueue.EnqueuedInput, typeof enqueue.enqueuedInputSchema>>,
  None<Given<enqueue.EnqueueOptions, typeof enqueue.enqueueOptionsSchema>>,
  None<Given<exporting.ExportOptions, typeof exporting.exportOptionsSchema>>,
  None<Given<health.HealthOptions, typeof health.healthOptionsSchema>>,
  None<Given<importing.ImportOptions, typeof importing.importOptionsSchema>>,
  None<Given<knowledgeBase.StatsOptions, typeof knowledgeBase.statsSchema>>,
  None<Given<types.PageRequest & knowledgeBase.InCollection, typeof knowledgeBase.pageSchema>>,
  None<Given<maintain.BackupOptions, typeof maintain.backupOptionsSchema>>,
  None<Given<maintain.CheckOptions, typeof maintain.checkOptionsSchema>>,
  None<Given<maintain.RestoreOptions, typeof maintain.restoreOptionsSchema>>,
  None<Given<maintain.VacuumOptions, typeof maintain.vacuumOptionsSchema>>,
  None<Given<pagePicture.PagePictureOptions, typeof pagePicture.pagePictureOptionsSchema>>,
  None<Given<place.InVersion & { documentId: string }, typeof place.documentPlaceSchema>>,
  None<Given<retrieving.RetrieveOptions, typeof retrieving.retrieveOptionsSchema>>,
  None<Given<queue.JobListOptions, typeof queue.listSchema>>,
  None<Given<queue.JobOptions, typeof queue.jobSchema>>,
  None<Given<queue.OfTenant, typeof queue.ofTenantSchema>>,
  None<Given<queue.OpenQueueOptions, typeof queue.openSchema>>,
  None<Given<queue.QueueStatusOptions, typeof queue.statusSchema>>,
  None<Given<queue.WatchJobOptions, typeof queue.watchSchema>>,
  None<Given<readPart.PartOptions, typeof readPart.partOptionsSchema>>,
  None<Given<reembed.ReembedOptions, typeof reembed.reembedOptionsSchema>>,
  None<Given<scoped.JobScope, typeof scoped.jobScopeSchema>>,
  None<Given<scoped.ScopedOptions, typeof scoped.scopeOptionsSchema>>,
  None<Given<snapshot.SnapshotOptions, typeof snapshot.snapshotOptionsSchema>>,
  None<Given<sync.SyncOptions, typeof sync.syncOptionsSchema>>,
  None<Given<synthesize.SynthesizeOptions, typeof synthesize.synthesizeOptionsSchema>>,
  None<Given<update.UpdateRequest, typeof update.updateRequestSchema>>,
  None<Given<work.WorkOptions, typeof work.workOptionsSchema>>,
];

export type Configuration = [
  None<Given<config.ConfigInput, typeof config.configSchema>>,
  None<Differing<config.Config, z.output<typeof config.configSchema>>>,
];

export type Nouns = [
  None<Result<types.Bibliography, typeof types.bibliographySchema>>,
  None<Result<types.Chunk, typeof types.chunkSchema>>,
  None<Result<types.Citation, typeof types.citationSchema>>,
  None<Result<types.CitedAnswer, typeof types.citedAnswerSchema>>,
  None<Result<types.Claim, typeof types.claimSchema>>,
  None<Result<types.Collection, typeof types.collectionSchema>>,
  None<Result<types.CollectionAdaptation, typeof types.adaptationSchema>>,
  None<Result<types.Degradation, typeof types.degradationSchema>>,
  None<Result<types.Document, typeof types.documentSchema>>,
  None<Result<types.CitedCell, typeof types.citedCellSchema>>,
  None<Result<types.Explanation, typeof types.explanationSchema>>,
  None<Result<types.Hit, typeof types.hitSchema>>,
  None<Result<types.Metadata, typeof types.metadataSchema>>,
  None<Result<types.MetadataValue, typeof types.metadataValueSchema>>,
  None<Result<types.Passage, typeof types.passageSchema>>,
  None<Result<types.PictureDescription, typeof types.descriptionSchema>>,
  None<Result<types.Rect, typeof types.rectSchema>>,
  None<Result<types.RetrieveResponse, typeof types.retrieveResponseSchema>>,
  None<Result<types.Route, typeof types.routeSchema>>,
  None<Result<types.Scores, typeof types.scoreSchema>>,
  None<Result<types.Source, typeof types.sourceSchema>>,
  None<Result<types.StageStats, typeof types.stageStatsSchema>>,
];

export type Lean = [
  None<Result<lean.LeanAnswer, typeof leanSchemas.leanAnswerSchema>>,
  None<Result<lean.LeanCitation, typeof leanSchemas.leanCitationSchema>>,
  None<Result<lean.LeanClaim, typeof leanSchemas.leanClaimSchema>>,
  None<Result<lean.LeanDocument, typeof leanSchemas.leanDocumentSchema>>,
  None<Result<lean.LeanHit, typeof leanSchemas.leanHitSchema>>,
  None<Result<lean.LeanSearch, typeof leanSchemas.leanSearchSchema>>,
];
