/**
 * Every error that Pincite throws on purpose. `code` is stable; `message` says what happened, `hint` what to
 * do; facts are fields in `context`; the original error is kept as `cause`. Passwords and keys in any of them are masked.
 */
import { maskError, maskText } from './util/mask-secrets.ts';

export interface ErrorContext {
  readonly document?: string;
  readonly chunk?: string;
  readonly collection?: string;
  readonly [fact: string]: unknown;
}

export interface ErrorDetails {
  readonly hint?: string;
  readonly context?: ErrorContext;
  readonly cause?: unknown;
}

export class PinciteError extends Error {
  readonly code: string;
  readonly hint?: string;
  readonly context: ErrorContext;

  constructor(code: string, message: string, details: ErrorDetails = {}) {
    super(maskText(message), details.cause === undefined ? undefined : { cause: maskError(details.cause) });
    this.name = new.target.name;
    this.code = code;
    this.hint = details.hint === undefined ? undefined : maskText(details.hint);
    this.context = maskError(details.context ?? {});
  }

  /** What `JSON.stringify` and `--json` show: no stack, no cause. */
  toJSON(): { code: string; name: string; message: string; hint?: string; context: ErrorContext } {
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
  constructor(message: string, details?: ErrorDetails) {
    super('CONFIG', message, details);
  }
}

export class LoadError extends PinciteError {
  constructor(message: string, details?: ErrorDetails, code = 'LOAD') {
    super(code, message, details);
  }
}

/** The content itself is empty, damaged, without text or locked: to read it once more does not help. */
export class UnreadableDocumentError extends LoadError {
  constructor(message: string, details?: ErrorDetails) {
    super(message, details, 'UNREADABLE_DOCUMENT');
  }
}

/** The content is of a format that no loader reads. */
export class UnsupportedFormatError extends LoadError {
  constructor(message: string, details?: ErrorDetails) {
    super(message, details, 'UNSUPPORTED_FORMAT');
  }
}

/** The PDF needs a password, or the given one is wrong. */
export class PdfEncryptedError extends LoadError {
  constructor(message: string, details?: ErrorDetails) {
    super(message, details, 'PDF_ENCRYPTED');
  }
}

/** No parser could read the PDF. */
export class PdfCorruptedError extends LoadError {
  constructor(message: string, details?: ErrorDetails) {
    super(message, details, 'PDF_CORRUPTED');
  }
}

/** The PDF has no text layer. `context.pages` lists the pages. */
export class PdfEmptyError extends LoadError {
  constructor(message: string, details?: ErrorDetails) {
    super(message, details, 'PDF_EMPTY');
  }
}

export class ChunkingError extends PinciteError {
  constructor(message: string, details?: ErrorDetails) {
    super('CHUNKING', message, details);
  }
}

export class EmbeddingError extends PinciteError {
  constructor(message: string, details?: ErrorDetails, code = 'EMBEDDING') {
    super(code, message, details);
  }
}

/** A vector's length differs from the collection's. */
export class EmbeddingDimensionError extends EmbeddingError {
  constructor(message: string, details?: ErrorDetails) {
    super(message, details, 'EMBEDDING_DIMENSION');
  }
}

/** The collection was embedded with another model. */
export class EmbeddingModelMismatchError extends EmbeddingError {
  constructor(message: string, details?: ErrorDetails) {
    super(message, details, 'EMBEDDING_MODEL_MISMATCH');
  }
}

export class StoreError extends PinciteError {
  constructor(message: string, details?: ErrorDetails, code = 'STORE') {
    super(code, message, details);
  }
}

/** `context.existing` names the collections that there are. */
export class CollectionNotFoundError extends StoreError {
  constructor(collection: string, existing: readonly string[]) {
    const hint =
      existing.length === 0
        ? 'Nothing has been added yet: run `pincite add <files>`.'
        : `Add documents to it, or use one that exists: ${existing.join(', ')}.`;
    const context = { collection, existing };
    super(`There is no collection "${collection}"`, { hint, context }, 'COLLECTION_NOT_FOUND');
  }
}

/** An update, deletion or look-up matches no document. */
export class NoDocumentsFoundError extends StoreError {
  constructor(message: string, details?: ErrorDetails) {
    super(message, details, 'NO_DOCUMENTS_FOUND');
  }
}

/** A queue has no job of this id, or it is another tenant's. `context.job` is the id. */
export class JobNotFoundError extends StoreError {
  constructor(message: string, details?: ErrorDetails) {
    super(message, details, 'JOB_NOT_FOUND');
  }
}

/** A filter is malformed. `context.position` is the path of the mistake, such as `$and[1].year.$gte`. */
export class FilterError extends PinciteError {
  constructor(message: string, details?: ErrorDetails) {
    super('FILTER', message, details);
  }
}

export class QueryGenerationError extends PinciteError {
  constructor(message: string, details?: ErrorDetails) {
    super('QUERY_GENERATION', message, details);
  }
}

export class RerankingError extends PinciteError {
  constructor(message: string, details?: ErrorDetails) {
    super('RERANKING', message, details);
  }
}

export class GenerationError extends PinciteError {
  constructor(message: string, details?: ErrorDetails) {
    super('GENERATION', message, details);
  }
}

/** A limit on size, time or count was passed. `context` names the limit and the value met. */
export class LimitExceededError extends PinciteError {
  constructor(message: string, details?: ErrorDetails) {
    super('LIMIT_EXCEEDED', message, details);
  }
}

export class AuthError extends PinciteError {
  constructor(message: string, details?: ErrorDetails) {
    super('AUTH', message, details);
  }
}

/** A scoped knowledge base (`KnowledgeBase.scoped`) may not do this. `context.operation` names what was asked for. */
export class AccessError extends PinciteError {
  constructor(message: string, details?: ErrorDetails) {
    super('ACCESS', message, details);
  }
}

/** `CollectionNotFoundError` is not among them: it words its own message. */
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
  return Class === undefined ? new PinciteError(code, message, details) : new Class(message, details);
}
