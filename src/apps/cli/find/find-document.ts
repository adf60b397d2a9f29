import { basename, resolve } from 'node:path';
import { NoDocumentsFoundError, type Document, type KnowledgeBase } from '../../../index.ts';
import { formatCount } from '../terminal/layout.ts';

const mostNamed = 5;
/** Characters that the start of an id has at least: one letter may be a slip, and a document would be gone. */
const fewestOfId = 4;

/**
 * The document that a person means: by id, by the path it was added from, by the name of its file, or by the first 4
 * characters or more of its id, also with the sign that `list` ends a cut one with.
 * @throws NoDocumentsFoundError when there is none, or more than one.
 */
export async function findDocument(kb: KnowledgeBase, name: string, collection: string): Promise<Document> {
  const exact = await kb.documents(
    { $or: [{ documentId: name }, { sourcePath: { $in: [name, resolve(name)] } }] },
    { collection },
  );
  const found = exact.length > 0 ? exact : await findByPart(kb, name, collection);
  const [document] = found;
  if (document !== undefined && found.length === 1) return document;
  const ids = found.slice(0, mostNamed).map(({ documentId }) => documentId);
  const more = found.length > mostNamed ? [`and ${formatCount(found.length - mostNamed)} more`] : [];
  throw new NoDocumentsFoundError(
    found.length === 0
      ? `There is no document "${name}" in collection "${collection}"`
      : `"${name}" may mean ${formatCount(found.length)} documents: ${[...ids, ...more].join(', ')}`,
    {
      hint: 'Give the id as `pincite list` shows it, or its first 4 characters.',
      context: { document: name, collection },
    },
  );
}

async function findByPart(kb: KnowledgeBase, name: string, collection: string): Promise<Document[]> {
  const all = await kb.documents(undefined, { collection });
  const named = all.filter(({ sourcePath }) => basename(sourcePath) === name);
  if (named.length > 0) return named;
  const start = name.replace(/…$/, '');
  return start.length < fewestOfId ? [] : all.filter(({ documentId }) => documentId.startsWith(start));
}
