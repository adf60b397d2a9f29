/**
 * What updates and sync keep. An earlier version of a document is a row of `documents` whose `document_id` is the
 * reference `<id>#v<version>`, which no document can have as its id; `earlier_versions` says whose it is.
 */
export const updates = `
  CREATE TABLE earlier_versions (
    document INTEGER PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
    collection_id INTEGER NOT NULL,
    document_id BLOB NOT NULL,
    version INTEGER NOT NULL,
    UNIQUE (collection_id, document_id, version)
  );
  CREATE TABLE originals (
    document INTEGER PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
    hash TEXT NOT NULL
  );
  CREATE INDEX originals_hash ON originals (hash);
  CREATE TABLE synced_files (
    document INTEGER PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
    collection_id INTEGER NOT NULL,
    root BLOB NOT NULL,
    path BLOB NOT NULL,
    size INTEGER NOT NULL,
    modified_ms REAL NOT NULL,
    changed_ms REAL NOT NULL,
    checked_ms REAL NOT NULL,
    UNIQUE (collection_id, root, path)
  );
  `;
