import { z } from 'zod';
import { type DocumentCounts, callbackSchema, collectionNameSchema, signalSchema } from '../parts/options.ts';
import type { AddProgress, DocumentFailure } from '../add/add-options.ts';
import type { WritingReports } from '../written-by-model/context-writer.ts';
import type { Metadata } from '../../types.ts';
import { givenMetadataSchema } from '../add/own-metadata.ts';

/** What is told of a sync, in order; `kind` tells what. */
export type SyncProgress =
  | { readonly kind: 'scan'; readonly files: number }
  | { readonly kind: 'plan'; readonly added: number; readonly replaced: number; readonly removed: number }
  | AddProgress;

/** What `sync` and `watch` take. */
export interface SyncOptions {
  /**
   * Name of the collection, 1 to 200 characters; made where there is none.
   * @default 'default'
   */
  readonly collection?: string;
  /**
   * Patterns as in `.gitignore`, over those of the folder's `.gitignore` and `.pinciteignore` files.
   * @default []
   */
  readonly ignore?: readonly string[];
  /**
   * Say what would be done, and do nothing.
   * @default false
   */
  readonly dryRun?: boolean;
  /**
   * Remove all documents of a folder that is empty or gone; else that is refused.
   * @default false
   */
  readonly allowEmpty?: boolean;
  /** Leave what is replaced as an earlier version; `ingest.keepVersions` unless given. */
  readonly keepVersions?: boolean;
  /**
   * Fields of your own for new and changed files.
   * @default {}
   */
  readonly metadata?: Metadata;
  /** Tags of new and changed files. */
  readonly tags?: readonly string[];
  /** Project of new and changed files. */
  readonly project?: string;
  /** Your own kind of document, for new and changed files: contract, note, … */
  readonly type?: string;
  /** Password of encrypted files; never stored. */
  readonly password?: string;
  /**
   * Leave out and report chunks that are garbled, empty, too short or too long.
   * @default true
   */
  readonly validateChunks?: boolean;
  /**
   * Go on in the background until `signal` is aborted or the knowledge base is closed.
   * @default false
   */
  readonly watch?: boolean;
  /**
   * While watching: wait until nothing has changed for so long, in milliseconds, 0 to 3,600,000.
   * @default 500
   */
  readonly debounceMs?: number;
  /**
   * While watching: look at the folder at intervals, for places that report no changes, such as network folders.
   * @default false
   */
  readonly usePolling?: boolean;
  /** While watching: called after every later sync that changed something, or found what it cannot read. */
  readonly onSync?: (result: SyncResult) => void;
  /** While watching: called when a sync, or the watching itself, fails; watching goes on. */
  readonly onError?: (error: unknown) => void;
  /** Stops the sync, which then throws the signal's reason, or the watching. */
  readonly signal?: AbortSignal;
  /** Called as files are found, what is to be done is known, and documents are begun, read and done. */
  readonly onProgress?: (event: SyncProgress) => void;
}

export const syncOptionsSchema = z.strictObject({
  collection: collectionNameSchema.default('default'),
  ignore: z.array(z.string()).default([]),
  dryRun: z.boolean().default(false),
  allowEmpty: z.boolean().default(false),
  keepVersions: z.boolean().optional(),
  metadata: givenMetadataSchema.default({}),
  tags: z.array(z.string()).optional(),
  project: z.string().optional(),
  type: z.string().optional(),
  password: z.string().optional(),
  validateChunks: z.boolean().default(true),
  watch: z.boolean().default(false),
  debounceMs: z.int().min(0).max(3_600_000).default(500),
  usePolling: z.boolean().default(false),
  onSync: callbackSchema<SyncResult>(),
  onError: callbackSchema<unknown>(),
  signal: signalSchema,
  onProgress: callbackSchema<SyncProgress>(),
});
export type CheckedSync = z.output<typeof syncOptionsSchema>;

/** What became of a file. */
export interface SyncedPath {
  /** Below the folder, parts divided by `/`. */
  readonly path: string;
  /** What became of it. */
  readonly outcome: 'inserted' | 'replaced' | 'moved' | 'deleted' | 'skipped' | 'failed';
  /** Absent for a new file of a dry run, and where nothing could be stored. */
  readonly documentId?: string;
  /** Where a moved document was before. */
  readonly from?: string;
}

export interface SyncResult extends WritingReports, DocumentCounts {
  /** True when no file failed. */
  readonly success: boolean;
  /** Whether nothing was done. */
  readonly dryRun: boolean;
  /** The folder's real path. */
  readonly folder: string;
  /** Renamed or moved: the same bytes at another path. Nothing is embedded. */
  readonly documentsMoved: number;
  /** Documents that are gone, since their files are. */
  readonly documentsDeleted: number;
  /** Chunks that were stored. */
  readonly chunksAdded: number;
  /** Chunks that went. */
  readonly chunksDeleted: number;
  /** By path. */
  readonly files: readonly SyncedPath[];
  /** Files whose names promise a format that is not read. */
  readonly ignored: readonly string[];
  /** Files and folders that could not be read; their documents stay as they are. */
  readonly errors: readonly DocumentFailure[];
  /** What a person should know, in sentences. */
  readonly warnings: readonly string[];
  /** Whether the built-in model learns from the documents now, behind the call; `adapt` waits for the end of it. */
  readonly adapting: boolean;
}
