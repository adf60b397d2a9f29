/** One document on its way in: load → chunk → validate → embed. What comes out is ready to be written. */
import { basename, extname } from 'node:path';
import type { ChunkDraft, Chunker } from '../chunk/chunker.ts';
import { finishChunks } from '../chunk/finish.ts';
import { structureChunker } from '../chunk/structure.ts';
import { tokenChunker } from '../chunk/token.ts';
import { validateChunks } from '../chunk/validate.ts';
import { overrideChunking, type ChunkingConfig } from '../config.ts';
import { ChunkingError } from '../errors.ts';
import { embedInBatches } from '../embed/batches.ts';
import { loadDocument } from '../load/load.ts';
import type { SourceContent } from '../load/read-source.ts';
import type { DocumentRecord } from '../store/store.ts';
import { loadTokenizer } from '../text/tokens.ts';
import type { Document, LoadedDocument, Metadata } from '../types.ts';
import type { CheckedInput } from './inputs.ts';
import type { Parts } from './parts.ts';

const chunkers: Record<ChunkingConfig['method'], Chunker> = {
  structure: structureChunker,
  token: tokenChunker,
};

export interface PrepareRequest {
  readonly input: CheckedInput;
  readonly source: SourceContent;
  readonly sourceHash: string;
  readonly documentId: string;
  readonly collection: string;
  readonly metadata: Metadata;
  readonly batchSize: number;
  readonly validate: boolean;
  readonly signal?: AbortSignal;
  readonly onPage?: (done: number, total: number) => void;
}

export interface PreparedDocument {
  readonly record: DocumentRecord;
  readonly failedChunks: readonly { sequence: number; reason: string }[];
  readonly warnings: readonly string[];
  readonly loadMs: number;
  readonly chunkingMs: number;
  readonly embeddingMs: number;
}

export async function prepareDocument(parts: Parts, request: PrepareRequest): Promise<PreparedDocument> {
  const started = performance.now();
  const loaded = await loadDocument({
    bytes: request.source.bytes,
    name: request.source.name,
    contentType: request.source.contentType,
    password: request.input.password,
    limits: parts.config.loading,
    signal: request.signal,
    onPage: request.onPage,
  });
  const loadedAt = performance.now();
  const { drafts, failed, tokenizer, method } = await chunkDocument(parts, loaded, request);
  const now = new Date().toISOString();
  const bibliography = describe(loaded, request);
  const finished = finishChunks(loaded, drafts, {
    documentId: request.documentId,
    chunkingMethod: method,
    tokenizer,
    embeddingModel: parts.embedder.modelId,
    embeddedAt: now,
    metadata: request.metadata,
    title: searchTitle(bibliography.title, request),
  });
  const chunkedAt = performance.now();
  request.signal?.throwIfAborted();
  const texts = finished.map(({ chunk, context }) =>
    context ? `${context}\n${chunk.content}` : chunk.content,
  );
  const vectors = await embedInBatches(parts.embedder, texts, {
    batchSize: request.batchSize,
    role: 'passage',
    signal: request.signal,
  });
  const document: Document = {
    ...bibliography,
    documentId: request.documentId,
    collection: request.collection,
    sourcePath: request.source.sourcePath,
    sourceHash: request.sourceHash,
    format: loaded.format,
    type: request.input.type,
    language: loaded.language,
    chunkCount: finished.length,
    totalChars: loaded.text.length,
    totalTokens: finished.reduce((sum, { chunk }) => sum + chunk.tokenCount, 0),
    bytes: request.source.bytes.length,
    pageCount: loaded.pages.length,
    embeddingModel: parts.embedder.modelId,
    ingestedAt: now,
    updatedAt: now,
    version: 1,
    tags: request.input.tags ?? [],
    project: request.input.project,
    metadata: request.metadata,
  };
  return {
    record: {
      document,
      content: { text: loaded.text, pages: loaded.pages, sections: loaded.sections },
      chunks: finished.map((chunk, index) => ({ ...chunk, vector: vectors[index]! })),
    },
    failedChunks: failed,
    warnings: loaded.warnings,
    loadMs: loadedAt - started,
    chunkingMs: chunkedAt - loadedAt,
    embeddingMs: performance.now() - chunkedAt,
  };
}

async function chunkDocument(parts: Parts, loaded: LoadedDocument, request: PrepareRequest) {
  const options = overrideChunking(parts.config.chunking, request.input.chunking);
  const isUsual = options.tokenizer === parts.config.chunking.tokenizer;
  const tokenizer = await (isUsual ? parts.tokenizer() : loadTokenizer(options.tokenizer));
  const chunker = chunkers[options.method];
  const drafts: readonly ChunkDraft[] = await chunker.chunk(loaded, {
    chunkSize: options.chunkSize,
    overlap: options.overlap,
    tokenizer,
    signal: request.signal,
  });
  const kept = request.validate
    ? validateChunks(loaded, drafts, tokenizer, { maxTokens: parts.embedder.maxTokens })
    : { valid: drafts, failed: [] };
  if (kept.valid.length === 0) {
    throw new ChunkingError(`Nothing of ${request.source.name} is worth storing: ${kept.failed[0]?.reason}`, {
      hint: 'Check what the file holds; validateChunks: false stores it as it is.',
      context: { document: request.documentId, failed: kept.failed },
    });
  }
  return { drafts: kept.valid, failed: kept.failed, tokenizer, method: chunker.name };
}

/** What the user says of the document goes before what the file says of itself. */
function describe(loaded: LoadedDocument, { input, source }: PrepareRequest) {
  const own = loaded.bibliography;
  return {
    ...own,
    title: input.title ?? own.title ?? loaded.sections[0]?.heading ?? nameOf(source),
    creators: input.creators ?? own.creators ?? [],
    subjects: own.subjects ?? [],
    dateCreated: input.dateCreated ?? own.dateCreated,
    url: source.url ?? own.url,
  };
}

const nameOf = (source: SourceContent) => basename(source.name, extname(source.name)) || source.name;

/** The title that is searched: with the name of the file, which often tells who and when (`ADOBE_2022_10K`). */
function searchTitle(title: string, { input, source }: PrepareRequest): string {
  const isNamed = input.sourceType === 'file' || input.sourceType === 'url';
  const name = nameOf(source);
  return isNamed && name !== title ? `${title} (${name})` : title;
}
