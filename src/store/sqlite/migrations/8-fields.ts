/** The fields of documents that move into columns, and those of them that are dates. */
const columns = {
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
};
const instants = { ingestedAt: 'ingested_instant', updatedAt: 'updated_instant' };
const ofCollection = ['collection', 'embeddingModel'];

/**
 * What filters see. The fields that every document has, and that hardly tell one from another, become a row of columns, a collection's side by side;
 * what is the same in a whole collection goes, and so do the empty lists that every document or chunk has. The other
 * values stand in the order of what they belong to, each in two places instead of three.
 */
export const fields = `
  CREATE TABLE document_columns (
    collection_id INTEGER NOT NULL,
    document INTEGER NOT NULL,
    ${Object.values(columns).join(', ')},
    ${Object.values(instants).join(' REAL, ')} REAL,
    PRIMARY KEY (collection_id, document)
  ) WITHOUT ROWID;
  CREATE TRIGGER document_columns_removed AFTER DELETE ON documents BEGIN
    DELETE FROM document_columns WHERE collection_id = old.collection_id AND document = old.id;
  END;
  INSERT INTO document_columns SELECT collection_id, id,
    ${Object.keys(columns)
      .map((field) => formerOf(field, 'value'))
      .join(', ')},
    ${Object.keys(instants)
      .map((field) => formerOf(field, 'instant'))
      .join(', ')}
    FROM documents;
  ${tableOf('document', {
    lists: ['creators', 'subjects', 'tags'],
    without: [...Object.keys(columns), ...ofCollection],
  })}
  ${tableOf('chunk', { lists: ['pageNumbers', 'headingPath'], without: [] })}
  `;

function formerOf(field: string, column: 'value' | 'instant'): string {
  return `(SELECT ${column} FROM document_fields WHERE document = documents.id AND key = ${blobs([field])})`;
}

function tableOf(
  owner: 'document' | 'chunk',
  { lists, without }: { readonly lists: readonly string[]; readonly without: readonly string[] },
): string {
  const table = `${owner}_fields`;
  return `
  ALTER TABLE ${table} RENAME TO former_${table};
  CREATE TABLE ${table} (
    ${owner} INTEGER NOT NULL REFERENCES ${owner}s ON DELETE CASCADE,
    key BLOB NOT NULL,
    position INTEGER NOT NULL,
    collection_id INTEGER NOT NULL,
    value,
    instant REAL,
    PRIMARY KEY (${owner}, key, position)
  ) WITHOUT ROWID;
  INSERT INTO ${table}
    SELECT ${owner}, key, iif(element, row_number() OVER (PARTITION BY ${owner}, key ORDER BY rowid) - 1, -1),
      collection_id, value, instant
    FROM former_${table}
    WHERE key NOT IN (${blobs(without)}) AND (value IS NOT NULL OR key NOT IN (${blobs(lists)}));
  DROP TABLE former_${table};
  CREATE INDEX ${table}_value ON ${table} (collection_id, key, value, ${owner});
  CREATE INDEX ${table}_instant ON ${table} (collection_id, key, instant) WHERE instant IS NOT NULL;`;
}

function blobs(keys: readonly string[]): string {
  return keys.map((key) => `CAST('${key}' AS BLOB)`).join(', ');
}
