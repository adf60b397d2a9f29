import { z } from 'zod';
import type { DocumentCounts } from './document-counts.ts';
import type { AdaptResponse } from './adapt.ts';
import type { AddProgress, DocumentFailure } from './add-options.ts';
import type { WritingReports } from './context-writer.ts';
import { collectionNameSchema, progressSchema, signalSchema } from './options.ts';
import { givenMetadataSchema } from './own-metadata.ts';

export type SyncProgress =
  | { readonly kind: 'scan'; readonly files: number }
  | { readonly kind: 'plan'; readonly added: number; readonly replaced: number; readonly removed: number }
  | AddProgress;

const callback = <Argument>() =>
  z.custom<(argument: Argument) => void>((value) => typeof value === 'function').optional();

export const syncOptionsSchema = z.strictObject({
  /** Created when missing. */
  collection: collectionNameSchema.default('default'),
  /** Patterns as in `.gitignore`, over those of the folder's `.gitignore` and `.pinciteignore` files. */
  ignore: z.array(z.string()).default([]),
  /** Say what would be done, and do nothing. */
  dryRun: z.boolean().default(false),
  /** Remove all documents of a folder that is empty or gone; else that is refused. */
  allowEmpty: z.boolean().default(false),
  /** Leave what is replaced as an earlier version; `ingest.keepVersions` unless given. */
  keepVersions: z.boolean().optional(),
  /** Of new and changed files. */
  metadata: givenMetadataSchema.default({}),
  tags: z.array(z.string()).optional(),
  project: z.string().optional(),
  type: z.string().optional(),
  /** For encrypted files; never stored. */
  password: z.string().optional(),
  /** Leave out and report chunks that are garbled, empty, too short or too long. */
  validateChunks: z.boolean().default(true),
  /** Go on in the background until `signal` is aborted or the knowledge base is closed. */
  watch: z.boolean().default(false),
  /** While watching: wait until nothing has changed for so long, in milliseconds. */
  debounceMs: z.int().min(0).max(3_600_000).default(500),
  /** While watching: look at the folder at intervals, for places that report no changes, such as network folders. */
  usePolling: z.boolean().default(false),
  /** While watching: called after every later sync that changed something, or found what it cannot read. */
  onSync: callback<SyncResult>(),
  /** While watching: called when a sync, or the watching itself, fails; watching goes on. */
  onError: callback<unknown>(),
  signal: signalSchema,
  onProgress: progressSchema<SyncProgress>(),
});
export type SyncOptions = z.input<typeof syncOptionsSchema>;
export type CheckedSync = z.output<typeof syncOptionsSchema>;

/** What became of a file. */
export interface SyncedPath {
  /** Below the folder, parts divided by `/`. */
  readonly path: string;
  readonly outcome: 'inserted' | 'replaced' | 'moved' | 'deleted' | 'skipped' | 'failed';
  /** Absent for a new file of a dry run, and where nothing could be stored. */
  readonly documentId?: string;
  /** Where a moved document was before. */
  readonly from?: string;
}

export interface SyncResult extends WritingReports, DocumentCounts {
  /** True when no file failed. */
  readonly success: boolean;
  readonly dryRun: boolean;
  /** The folder's real path. */
  readonly folder: string;
  /** Renamed or moved: the same bytes at another path. Nothing is embedded. */
  readonly documentsMoved: number;
  readonly documentsDeleted: number;
  readonly chunksAdded: number;
  readonly chunksDeleted: number;
  /** By path. */
  readonly files: readonly SyncedPath[];
  /** Files whose names promise a format that is not read. */
  readonly ignored: readonly string[];
  /** Files and folders that could not be read; their documents stay as they are. */
  readonly errors: readonly DocumentFailure[];
  readonly warnings: readonly string[];
  /** What came of adapting the built-in model to the collection, where that was due. */
  readonly adaptation?: AdaptResponse;
}
