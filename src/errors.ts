/**
 * Every error that Pincite throws on purpose. `code` is stable; `message` says what happened, `hint` what to
 * do; facts are fields in `context`; the original error is kept as `cause`. Passwords and keys in any of them are masked.
 */
import { maskError, maskText } from './util/strings/mask-secrets.ts';

/** Facts of an error; each class says which it has. */
export interface ErrorContext {
  /** The id of the document that it is about. */
  readonly document?: string;
  /** The id of the chunk that it is about. */
  readonly chunk?: string;
  /** The name of the collection that it is about. */
  readonly collection?: string;
  readonly [fact: string]: unknown;
}

/** What an error is made with, beside its message. */
export interface ErrorDetails {
  /** What to do, in a sentence. */
  readonly hint?: string;
  /** Facts for a program to read. */
  readonly context?: ErrorContext;
  /** The error behind it. */
  readonly cause?: unknown;
}

type LoadErrorCode =
  | 'LOAD'
  | 'UNREADABLE_DOCUMENT'
  | 'UNSUPPORTED_FORMAT'
  | 'PDF_ENCRYPTED'
  | 'PDF_CORRUPTED'
  | 'PDF_EMPTY';
type EmbeddingErrorCode = 'EMBEDDING' | 'EMBEDDING_DIMENSION' | 'EMBEDDING_MODEL_MISMATCH';
type StoreErrorCode =
  | 'STORE'
  | 'STORE_NOT_FOUND'
  | 'COLLECTION_NOT_FOUND'
  | 'NO_DOCUMENTS_FOUND'
  | 'JOB_NOT_FOUND';

/**
 * What tells errors apart, also where their class is lost: in JSON, over HTTP, between processes. Three belong to sources of a
 * queue alone: `PARTLY_ADDED` (some pages of a site failed), `WORKER_LOST` (its worker ended again and again) and `UNEXPECTED`.
 */
export type PinciteErrorCode =
  | LoadErrorCode
  | EmbeddingErrorCode
  | StoreErrorCode
  | 'CONFIG'
  | 'CHUNKING'
  | 'FILTER'
  | 'QUERY_GENERATION'
  | 'RERANKING'
  | 'GENERATION'
  | 'LIMIT_EXCEEDED'
  | 'AUTH'
  | 'ACCESS'
  | 'PARTLY_ADDED'
  | 'WORKER_LOST'
  | 'UNEXPECTED';

/** The class of all errors that Pincite throws on purpose. `JSON.stringify` shows it without stack and cause. */
export class PinciteError extends Error {
  /** Stable: compare this, not the message. */
  readonly code: PinciteErrorCode;
  /** What to do, in a sentence. */
  readonly hint?: string;
  /** Facts for a program to read. */
  readonly context: ErrorContext;

  constructor(code: PinciteErrorCode, message: string, details: ErrorDetails = {}) {
    super(maskText(message), details.cause === undefined ? undefined : { cause: maskError(details.cause) });
    this.name = new.target.name;
    this.code = code;
    this.hint = details.hint === undefined ? undefined : maskText(details.hint);
    this.context = maskError(details.context ?? {});
  }

  /** What `JSON.stringify` and `--json` show: no stack, no cause. */
  toJSON(): { code: PinciteErrorCode; name: string; message: string; hint?: string; context: ErrorContext } {
    return {
      code: this.code,
      name: this.name,
      message: this.message,
      hint: this.hint,
      context: this.context,
    };
  }
}

/** A configuration, option or argument is wrong. `context.problems` lists every problem found. */
export class ConfigError extends PinciteError {
  declare readonly code: 'CONFIG';

  constructor(message: string, details?: ErrorDetails) {
    super('CONFIG', message, details);
  }
}

/** A document could not be read or downloaded; the subclasses say why, where that is known. */
export class LoadError extends PinciteError {
  declare readonly code: LoadErrorCode;

  constructor(message: string, details?: ErrorDetails, code: LoadErrorCode = 'LOAD') {
    super(code, message, details);
  }
}

/** The content itself is empty, damaged, without text or locked: to read it once more does not help. */
export class UnreadableDocumentError extends LoadError {
  declare readonly code: 'UNREADABLE_DOCUMENT';

  constructor(message: string, details?: ErrorDetails) {
    super(message, details, 'UNREADABLE_DOCUMENT');
  }
}

/** The content is of a format that no loader reads. */
export class UnsupportedFormatError extends LoadError {
  declare readonly code: 'UNSUPPORTED_FORMAT';

  constructor(message: string, details?: ErrorDetails) {
    super(message, details, 'UNSUPPORTED_FORMAT');
  }
}

/** The PDF needs a password, or the given one is wrong. */
export class PdfEncryptedError extends LoadError {
  declare readonly code: 'PDF_ENCRYPTED';

  constructor(message: string, details?: ErrorDetails) {
    super(message, details, 'PDF_ENCRYPTED');
  }
}

/** No parser could read the PDF. */
export class PdfCorruptedError extends LoadError {
  declare readonly code: 'PDF_CORRUPTED';

  constructor(message: string, details?: ErrorDetails) {
    super(message, details, 'PDF_CORRUPTED');
  }
}

/** The PDF has no text layer. `context.pages` lists the pages. */
export class PdfEmptyError extends LoadError {
  declare readonly code: 'PDF_EMPTY';

  constructor(message: string, details?: ErrorDetails) {
    super(message, details, 'PDF_EMPTY');
  }
}

/** A document could not be cut: settings that contradict each other, or a chunker of your own whose spans do not fit. */
export class ChunkingError extends PinciteError {
  declare readonly code: 'CHUNKING';

  constructor(message: string, details?: ErrorDetails) {
    super('CHUNKING', message, details);
  }
}

/** An embedding model could not be run or reached, or a text was refused by `redact`. */
export class EmbeddingError extends PinciteError {
  declare readonly code: EmbeddingErrorCode;

  constructor(message: string, details?: ErrorDetails, code: EmbeddingErrorCode = 'EMBEDDING') {
    super(code, message, details);
  }
}

/** A vector's length differs from the collection's. */
export class EmbeddingDimensionError extends EmbeddingError {
  declare readonly code: 'EMBEDDING_DIMENSION';

  constructor(message: string, details?: ErrorDetails) {
    super(message, details, 'EMBEDDING_DIMENSION');
  }
}

/** The collection was embedded with another model. */
export class EmbeddingModelMismatchError extends EmbeddingError {
  declare readonly code: 'EMBEDDING_MODEL_MISMATCH';

  constructor(message: string, details?: ErrorDetails) {
    super(message, details, 'EMBEDDING_MODEL_MISMATCH');
  }
}

/** The store or the queue failed, or cannot be used. */
export class StoreError extends PinciteError {
  declare readonly code: StoreErrorCode;

  constructor(message: string, details?: ErrorDetails, code: StoreErrorCode = 'STORE') {
    super(code, message, details);
  }
}

/** Nothing has been added at the place that is named as the store, and nothing is to be made there. `context.location` is that place. */
export class StoreNotFoundError extends StoreError {
  declare readonly code: 'STORE_NOT_FOUND';

  /** @param place What to name instead: `folder`, `database`. */
  constructor(location: string, place: string) {
    const hint = `Nothing has been added there yet: add documents, or name the right ${place} as \`store\`.`;
    super(`There is no store at ${location}`, { hint, context: { location } }, 'STORE_NOT_FOUND');
  }
}

/** `context.existing` names the collections that there are. */
export class CollectionNotFoundError extends StoreError {
  declare readonly code: 'COLLECTION_NOT_FOUND';

  constructor(collection: string, existing: readonly string[]) {
    const hint =
      existing.length === 0
        ? 'Nothing has been added yet: add documents first.'
        : `Add documents to it, or use one that exists: ${existing.join(', ')}.`;
    const context = { collection, existing };
    super(`There is no collection "${collection}"`, { hint, context }, 'COLLECTION_NOT_FOUND');
  }
}

/** An update, deletion or look-up matches no document. */
export class NoDocumentsFoundError extends StoreError {
  declare readonly code: 'NO_DOCUMENTS_FOUND';

  constructor(message: string, details?: ErrorDetails) {
    super(message, details, 'NO_DOCUMENTS_FOUND');
  }
}

/** A queue has no job of this id, or it is another tenant's. `context.job` is the id. */
export class JobNotFoundError extends StoreError {
  declare readonly code: 'JOB_NOT_FOUND';

  constructor(message: string, details?: ErrorDetails) {
    super(message, details, 'JOB_NOT_FOUND');
  }
}

/** A filter is malformed. `context.position` is the path of the mistake, such as `$and[1].year.$gte`. */
export class FilterError extends PinciteError {
  declare readonly code: 'FILTER';

  constructor(message: string, details?: ErrorDetails) {
    super('FILTER', message, details);
  }
}

/** A language model could not rewrite a query or read a filter from it. Searches go on without, with a warning. */
export class QueryGenerationError extends PinciteError {
  declare readonly code: 'QUERY_GENERATION';

  constructor(message: string, details?: ErrorDetails) {
    super('QUERY_GENERATION', message, details);
  }
}

/** A reranker could not be run or reached. Searches keep the order that they have, with a warning. */
export class RerankingError extends PinciteError {
  declare readonly code: 'RERANKING';

  constructor(message: string, details?: ErrorDetails) {
    super('RERANKING', message, details);
  }
}

/** A language model could not be run or reached, or a text was refused by `redact`. */
export class GenerationError extends PinciteError {
  declare readonly code: 'GENERATION';

  constructor(message: string, details?: ErrorDetails) {
    super('GENERATION', message, details);
  }
}

/** A limit on size, time or count was passed. `context` names the limit and the value met. */
export class LimitExceededError extends PinciteError {
  declare readonly code: 'LIMIT_EXCEEDED';

  constructor(message: string, details?: ErrorDetails) {
    super('LIMIT_EXCEEDED', message, details);
  }
}

/** A server refused the key, or there is none. */
export class AuthError extends PinciteError {
  declare readonly code: 'AUTH';

  constructor(message: string, details?: ErrorDetails) {
    super('AUTH', message, details);
  }
}

/** A scoped knowledge base (`KnowledgeBase.scoped`) may not do this. `context.operation` names what was asked for. */
export class AccessError extends PinciteError {
  declare readonly code: 'ACCESS';

  constructor(message: string, details?: ErrorDetails) {
    super('ACCESS', message, details);
  }
}

/** `StoreNotFoundError` and `CollectionNotFoundError` are not among them: they word their own messages. */
const classes: Readonly<Record<string, new (message: string, details?: ErrorDetails) => PinciteError>> = {
  CONFIG: ConfigError,
  LOAD: LoadError,
  UNREADABLE_DOCUMENT: UnreadableDocumentError,
  UNSUPPORTED_FORMAT: UnsupportedFormatError,
  PDF_ENCRYPTED: PdfEncryptedError,
  PDF_CORRUPTED: PdfCorruptedError,
  PDF_EMPTY: PdfEmptyError,
  CHUNKING: ChunkingError,
  EMBEDDING: EmbeddingError,
  EMBEDDING_DIMENSION: EmbeddingDimensionError,
  EMBEDDING_MODEL_MISMATCH: EmbeddingModelMismatchError,
  STORE: StoreError,
  NO_DOCUMENTS_FOUND: NoDocumentsFoundError,
  JOB_NOT_FOUND: JobNotFoundError,
  FILTER: FilterError,
  QUERY_GENERATION: QueryGenerationError,
  RERANKING: RerankingError,
  GENERATION: GenerationError,
  LIMIT_EXCEEDED: LimitExceededError,
  AUTH: AuthError,
  ACCESS: AccessError,
};

/** The error of a code, in its class: what comes from another process has lost that. */
export function errorOfCode(code: string, message: string, details: ErrorDetails): PinciteError {
  const Class = classes[code];
  // A code of a later version is kept as it is.
  if (Class === undefined) return new PinciteError(code as PinciteErrorCode, message, details);
  return new Class(message, details);
}
