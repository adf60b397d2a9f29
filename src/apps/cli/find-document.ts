import { resolve } from 'node:path';
import { NoDocumentsFoundError, type Document, type KnowledgeBase } from '../../index.ts';

/**
 * The document that a person means: by id, by the path it was added from, or by the start of its id.
 * @throws NoDocumentsFoundError when there is none, or more than one.
 */
export async function findDocument(kb: KnowledgeBase, name: string, collection: string): Promise<Document> {
  const exact = await kb.documents(
    { $or: [{ documentId: name }, { sourcePath: { $in: [name, resolve(name)] } }] },
    { collection },
  );
  const found = exact.length > 0 ? exact : await startingWith(kb, name, collection);
  const [document] = found;
  if (document !== undefined && found.length === 1) return document;
  const ids = found.slice(0, 5).map(({ documentId }) => documentId);
  throw new NoDocumentsFoundError(
    found.length === 0
      ? `There is no document "${name}" in collection "${collection}"`
      : `"${name}" may mean ${found.length} documents: ${ids.join(', ')}`,
    { hint: 'Give the id as `pincite list` shows it.', context: { document: name, collection } },
  );
}

async function startingWith(kb: KnowledgeBase, prefix: string, collection: string): Promise<Document[]> {
  const all = await kb.documents(undefined, { collection });
  return all.filter(({ documentId }) => documentId.startsWith(prefix));
}
