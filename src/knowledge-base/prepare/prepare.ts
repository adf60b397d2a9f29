/** One document on its way in: load → chunk → validate → embed. What comes out is ready to be written. */
import { overrideChunking, type Chunking } from '../../config/settings/chunking.ts';
import { builtInId } from '../../embed/built-in/built-in-id.ts';
import type { Embedder } from '../../embed/embedder.ts';
import type { SourceContent } from '../../load/source/read-source.ts';
import type { DocumentContent, DocumentRecord } from '../../store/store.ts';
import type { Chunk, Document, LoadedDocument, Metadata } from '../../types.ts';
import type { Slots } from '../../util/async/slots.ts';
import type { ContextWriter } from '../written-by-model/context-writer.ts';
import { contextualize } from '../written-by-model/contextualize.ts';
import type { CutDocument, CutRequest } from './cut.ts';
import { cutOne, type Cutters } from './cutters.ts';
import { embedCut } from './embed-chunks.ts';
import { ensureCollection } from '../parts/embedders.ts';
import { drawFigures, figureRect } from '../written-by-model/figure-pictures.ts';
import { fitChunks, nameOfTokenizer } from './fit-chunks.ts';
import type { CheckedInput } from '../add/inputs.ts';
import { marksPictures, readingSettings } from './ocr-settings.ts';
import { writtenTokens } from '../written-by-model/open-context-writer.ts';
import type { Parts } from '../parts/parts.ts';
import { settingsHash } from './settings-hash.ts';
import { embedInBatches } from '../../embed/batches.ts';

/** What documents share that are prepared at once. */
export interface Stages {
  readonly cutters: Cutters;
  readonly embedding: Slots;
  /** The collection's embedder as it is now, looked up once for many documents. */
  readonly embedder: (documentId: string) => Promise<Embedder>;
}

interface PrepareRequest {
  readonly input: CheckedInput;
  readonly source: SourceContent;
  readonly sourceHash: string;
  readonly documentId: string;
  readonly collection: string;
  readonly metadata: Metadata;
  readonly batchSize?: number;
  readonly validate: boolean;
  readonly stages?: Stages;
  /** What writes the context lines and summaries of the call, where these are configured. */
  readonly contexts: readonly ContextWriter[];
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
  const { stages, contexts, signal, onPage } = request;
  const embedder = await (stages
    ? stages.embedder(request.documentId)
    : ensureCollection(parts, request.collection));
  const now = new Date().toISOString();
  const mayEmbed = embedder.modelId === builtInId && contexts.length === 0;
  const toCut = { mayEmbed, ...(await cutRequest(parts, request, { embedder, now })) };
  const bare = await (stages
    ? stages.cutters.cut(toCut, { signal, onPage })
    : cutOne(parts.readers, toCut, { signal, onPage }));
  signal?.throwIfAborted();
  const cut = await contextualize(bare, {
    contexts,
    embedder,
    signal,
    draw: (loaded, chunks) => drawFiguresOf(parts, request, { loaded, chunks }),
  });
  const { batchSize } = request;
  const embed = () => embedCut(embedder, cut, { batchSize, cache: parts.store.embeddings, signal });
  const { embedded, embeddingMs } = cut.embedding ?? (await (stages ? stages.embedding.run(embed) : embed()));
  const { loaded, chunks } = cut;
  return {
    record: {
      document: describe(cut, request, {
        embeddingModel: embedder.modelId,
        now,
        settingsHash: settingsHash(
          { config: parts.config, embedder, validate: request.validate },
          { chunking: request.input.chunking, format: loaded.format },
        ),
      }),
      content: contentOf(loaded),
      chunks: chunks.map(({ chunk, context }, index) => ({ chunk, context, ...embedded[index]! })),
      ...(parts.config.ingest.keepOriginals || request.input.temporary
        ? { original: request.source.bytes }
        : {}),
      ...(request.input.file === undefined ? {} : { file: request.input.file }),
    },
    failedChunks: cut.failed,
    warnings: loaded.warnings,
    loadMs: cut.loadMs,
    chunkingMs: cut.chunkingMs,
    embeddingMs,
  };
}

function drawFiguresOf(
  { readers, config }: Parts,
  { source, input, signal }: PrepareRequest,
  { loaded, chunks }: { readonly loaded: LoadedDocument; readonly chunks: readonly Chunk[] },
): Promise<(Uint8Array | undefined)[]> {
  const rects = chunks.map((chunk) => figureRect(loaded, chunk)!);
  const file = { bytes: source.bytes, name: source.name, password: input.password };
  return drawFigures(file, rects, { loaded, readers, limits: config.loading, signal });
}

function contentOf({
  text,
  pages,
  sections,
  blocks,
  tables,
  links,
  pictures,
}: LoadedDocument): DocumentContent {
  const structure = { blocks, tables: tables ?? [], links: links ?? [], pictures: pictures ?? [] };
  return { text, pages, sections, structure };
}

export async function cutRequest(
  { config }: Parts,
  request: PrepareRequest,
  { embedder, now }: { readonly embedder: Embedder; readonly now: string },
): Promise<CutRequest> {
  const { source, input, documentId, metadata, validate } = request;
  const settings = overrideChunking(config.chunking, input.chunking);
  const { contextualize: _lines, summaries, describeFigures: _figures, ...chunking } = settings;
  return {
    source: {
      bytes: source.bytes,
      name: source.name,
      contentType: source.contentType,
      password: input.password,
      limits: config.loading,
      ...readingSettings(config.loading),
      marksPictures: marksPictures(settings),
    },
    documentId,
    title: input.title,
    isNamed: input.sourceType === 'file' || input.sourceType === 'url',
    metadata,
    chunking: {
      ...chunking,
      ...fitChunks(chunking, embedder.maxTokens),
      method: await openMethod(chunking, embedder),
      tokenizer: nameOfTokenizer(chunking, embedder),
      isSummarised: summaries === 'extractive',
    },
    reader: {
      maxTokens: embedder.maxTokens - writtenTokens(settings, embedder.maxTokens),
      tokenizer: embedder.tokenizer,
    },
    maxTokens: validate ? embedder.maxTokens : undefined,
    embeddingModel: embedder.modelId,
    embeddedAt: now,
  };
}

/** How a document was processed. */
interface Processing {
  readonly embeddingModel: string;
  readonly now: string;
  readonly settingsHash: string;
}

/** What the user says of the document goes before what the file says of itself, and that before what was stored. */
function describe(
  { loaded, title, chunks }: CutDocument,
  { input, source, ...request }: PrepareRequest,
  { embeddingModel, now, settingsHash: hash }: Processing,
): Document {
  const { bibliography: own, labels = {} } = loaded;
  const { kept } = input;
  return {
    documentId: request.documentId, // first: V8 is slow to add properties to an object that begins with a spread
    ...own,
    title,
    creators: input.creators ?? own.creators ?? [],
    subjects: own.subjects ?? [],
    dateCreated: input.dateCreated ?? own.dateCreated,
    url: source.url ?? own.url,
    collection: request.collection,
    sourcePath: source.sourcePath,
    sourceHash: request.sourceHash,
    format: loaded.format,
    type: input.type ?? labels.type ?? kept?.type,
    language: loaded.language,
    chunkCount: chunks.length,
    totalChars: loaded.text.length,
    totalTokens: chunks.reduce((sum, { chunk }) => sum + chunk.tokenCount, 0),
    bytes: source.bytes.length,
    pageCount: loaded.pages.length,
    embeddingModel,
    ingestedAt: now,
    updatedAt: now,
    version: 1,
    tags: input.tags ?? labels.tags ?? kept?.tags ?? [],
    project: input.project ?? kept?.project,
    metadata: request.metadata,
    settingsHash: hash,
  };
}

/** The method, or its chunker where that needs the embedder, which is in this thread alone. */
async function openMethod(
  { method, breakpoints = 'percentile' }: Pick<Chunking, 'method' | 'breakpoints'>,
  embedder: Embedder,
): Promise<CutRequest['chunking']['method']> {
  if (method !== 'semantic') return method;
  const { createSemanticChunker } = await import('../../chunk/methods/semantic/semantic.ts');
  return createSemanticChunker({
    breakpoints,
    embed: (texts, signal) => embedInBatches(embedder, texts, { role: 'passage', signal }),
  });
}
