import { basename, parse, resolve } from 'node:path';
import { NoDocumentsFoundError, type Document, type KnowledgeBase } from '../../../index.ts';
import { formatCount } from '../terminal/layout.ts';

const mostNamed = 5;
/** Characters that the start of an id has at least: one letter may be a slip, and a document would be gone. */
const fewestOfId = 4;

/**
 * The document that a person means: by id, by the path it was added from, by the name of its file, with or without its
 * ending, or by the first 4 characters or more of its id, also with the sign that `list` ends a cut one with.
 * @throws NoDocumentsFoundError when there is none, or more than one.
 */
export async function findDocument(kb: KnowledgeBase, name: string, collection: string): Promise<Document> {
  const exact = await kb.documents(
    { $or: [{ documentId: name }, { sourcePath: { $in: [name, resolve(name)] } }] },
    { collection },
  );
  const all = exact.length > 0 ? exact : await kb.documents(undefined, { collection });
  const found = exact.length > 0 ? exact : namedByPart(all, name);
  const [document] = found;
  if (document !== undefined && found.length === 1) return document;
  const context = { document: name, collection };
  if (found.length > 1) {
    throw new NoDocumentsFoundError(
      `"${name}" may mean ${formatCount(found.length)} documents: ${idsOf(found)}`,
      { hint: 'Write more of it, or the whole id as `pincite list` shows it.', context },
    );
  }
  const alike = namedLike(all, name);
  throw new NoDocumentsFoundError(`There is no document "${name}" in collection "${collection}"`, {
    hint:
      alike.length > 0
        ? `Did you mean ${idsOf(alike)}?`
        : 'Give the id as `pincite list` shows it, or its first 4 characters.',
    context,
  });
}

function idsOf(documents: readonly Document[]): string {
  const ids = documents.slice(0, mostNamed).map(({ documentId }) => documentId);
  const more = documents.length > mostNamed ? [`and ${formatCount(documents.length - mostNamed)} more`] : [];
  return [...ids, ...more].join(', ');
}

function namedByPart(all: readonly Document[], name: string): readonly Document[] {
  for (const nameOf of [basename, stemOf]) {
    const named = all.filter(({ sourcePath }) => nameOf(sourcePath) === name);
    if (named.length > 0) return named;
  }
  const start = withoutEllipsis(name);
  return start.length < fewestOfId ? [] : all.filter(({ documentId }) => documentId.startsWith(start));
}

/** `lease` of `/contracts/lease.md`. */
const stemOf = (path: string) => parse(path).name;

/** In whose ids or titles the name stands. */
function namedLike(all: readonly Document[], name: string): readonly Document[] {
  const part = withoutEllipsis(name).toLowerCase();
  if (part.length < fewestOfId) return [];
  return all.filter(({ documentId, title }) =>
    [documentId, title].some((text) => text.toLowerCase().includes(part)),
  );
}

const withoutEllipsis = (name: string) => name.replace(/…$/, '');
