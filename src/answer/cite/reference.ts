import type { Citation, Document } from '../../types.ts';
import { documentKey, placesOf } from '../../util/ids/document-key.ts';
import { sha256 } from '../../util/ids/hash.ts';
import { parseNames, type Name } from './names.ts';

/** Names of types as CSL has them. */
const referenceTypes = ['article-journal', 'webpage', 'report', 'book', 'document'] as const;
export type ReferenceType = (typeof referenceTypes)[number];

/** One cited document as bibliographies describe it. */
export interface Reference {
  /** The same for the same document in every answer: its id, of letters, digits and `.:_-`. */
  readonly key: string;
  readonly type: ReferenceType;
  readonly title: string;
  readonly authors: readonly Name[];
  /** Year, month, day, as far as known. */
  readonly issued?: readonly number[];
  readonly publisher?: string;
  readonly containerTitle?: string;
  readonly volume?: string;
  readonly issue?: string;
  readonly pages?: string;
  readonly doi?: string;
  readonly url?: string;
  readonly language?: string;
  /** Its citations in the answer. */
  readonly citations: readonly Citation[];
}

/** What bibliographies need of an answer. */
export interface Cited {
  readonly citations: readonly Citation[];
  readonly retrieval: { readonly sources: readonly { readonly document: Document }[] };
}

/** What an answer cites, one entry a document, in the order of first use. */
export function referencesOf({ citations, retrieval }: Cited): Reference[] {
  const documents = new Map(
    retrieval.sources.flatMap(({ document }) =>
      placesOf(document).map((place) => [documentKey(place), document] as const),
    ),
  );
  const keys = [...new Set(citations.map(documentKey))];
  return keys.map((key) => {
    const own = citations.filter((citation) => documentKey(citation) === key);
    return { ...describe(own[0]!, documents.get(key)), citations: own };
  });
}

function describe(citation: Citation, document: Document | undefined): Omit<Reference, 'citations'> {
  const { title, publisher, containerTitle, doi, language } = document ?? citationAlone(citation);
  const authors = parseNames(document?.creators ?? citation.authors);
  const issued = dateParts(document?.dateCreated ?? citation.date);
  const url = webAddress(citation, document);
  return {
    key: keyOf(citation),
    type: typeOf(citation, document),
    title: title.replaceAll(/\s+/g, ' ').trim(),
    authors,
    ...defined({ issued, publisher, containerTitle, doi, url, language }),
    ...defined({
      volume: ownField(document, 'volume'),
      issue: ownField(document, 'issue'),
      pages: ownField(document, 'pages'),
    }),
  };
}

const citationAlone = ({ title }: Citation): Partial<Document> & { title: string } => ({ title });

/** Bibliographies' facts that documents have no field for are taken from their metadata. */
function ownField(document: Document | undefined, name: string): string | undefined {
  const value = document?.metadata[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

function defined<Fields extends object>(fields: Fields): Partial<Fields> {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(known) as Partial<Fields>;
}

/** The user's own `type` where it is one that bibliographies know; else by format. */
function typeOf({ sourcePath }: Citation, document: Document | undefined): ReferenceType {
  const own = referenceTypes.find((type) => type === document?.type);
  if (own !== undefined) return own;
  if (document?.containerTitle !== undefined) return 'article-journal';
  const format = document?.format ?? (/\.pdf$/i.test(sourcePath) ? 'pdf' : undefined);
  if (format === 'pdf') return 'report';
  if (format === 'epub') return 'book';
  return format === 'html' || isWeb(sourcePath) ? 'webpage' : 'document';
}

const isWeb = (address: string | undefined) => address !== undefined && /^https?:\/\//i.test(address);

function webAddress({ url, sourcePath }: Citation, document: Document | undefined): string | undefined {
  const known = [document?.url, sourcePath].find(isWeb);
  return known ?? url?.replace(/#.*$/s, '');
}

function dateParts(date: string | undefined): number[] | undefined {
  const parts = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?/.exec(date ?? '')?.slice(1);
  return parts?.filter(Boolean).map(Number);
}

/** Where characters of the id had to go, or another collection may have the same id, a few digits of a hash tell them apart. */
function keyOf({ collection, documentId, documentVersion }: Citation): string {
  const version = documentVersion === undefined ? '' : `:v${documentVersion}`;
  const clean = documentId
    .normalize('NFKD')
    .replaceAll(/[^\w.:-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  const isSame = clean === documentId && collection === 'default';
  const digits = isSame ? '' : `-${sha256(JSON.stringify([collection, documentId])).slice(0, 8)}`;
  return `${clean || 'document'}${digits}${version}`;
}
