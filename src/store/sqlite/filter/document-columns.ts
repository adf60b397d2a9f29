import type { Document } from '../../../types.ts';

/**
 * The document fields that are columns of `document_columns` under these names: those that hardly ever tell one document
 * from another: a filter goes through those of the collection, which lie side by side.
 */
export const documentColumns = {
  format: 'format',
  language: 'language',
  chunkCount: 'chunk_count',
  totalChars: 'total_chars',
  totalTokens: 'total_tokens',
  bytes: 'bytes',
  pageCount: 'page_count',
  version: 'version',
  ingestedAt: 'ingested_at',
  updatedAt: 'updated_at',
} as const satisfies Partial<Record<keyof Document, string>>;

/** The columns that hold the instants of dates. */
export const instantColumns = {
  ingestedAt: 'ingested_instant',
  updatedAt: 'updated_instant',
} as const satisfies Partial<Record<keyof typeof documentColumns, string>>;

/** The document fields that are the same in a whole collection: columns of `collections`. */
export const collectionColumns = {
  collection: 'name',
  embeddingModel: 'embedding_model',
} as const satisfies Partial<Record<keyof Document, string>>;

/** The SQL expressions that give a field's value and its instant in a row of `document_columns v`; `undefined` for others. */
export function documentColumn(name: string): { value: string; instant: string | undefined } | undefined {
  if (!Object.hasOwn(documentColumns, name)) return undefined;
  const instants: Partial<Record<string, string>> = instantColumns;
  const instant = instants[name];
  return {
    value: `v.${documentColumns[name as keyof typeof documentColumns]}`,
    instant: instant && `v.${instant}`,
  };
}

/** The SQL expression that gives a field's value in a row of `collections k`; `undefined` for others. */
export function collectionColumn(name: string): string | undefined {
  if (!Object.hasOwn(collectionColumns, name)) return undefined;
  return `CAST(k.${collectionColumns[name as keyof typeof collectionColumns]} AS BLOB)`;
}
