import { z } from 'zod';
import type { Filter } from '../../store/filter/filter.ts';
import { metadataValueSchema, recordOf, type MetadataValue } from '../../types.ts';
import {
  type DocumentCounts,
  collectionNameSchema,
  filterOptionSchema,
  callbackSchema,
  signalSchema,
} from '../parts/options.ts';
import type { AddProgress, DocumentFailure } from '../add/add-options.ts';
import type { WritingReports } from '../written-by-model/context-writer.ts';
import { documentInputSchema, type DocumentInput } from '../add/inputs.ts';

export const strategies = ['replace', 'append', 'delete', 'upsert', 'metadata'] as const;
/** How documents are changed; see `UpdateRequest.strategy`. */
export type UpdateStrategy = (typeof strategies)[number];

/** What `updateDocuments` takes. */
export interface UpdateRequest {
  /**
   * Name of the collection, 1 to 200 characters.
   * @default 'default'
   */
  readonly collection?: string;
  /**
   * `replace`: the targets go and the new documents come, at once; `append`: adds, refuses ids that are stored;
   * `delete`: the targets go with their earlier versions; `upsert`: new, changed or skipped, by id; `metadata` (told from
   * `metadataUpdates` or `reprocessChunks` unless given): nothing is embedded unless `reprocessChunks` says so.
   */
  readonly strategy?: UpdateStrategy;
  /** The targets: documents that match. */
  readonly filter?: Filter;
  /** The targets by their ids. */
  readonly documentIds?: readonly string[];
  /** The targets of `metadata`, where those are single chunks. */
  readonly chunkIds?: readonly string[];
  /** Documents to add: paths, URLs or descriptions. */
  readonly newDocuments?: readonly (string | DocumentInput)[];
  /**
   * Merged shallowly; `null` removes a key. The names of a document's own description (`title`, `creators`, `tags`,
   * `project`, `type`, …) change that; `metadata.title` is your own key of that name.
   */
  readonly metadataUpdates?: Readonly<Record<string, MetadataValue | null>>;
  /**
   * Cut and embed the targets again, each in a transaction of its own, by the settings in force.
   * @default false
   */
  readonly reprocessChunks?: boolean;
  /** Leave what is replaced as an earlier version; `ingest.keepVersions` unless given. */
  readonly keepVersions?: boolean;
  /** Stops the call, which then throws the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called as documents are begun, read and done. */
  readonly onProgress?: (event: AddProgress) => void;
}

export const updateRequestSchema = z.strictObject({
  collection: collectionNameSchema.default('default'),
  strategy: z.enum(strategies).optional(),
  filter: filterOptionSchema.optional(),
  documentIds: z.array(z.string()).optional(),
  chunkIds: z.array(z.string()).optional(),
  newDocuments: z.array(z.union([z.string(), documentInputSchema])).optional(),
  metadataUpdates: recordOf(metadataValueSchema.nullable()).optional(),
  reprocessChunks: z.boolean().default(false),
  keepVersions: z.boolean().optional(),
  signal: signalSchema,
  onProgress: callbackSchema<AddProgress>(),
});
export type CheckedUpdate = z.output<typeof updateRequestSchema>;

export interface UpdateResponse extends WritingReports, DocumentCounts {
  /** True when no document failed. */
  readonly success: boolean;
  /** What was done: as asked, or as told from the request. */
  readonly strategyUsed: UpdateStrategy;
  /** Targets and new documents; of single chunks, the documents that they are of. */
  readonly documentsAffected: number;
  /** Documents that went. */
  readonly documentsDeleted: number;
  /** Earlier versions that went with deleted documents. */
  readonly versionsDeleted: number;
  /** Stored originals that no document refers to any more. */
  readonly originalsDeleted: number;
  /** Chunks that went. */
  readonly chunksDeleted: number;
  /** Chunks that were stored. */
  readonly chunksAdded: number;
  /** Chunks that show changed metadata: of themselves or of their document. */
  readonly chunksUpdated: number;
  /** Documents that were stored or changed. */
  readonly updatedDocumentIds: readonly string[];
  /** One entry a failed document; the others are stored. */
  readonly errors: readonly DocumentFailure[];
  /** What a person should know, in sentences. */
  readonly warnings: readonly string[];
  /** Whether the built-in model learns from the documents now, behind the call; `adapt` waits for the end of it. */
  readonly adapting: boolean;
}
