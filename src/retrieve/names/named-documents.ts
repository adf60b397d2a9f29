import type { FilterNode } from '../../store/filter/filter.ts';
import type { Collection } from '../../types.ts';
import { documentIdOf, documentKey } from '../../util/ids/document-key.ts';
import { bestNamed, type NamedDocument } from './document-names.ts';
import type { FusedChunk } from '../combine/fuse.ts';
import { wordsOfQuery } from './name-words.ts';
import type { RetrieveParts } from '../parts.ts';
import type { RetrieveRequest } from '../request.ts';
import { both } from '../search/among-passages.ts';

/** A document that the query names, of one of the collections that are searched. */
export interface NamedPlace extends NamedDocument {
  readonly collection: string;
}

/** By how much chunks of the document that is named best count more than those of others. */
const mostAdded = 2;

/** The documents that a query names, by title or name of the file, of those that its filter allows; none of most queries. */
export async function findNamed(
  { store, names }: RetrieveParts,
  { query, filter, now }: Pick<RetrieveRequest, 'query' | 'filter' | 'now'>,
  collections: readonly Collection[],
): Promise<NamedPlace[]> {
  if (names === undefined) return [];
  const words = wordsOfQuery(query);
  const findIn = async (collection: Collection) => {
    const known = await names.of(store, collection, now);
    const terms = known.names.termsIn(words);
    const purities = terms.map(
      async (term) => [term.term, await known.purityOf(store, collection, term)] as const,
    );
    const scored = known.names.scoredBy(new Map(await Promise.all(purities)));
    const allowed = await names.allowed(store, collection.name, { scored, filter });
    return bestNamed(allowed).map((document) => ({ ...document, collection: collection.name }));
  };
  return (await Promise.all(collections.map(findIn))).flat();
}

/** The filter, narrowed to these documents. */
export function amongNamed(filter: FilterNode | undefined, named: readonly NamedPlace[]): FilterNode {
  const values = named.map(({ documentId }) => documentId);
  const isNamed: FilterNode = { kind: 'in', field: 'documentId', values };
  return both(filter, isNamed);
}

/** What the order of a named document's chunks rests on is multiplied by this. */
export const boostOfNamed = ({ share }: NamedDocument): number => 1 + mostAdded * share;

/** The fused list with chunks of named documents moved up. */
export function favourNamed(
  fused: readonly FusedChunk[],
  named: readonly NamedPlace[],
): readonly FusedChunk[] {
  if (named.length === 0) return fused;
  const boosts = new Map(named.map((place) => [documentKey(place), boostOfNamed(place)]));
  const boosted = fused.map((chunk) => {
    const { collection, chunkId } = chunk;
    const boost = boosts.get(documentKey({ collection, documentId: documentIdOf(chunkId) }));
    return boost === undefined ? chunk : { ...chunk, boost };
  });
  return boosted.sort((a, b) => weightOf(b) - weightOf(a));
}

const weightOf = ({ fusedScore, boost = 1 }: FusedChunk) => boost * fusedScore;
