/** The part of adding a document that is calculation alone: load → chunk → validate → finish. */
import { basename, extname } from 'node:path';
import { shortTitle, withShortHeadings } from '../../chunk/finish/accompany.ts';
import { checkDrafts } from '../../chunk/finish/check-drafts.ts';
import type { ChunkDraft, ChunkOptions, Chunker } from '../../chunk/chunker.ts';
import { finishChunks, type FinishedChunk } from '../../chunk/finish/finish.ts';
import { chunkers } from '../../chunk/methods.ts';
import { summariseParents } from '../../chunk/requests/summaries.ts';
import { fewestChars, validateChunks } from '../../chunk/finish/validate.ts';
import { type ChunkingConfig, nameOfMethod } from '../../config/settings/chunking.ts';
import { ChunkingError, PinciteError } from '../../errors.ts';
import { loadDocument } from '../../load/load.ts';
import type { LoadLimits, OcrSettings, PdfParser } from '../../load/loader.ts';
import { readableName, titleOf } from '../../load/metadata/title.ts';
import { rememberCounts } from '../../text/tokens/remember-counts.ts';
import { openTokenizer } from '../../text/tokens/open-tokenizer.ts';
import type { Tokenizer } from '../../text/tokens/tokens.ts';
import type { DocumentFormat, LoadedDocument, Metadata } from '../../types.ts';
import { counted } from '../../util/strings/counted.ts';
import type { ProcessLimits } from '../../util/processes/process-pool.ts';
import type { EmbeddedChunks } from './embed-chunks.ts';

/** Plain data, which can be sent to another process, unless it holds a chunker; so is what comes of it. */
export interface CutRequest {
  readonly source: {
    readonly bytes: Uint8Array;
    readonly name: string;
    readonly contentType?: string | undefined;
    readonly format?: DocumentFormat | undefined;
    readonly password?: string | undefined;
    readonly limits: LoadLimits & ProcessLimits;
    readonly skipsPdfium?: boolean;
    readonly pdfParser?: PdfParser;
    readonly ocr?: OcrSettings;
    readonly marksPictures?: boolean;
  };
  readonly documentId: string;
  /** Goes before the one that the document has of itself. */
  readonly title?: string | undefined;
  /** Whether the name of the source is one that people gave it, and search for. */
  readonly isNamed: boolean;
  readonly metadata: Metadata;
  readonly chunking: Pick<ChunkingConfig, 'chunkSize' | 'overlap' | 'tokenizer'> &
    Pick<ChunkOptions, 'mostTokens'> & {
      readonly method: keyof typeof chunkers | Chunker;
      /** Whether parents are searched with sentences that sum them up. */
      readonly isSummarised?: boolean;
    };
  /** What the embedding model reads; chunks are not validated unless given. */
  readonly maxTokens?: number | undefined;
  /** What the embedding model reads of a chunk with what stands over it, in tokens of its own where these are known. */
  readonly reader: { readonly maxTokens: number; readonly tokenizer?: string | undefined };
  readonly embeddingModel: string;
  /** ISO 8601. */
  readonly embeddedAt: string;
  /** That model is the one inside the package, and embeds chunks as they are cut: another process may do it as well. */
  readonly mayEmbed?: boolean;
}

export interface CutOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onPage?: ((done: number, total: number) => void) | undefined;
}

export interface CutDocument {
  readonly loaded: LoadedDocument;
  readonly title: string;
  readonly chunks: readonly FinishedChunk[];
  readonly failed: readonly { sequence: number; reason: string }[];
  readonly loadMs: number;
  readonly chunkingMs: number;
  /** Where the process that cut the document has embedded it, too. */
  readonly embedding?: EmbeddedChunks;
}

/**
 * Reads a document and cuts it into chunks.
 * @throws LoadError or a subclass; ChunkingError when nothing of it is worth storing; the signal's reason on abort.
 */
export async function cutDocument(request: CutRequest, options: CutOptions = {}): Promise<CutDocument> {
  const started = performance.now();
  const document = await loadDocument({ ...request.source, ...options });
  return cutLoaded(request, document, { loadMs: performance.now() - started, signal: options.signal });
}

/** Cuts a document that has been read. @throws as `cutDocument` does. */
export async function cutLoaded(
  request: CutRequest,
  loaded: LoadedDocument,
  { loadMs, signal }: { readonly loadMs: number; readonly signal: AbortSignal | undefined },
): Promise<CutDocument> {
  const loadedAt = performance.now();
  const tokenizer = rememberCounts(await tokenizerOf(request.chunking.tokenizer));
  const reader = await readerTokenizer(request.reader, tokenizer);
  const outlined = withShortHeadings(loaded);
  const { valid, failed } = await draftChunks(outlined, { tokenizer, reader }, { request, signal });
  const name = nameOf(request.source.name);
  const namedAs = request.isNamed ? readableName(request.source.name) : name;
  const title = request.title ?? titleOf(loaded) ?? namedAs;
  const chunks = await finishChunks(outlined, valid, {
    documentId: request.documentId,
    chunkingMethod: nameOfMethod(request.chunking.method),
    tokenizer,
    mostTokens: request.reader.maxTokens,
    readerTokenizer: reader,
    embeddingModel: request.embeddingModel,
    embeddedAt: request.embeddedAt,
    metadata: request.metadata,
    // With the name of the file, which often tells who and when (`ADOBE_2022_10K`).
    title:
      request.isNamed && title !== name && title !== namedAs
        ? `${shortTitle(title)} (${name})`
        : shortTitle(title),
    signal,
  });
  const chunkingMs = performance.now() - loadedAt;
  const warnings = [...loaded.warnings, ...shortDocument(chunks)];
  return { loaded: { ...loaded, warnings }, title, chunks, failed, loadMs, chunkingMs };
}

/** A document of one short chunk is stored, as there is no more of it, and said. */
function shortDocument(chunks: readonly FinishedChunk[]): string[] {
  const [{ chunk }, ...others] = chunks as [FinishedChunk, ...FinishedChunk[]];
  if (others.length > 0 || chunk.charCount >= fewestChars) return [];
  return [`The document is very short (${counted(chunk.charCount, 'character')}): is that all of it?`];
}

const opened = new Map<string, Promise<Tokenizer>>();

function tokenizerOf(name: string): Promise<Tokenizer> {
  const known = opened.get(name) ?? openTokenizer(name);
  opened.set(name, known);
  known.catch(() => opened.delete(name));
  return known;
}

/** The embedding model's own tokenizer, or the one of the sizes where that is not known. */
async function readerTokenizer(
  { tokenizer: name }: CutRequest['reader'],
  usual: Tokenizer,
): Promise<Tokenizer> {
  return name === undefined || name === usual.name ? usual : rememberCounts(await tokenizerOf(name));
}

interface Tokenizers {
  /** Of the sizes. */
  readonly tokenizer: Tokenizer;
  /** Of the embedding model. */
  readonly reader: Tokenizer;
}

async function draftChunks(
  document: LoadedDocument,
  tokenizers: Tokenizers,
  { request, signal }: { readonly request: CutRequest; readonly signal: AbortSignal | undefined },
) {
  const { maxTokens, source, documentId } = request;
  const bare = await draftToFit(document, tokenizers, { request, signal });
  const drafts = request.chunking.isSummarised ? await summariseParents(document, bare, signal) : bare;
  if (maxTokens === undefined) return { valid: drafts, failed: [] };
  const { valid, failed } = await validateChunks(document, drafts, tokenizers.reader, { maxTokens, signal });
  if (valid.length > 0) return { valid, failed };
  throw new ChunkingError(`Nothing of ${source.name} is worth storing: ${failed[0]?.reason}`, {
    hint: 'Check what the file holds; validateChunks: false stores it as it is.',
    context: { document: documentId, failed },
  });
}

/** UTF-8 bytes of a UTF-16 code unit; no token has less than a byte. */
const mostBytes = 3;
/** Of the embedding model's length, what is left for a chunk when it is short of everything else. */
const mostContent = 15 / 16;

/** Cuts by the embedding model's own tokens where it could not read every chunk whole that is cut by others. */
async function draftToFit(
  document: LoadedDocument,
  { tokenizer, reader }: Tokenizers,
  { request, signal }: { readonly request: CutRequest; readonly signal: AbortSignal | undefined },
): Promise<readonly ChunkDraft[]> {
  const { chunking } = request;
  const most = request.reader.maxTokens * mostContent;
  const cutBy = (one: Tokenizer) =>
    draftBy(chunking.method, document, { ...chunking, tokenizer: one, signal });
  const isRead = ({ charStart, charEnd }: ChunkDraft) =>
    (charEnd - charStart) * mostBytes <= most ||
    reader.count(document.text.slice(charStart, charEnd)) <= most;
  const drafts = await cutBy(tokenizer);
  return reader === tokenizer || drafts.every(isRead) ? drafts : cutBy(reader);
}

/** What a chunker of the user's own gives is checked, and what it throws is told as its failure. */
async function draftBy(
  method: CutRequest['chunking']['method'],
  document: LoadedDocument,
  options: ChunkOptions,
): Promise<readonly ChunkDraft[]> {
  if (typeof method === 'string') return chunkers[method].chunk(document, options);
  try {
    const drafts = await method.chunk(document, options);
    checkDrafts(method.name, document, drafts);
    return drafts;
  } catch (cause) {
    options.signal?.throwIfAborted();
    if (cause instanceof PinciteError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ChunkingError(`Chunker ${method.name} failed: ${reason}`, { cause });
  }
}

const nameOf = (name: string) => basename(name, extname(name)) || name;
