/**
 * What filters see, in the order of what it belongs to, so that a row is in two places instead of three. An empty list
 * that every document or chunk has needs no row.
 */
export const fields = `
  ${tableOf('document', ['creators', 'subjects', 'tags'])}
  ${tableOf('chunk', ['pageNumbers', 'headingPath'])}
  `;

function tableOf(owner: 'document' | 'chunk', lists: readonly string[]): string {
  const table = `${owner}_fields`;
  const keys = lists.map((list) => `CAST('${list}' AS BLOB)`).join(', ');
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
    FROM former_${table} WHERE value IS NOT NULL OR key NOT IN (${keys});
  DROP TABLE former_${table};
  CREATE INDEX ${table}_value ON ${table} (collection_id, key, value, ${owner});
  CREATE INDEX ${table}_instant ON ${table} (collection_id, key, instant) WHERE instant IS NOT NULL;`;
}
