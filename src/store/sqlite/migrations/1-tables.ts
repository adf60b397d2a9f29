/** The tables of version 0.1. Released: never changed again. */
export const tables = `
  CREATE TABLE collections (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name BLOB NOT NULL UNIQUE,
    embedding_model TEXT NOT NULL,
    dimensions INTEGER NOT NULL,
    max_tokens INTEGER NOT NULL,
    analyser TEXT NOT NULL,
    created_at TEXT NOT NULL,
    generation INTEGER NOT NULL DEFAULT 0
  );
  CREATE TABLE documents (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    collection_id INTEGER NOT NULL REFERENCES collections ON DELETE CASCADE,
    document_id BLOB NOT NULL,
    language TEXT,
    chunk_count INTEGER NOT NULL,
    total_tokens INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    record TEXT NOT NULL,
    UNIQUE (collection_id, document_id)
  );
  CREATE INDEX documents_language ON documents (collection_id, language);
  CREATE TABLE document_texts (
    document INTEGER PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
    text BLOB NOT NULL,
    sections TEXT NOT NULL
  );
  CREATE TABLE pages (
    document INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
    number INTEGER NOT NULL,
    label BLOB,
    width REAL NOT NULL,
    height REAL NOT NULL,
    char_start INTEGER NOT NULL,
    char_end INTEGER NOT NULL,
    layout BLOB NOT NULL,
    PRIMARY KEY (document, number)
  );
  CREATE TABLE chunks (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    collection_id INTEGER NOT NULL,
    document INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
    chunk_id BLOB NOT NULL,
    sequence INTEGER NOT NULL,
    char_start INTEGER NOT NULL,
    char_end INTEGER NOT NULL,
    content_hash BLOB NOT NULL,
    kind BLOB NOT NULL,
    token_count INTEGER NOT NULL,
    char_count INTEGER NOT NULL,
    overlap_prev_chars INTEGER NOT NULL,
    overlap_next_chars INTEGER NOT NULL,
    unique_start INTEGER NOT NULL,
    unique_end INTEGER NOT NULL,
    prev_chunk_id BLOB,
    next_chunk_id BLOB,
    parent_chunk_id BLOB,
    level INTEGER NOT NULL,
    chunking_method BLOB NOT NULL,
    total_chunks INTEGER NOT NULL,
    term_count INTEGER NOT NULL,
    UNIQUE (collection_id, chunk_id)
  );
  CREATE INDEX chunks_document ON chunks (document, sequence);
  CREATE INDEX chunks_terms ON chunks (collection_id, id, term_count);
  CREATE TABLE chunk_bodies (
    chunk INTEGER PRIMARY KEY REFERENCES chunks ON DELETE CASCADE,
    content BLOB NOT NULL,
    context BLOB NOT NULL,
    record TEXT NOT NULL,
    rects TEXT NOT NULL,
    own_metadata TEXT NOT NULL
  );
  CREATE TABLE vectors (
    chunk INTEGER PRIMARY KEY REFERENCES chunks ON DELETE CASCADE,
    vector BLOB NOT NULL
  );
  CREATE TABLE document_fields (
    collection_id INTEGER NOT NULL,
    document INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
    key BLOB NOT NULL,
    value,
    instant REAL,
    element INTEGER NOT NULL
  );
  CREATE INDEX document_fields_document ON document_fields (document, key);
  CREATE INDEX document_fields_value ON document_fields (collection_id, key, value);
  CREATE INDEX document_fields_instant ON document_fields (collection_id, key, instant) WHERE instant IS NOT NULL;
  CREATE TABLE chunk_fields (
    collection_id INTEGER NOT NULL,
    chunk INTEGER NOT NULL REFERENCES chunks ON DELETE CASCADE,
    key BLOB NOT NULL,
    value,
    instant REAL,
    element INTEGER NOT NULL
  );
  CREATE INDEX chunk_fields_chunk ON chunk_fields (chunk, key);
  CREATE INDEX chunk_fields_value ON chunk_fields (collection_id, key, value);
  CREATE INDEX chunk_fields_instant ON chunk_fields (collection_id, key, instant) WHERE instant IS NOT NULL;
  `;
