import { z } from 'zod';
import type { PinciteError } from '../../errors.ts';
import type { Chunk, Metadata } from '../../types.ts';
import { type DocumentCounts, collectionNameSchema, callbackSchema, signalSchema } from '../parts/options.ts';
import type { WritingReports } from '../written-by-model/context-writer.ts';
import { givenMetadataSchema } from './own-metadata.ts';
import type { RedactionCounts } from '../../util/telemetry/event.ts';

/** Whatever is told of a document. */
export interface DocumentProgress {
  /** The document's path, URL or id. */
  readonly source: string;
  /** Documents of the call, as far as they are known; of `page`, pages of the document. */
  readonly total: number;
}

/** Several documents may be under way at once: `start` comes in the order of the inputs, `end` as documents are done. */
export type AddProgress = DocumentProgress &
  (
    | {
        readonly kind: 'start';
        readonly index: number;
        /** Of the work of the call, 0…1, by the bytes of files; of what has no size beforehand, one of `total`. */
        readonly share: number;
      }
    | { readonly kind: 'page'; readonly done: number }
    | {
        /** A document that is inserted or replaced is on disk. */
        readonly kind: 'end';
        readonly index: number;
        readonly outcome: 'inserted' | 'replaced' | 'skipped' | 'failed';
        readonly chunks: number;
        /** What a person should know of a document that was stored, in sentences. */
        readonly warnings: readonly string[];
      }
  );

/** What `addDocuments` takes. */
export interface AddOptions {
  /**
   * Name of the collection, 1 to 200 characters; made where there is none.
   * @default 'default'
   */
  readonly collection?: string;
  /**
   * Fields of your own for all documents; a document's own go before them. No key may be a built-in field's: for a `type` of your own
   * write `metadata.type`.
   * @default {}
   */
  readonly metadata?: Metadata;
  /** Texts embedded at a time, 1 to 10,000; what the model takes at once unless given. */
  readonly batchSize?: number;
  /**
   * Leave out and report chunks that are garbled, empty, too short or too long.
   * @default true
   */
  readonly validateChunks?: boolean;
  /**
   * Process documents again even where nothing has changed.
   * @default false
   */
  readonly force?: boolean;
  /** Leave what is replaced as an earlier version; `ingest.keepVersions` unless given. */
  readonly keepVersions?: boolean;
  /**
   * Set to false to leave `chunks` empty in the response: for thousands of documents, since all else that adding holds in
   * memory does not grow with their number.
   * @default true
   */
  readonly returnChunks?: boolean;
  /** Stops the call, which then throws the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called as documents are begun, read and done. */
  readonly onProgress?: (event: AddProgress) => void;
}

export const addOptionsSchema = z.strictObject({
  collection: collectionNameSchema.default('default'),
  metadata: givenMetadataSchema.default({}),
  batchSize: z.int().min(1).max(10_000).optional(),
  validateChunks: z.boolean().default(true),
  force: z.boolean().default(false),
  keepVersions: z.boolean().optional(),
  returnChunks: z.boolean().default(true),
  signal: signalSchema,
  onProgress: callbackSchema<AddProgress>(),
});
export type CheckedOptions = z.output<typeof addOptionsSchema>;

/** A document that was not stored, and why. */
export interface DocumentFailure {
  /** A path, a URL, or the `uri` that was given. */
  readonly source: string;
  /** The given one. */
  readonly documentId?: string;
  /** Why it failed. */
  readonly error: PinciteError;
}

export interface AddResponse extends WritingReports, DocumentCounts {
  /** True when no document failed. */
  readonly success: boolean;
  /** Documents that were stored or found unchanged. */
  readonly documentsProcessed: number;
  /** Chunks of those that were stored. */
  readonly totalChunks: number;
  /** In the order of the documents given. */
  readonly chunks: readonly Chunk[];
  /** One entry a failed document; the others are stored. */
  readonly errors: readonly DocumentFailure[];
  /** What a person should know, in sentences: what was left out, what could not be done. */
  readonly warnings: readonly string[];
  /** Times of stages are sums over documents, of which several may be under way at once. */
  readonly stats: {
    readonly totalTokens: number;
    readonly loadMs: number;
    readonly chunkingMs: number;
    readonly embeddingMs: number;
    readonly storeMs: number;
    readonly failedChunks: number;
    readonly bytes: number;
    readonly pages: number;
    /** Those that were stored and have pages, which all of `pages` are of. */
    readonly documentsWithPages: number;
    /** From start to end. */
    readonly elapsedMs: number;
    /** What `redact` did to the texts of the call, where that is configured. */
    readonly redaction?: RedactionCounts;
  };
  /**
   * Whether the built-in model learns from the documents now, behind the call: all can be found, and soon better. `adapt`
   * waits for the end of it.
   */
  readonly adapting: boolean;
}

/** Of adding alone. */
export type Added = Omit<AddResponse, 'adapting'>;
