import { NoDocumentsFoundError, type Chunk, type KnowledgeBase } from '../../../index.ts';
import { findDocument } from './find-document.ts';

/** Document ids have no `#`, and paths that end like this are rare. */
const chunkIdPattern = /^([^#]+)(?:#v(\d+))?(#\d{4,})$/;

export const isChunkId = (name: string): boolean => chunkIdPattern.test(name);

/**
 * The chunk that a person means: by its id, of which the document's part may be whatever names the document, and which
 * is of the present version unless it says another.
 * @throws NoDocumentsFoundError when there is none, or the document may be more than one.
 */
export async function findChunk(kb: KnowledgeBase, name: string, collection: string): Promise<Chunk> {
  const [, documentName = name, version, number = name] = chunkIdPattern.exec(name) ?? [];
  const { documentId } = await findDocument(kb, documentName, collection);
  const chunks = await kb.chunks(documentId, {
    collection,
    version: version === undefined ? undefined : Number(version),
  });
  const chunk = chunks.find(({ chunkId }) => chunkId.endsWith(number));
  if (chunk !== undefined) return chunk;
  throw new NoDocumentsFoundError(`There is no chunk "${name}" in collection "${collection}"`, {
    hint: `List the document's chunks with \`pincite show ${documentId} --chunks\`.`,
    context: { chunk: name },
  });
}
