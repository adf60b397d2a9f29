import { NoDocumentsFoundError, type ScopedKnowledgeBase } from '../../index.ts';
import { brief } from './bounds.ts';
import { parsePlaceId, type PlaceId } from './place-id.ts';

const mostNamed = 5;
/** Characters that the start of an id has at least, as on the command line. */
const fewestOfId = 4;

/**
 * The place that an id means, of whose document the start is enough where only one begins so.
 * @throws ConfigError for what is no id; NoDocumentsFoundError where several documents begin so.
 */
export async function findPlace(kb: Pick<ScopedKnowledgeBase, 'documents'>, id: string): Promise<PlaceId> {
  const place = parsePlaceId(id);
  const { collection, documentId } = place;
  if (documentId.length < fewestOfId) return place;
  const [exact] = await kb.documents({ documentId }, { collection, limit: 1 });
  if (exact !== undefined) return place;
  const $like = `${documentId.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const found = await kb.documents({ documentId: { $like } }, { collection, limit: mostNamed + 1 });
  const [document] = found;
  if (document === undefined) return place; // whoever reads it says that it is not there
  if (found.length === 1) return { ...place, documentId: document.documentId };
  const ids = found.slice(0, mostNamed).map((one) => brief(one.documentId, 100));
  const more = found.length > mostNamed ? ' and others' : '';
  throw new NoDocumentsFoundError(`"${documentId}" may mean ${ids.join(', ')}${more}`, {
    hint: 'Pass the whole id.',
  });
}
