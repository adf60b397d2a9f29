import { NoDocumentsFoundError, type LinkedPlace, type ScopedKnowledgeBase } from '../../index.ts';
import type { McpOptions } from './options.ts';

/**
 * The collections that a call is about: those that it names, else all, unless routing chooses.
 * @throws NoDocumentsFoundError where there are none.
 */
export async function chosenCollections(
  kb: Pick<ScopedKnowledgeBase, 'collections'>,
  named: string[] | undefined,
  { routes = false }: McpOptions,
): Promise<{ collections?: string[] }> {
  if (named !== undefined) return { collections: [...new Set(named)] };
  const collections = (await kb.collections()).map(({ name }) => name);
  if (collections.length > 0) return routes ? {} : { collections };
  throw new NoDocumentsFoundError('Nothing has been added yet', { hint: 'Run `pincite add <files>`.' });
}

/** The address of a place: the given one of the server, else the document's own; of files only to who sits at the machine. */
export function shownUrl(own: string | undefined, { isLocal = false }: McpOptions): { url?: string } {
  if (own === undefined || (!isLocal && own.startsWith('file:'))) return {};
  return { url: own };
}

export const urlOfPlace = (place: LinkedPlace, own: string | undefined, options: McpOptions) =>
  shownUrl(options.urlOf ? options.urlOf(place) : own, options);

/** Where a PDF opens at a page. */
export const atPage = (url: string | undefined, format: string, page: number | undefined) =>
  url === undefined || page === undefined || format !== 'pdf'
    ? url
    : `${url.replace(/#.*$/s, '')}#page=${page}`;

/** Facts that are there, so that results have no empty ones. */
export function present(facts: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => isThere(value)));
}

const isThere = (value: unknown) => value !== undefined && !(Array.isArray(value) && value.length === 0);
