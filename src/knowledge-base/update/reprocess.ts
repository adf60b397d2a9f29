import { isDeepStrictEqual } from 'node:util';
import { bibliographySchema, type Chunk, type Document, type Metadata } from '../../types.ts';
import type { DocumentRecord } from '../../store/store.ts';
import type { Parts } from '../parts/parts.ts';
import type { ContextWriter } from '../written-by-model/context-writer.ts';
import { prepareDocument, type PreparedDocument } from '../prepare/prepare.ts';
import { sourceAgain } from './source-again.ts';

interface ReprocessOptions {
  readonly contexts: readonly ContextWriter[];
  readonly signal?: AbortSignal | undefined;
}

/**
 * Cuts and embeds a stored document again, by the settings in force and with what is said of it now. Metadata of single
 * chunks goes over to the chunks with the same text.
 *
 * @throws LoadError when what it was read from is gone.
 */
export async function reprocess(
  parts: Parts,
  document: Document,
  { contexts, signal }: ReprocessOptions,
): Promise<Pick<PreparedDocument, 'record' | 'warnings'>> {
  const { collection, documentId, sourceHash, metadata } = document;
  const { source, sourceType, isOriginal } = await sourceAgain(parts, document, signal);
  const { title, creators, dateCreated, type, tags, project } = document;
  const temporary = isOriginal && sourceType === 'text'; // it is nowhere else
  const { record, warnings } = await prepareDocument(parts, {
    input: {
      source: source.name,
      sourceType,
      title,
      creators: [...creators],
      dateCreated,
      type,
      tags: [...tags],
      project,
      temporary,
    },
    source,
    sourceHash,
    documentId,
    collection,
    metadata,
    validate: true,
    contexts,
    signal,
  });
  const chunks = await parts.store.chunksOf(collection, documentId);
  const marked = ownMetadata(chunks, document);
  const reprocessed: DocumentRecord = {
    ...record,
    original: isOriginal ? record.original : undefined,
    document: { ...withoutBibliography(record.document), ...bibliographyOf(document), bytes: document.bytes },
    chunks: record.chunks.map((one) => ({
      ...one,
      chunk: { ...one.chunk, metadata: { ...one.chunk.metadata, ...marked.get(one.chunk.contentHash) } },
    })),
  };
  return { record: reprocessed, warnings };
}

const bibliographyFields: ReadonlySet<string> = new Set(Object.keys(bibliographySchema.shape));

/** What the file says of itself gives way to what is stored, which the user may have changed. */
function bibliographyOf(document: Document): Partial<Document> {
  return Object.fromEntries(Object.entries(document).filter(([name]) => bibliographyFields.has(name)));
}

function withoutBibliography(document: Document): Document {
  const others = Object.entries(document).filter(([name]) => !bibliographyFields.has(name));
  return Object.fromEntries(others) as Document;
}

/** The metadata that chunks have of their own, by the hash of their text. */
function ownMetadata(chunks: readonly Chunk[], document: Document): Map<string, Metadata> {
  return new Map(
    chunks.map(({ contentHash, metadata }) => {
      const own = Object.entries(metadata).filter(
        ([key, value]) => !isDeepStrictEqual(document.metadata[key], value),
      );
      return [contentHash, Object.fromEntries(own)];
    }),
  );
}
