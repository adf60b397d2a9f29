/** What embedding keeps: models of single collections, vectors by the hash of their text, vectors on their way. */
export const embedding = `
  ALTER TABLE collections ADD COLUMN embedded_at TEXT;
  ALTER TABLE collections ADD COLUMN embedded_up_to INTEGER NOT NULL DEFAULT 0;
  CREATE TABLE collection_models (
    collection_id INTEGER PRIMARY KEY REFERENCES collections ON DELETE CASCADE,
    model BLOB NOT NULL
  );
  CREATE TABLE adaptations (
    collection_id INTEGER PRIMARY KEY REFERENCES collections ON DELETE CASCADE,
    record TEXT NOT NULL
  );
  CREATE TABLE embedded_texts (
    chunk INTEGER PRIMARY KEY REFERENCES chunks ON DELETE CASCADE,
    hash BLOB NOT NULL
  );
  CREATE INDEX embedded_texts_hash ON embedded_texts (hash);
  CREATE TABLE pending_vectors (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    hash BLOB NOT NULL,
    model TEXT NOT NULL,
    dimensions INTEGER NOT NULL,
    role TEXT NOT NULL,
    kept_at REAL NOT NULL,
    vector BLOB NOT NULL,
    UNIQUE (hash, model, dimensions, role)
  );
  CREATE TABLE reembeddings (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    collection_id INTEGER NOT NULL REFERENCES collections ON DELETE CASCADE,
    model TEXT NOT NULL,
    dimensions INTEGER NOT NULL,
    is_over INTEGER NOT NULL DEFAULT 0,
    closed_until REAL NOT NULL DEFAULT 0
  );
  CREATE UNIQUE INDEX reembeddings_running ON reembeddings (collection_id) WHERE is_over = 0;
  CREATE TABLE staged_vectors (
    chunk INTEGER PRIMARY KEY REFERENCES chunks ON DELETE CASCADE,
    reembedding INTEGER NOT NULL REFERENCES reembeddings ON DELETE CASCADE,
    hash BLOB,
    vector BLOB NOT NULL
  );
  CREATE INDEX staged_vectors_reembedding ON staged_vectors (reembedding);
  `;
