/**
 * Ids that a model passes on: `lease-1f0c` a document, `lease-1f0c#0003` a chunk, `lease-1f0c#120-180` a citation, that is
 * characters 120 up to 180 of its text. `#v2` behind the document is an earlier version. `contracts/` before all is the
 * collection, left out where it is `default`. Documents' ids have no `#`, so nothing can be taken for something else.
 */
import { ConfigError } from '../../index.ts';

export interface PlaceId {
  readonly collection: string;
  readonly documentId: string;
  readonly version?: number | undefined;
  /** Of a chunk, as its id ends: `#0003`. */
  readonly chunk?: string | undefined;
  /** UTF-16 code units of the document's text, half-open. */
  readonly span?: { readonly charStart: number; readonly charEnd: number } | undefined;
}

const usual = 'default';
const idPattern = /^(?:([^/#]+)\/)?([^#]+)(?:#v(\d{1,9}))?(?:(#\d{4,15})|#(\d{1,15})-(\d{1,15}))?$/su;

export function formatPlaceId({ collection, documentId, version, chunk = '', span }: PlaceId): string {
  const isPlain = collection === usual && !documentId.includes('/');
  const place = span === undefined ? chunk : `#${span.charStart}-${span.charEnd}`;
  return `${isPlain ? '' : `${encodeURIComponent(collection)}/`}${documentId}${version === undefined ? '' : `#v${version}`}${place}`;
}

/** The id of a chunk, which the library names without its collection. */
export function formatChunkId(collection: string, chunkId: string): string {
  const at = chunkId.indexOf('#');
  return formatPlaceId({ collection, documentId: chunkId.slice(0, at) }) + chunkId.slice(at);
}

/** @throws ConfigError for what is no id. */
export function parsePlaceId(id: string): PlaceId {
  const [, prefix, documentId, version, chunk, from, to] = idPattern.exec(id.trim()) ?? [];
  const collection = prefix === undefined ? usual : decode(prefix);
  const span = from === undefined ? undefined : { charStart: Number(from), charEnd: Number(to) };
  if (documentId === undefined || collection === undefined || (span && span.charStart >= span.charEnd)) {
    throw new ConfigError(`"${id.slice(0, 200)}" is no id`, {
      hint: 'Give an id as search, ask or list_documents gave it: name, name#0003 or name#120-180.',
    });
  }
  return {
    collection,
    documentId,
    version: version === undefined ? undefined : Number(version),
    chunk,
    span,
  };
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
