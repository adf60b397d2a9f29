/**
 * The tables of a store (schema.ts has a picture of them). Strings of the user's are blobs of UTF-8: the engine cuts bound text at a NUL, and blobs compare by code
 * points. Narrow tables stand apart from wide ones so that a filter reads few pages. Ids are never used twice (AUTOINCREMENT), and a stored chunk's vector changes
 * only with all others of its collection, which `stateOfVectors` tells: what is derived from them rests on both.
 */

/**
 * An earlier version of a document is a row of `documents` whose `document_id` is the reference `<id>#v<version>`, which no document can have as its id;
 * `earlier_versions` says whose it is. Checksums are compared whenever what they are of is read (`write/content.ts`, `read/stored-document.ts`, `chunks.ts`).
 */
const documents = `
  CREATE TABLE collections (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name BLOB NOT NULL UNIQUE,
    embedding_model TEXT NOT NULL,
    dimensions INTEGER NOT NULL,
    max_tokens INTEGER NOT NULL,
    analyser TEXT NOT NULL,
    created_at TEXT NOT NULL,
    generation INTEGER NOT NULL DEFAULT 0,
    embedded_at TEXT,
    embedded_up_to INTEGER NOT NULL DEFAULT 0
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
  CREATE INDEX documents_counts ON documents (collection_id, chunk_count);
  CREATE TABLE document_texts (
    document INTEGER PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
    text BLOB NOT NULL,
    sections TEXT NOT NULL,
    structure BLOB
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
  CREATE TABLE content_checksums (
    document INTEGER PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
    text INTEGER NOT NULL,
    layout INTEGER NOT NULL,
    record INTEGER
  );
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
  CREATE TABLE chunk_checksums (
    chunk INTEGER PRIMARY KEY REFERENCES chunks ON DELETE CASCADE,
    checksum INTEGER NOT NULL
  );
  `;

/**
 * What filters see. The fields that every document has, and that hardly tell one from another, are a row of columns, a collection's side by side; what is the same in a
 * whole collection is left out. In `*_fields.value` a number is REAL, a string BLOB, a boolean TEXT ('t' or 'f'), an empty list of the user's NULL; `instant` holds milliseconds
 * where a string is an ISO date; `position` is the place in a list, −1 outside one. The indexes answer alone what is asked at every search, with no row of a field; elements
 * of lists have their own, as few fields have any, and all values of a field would be read for them.
 */
const fields = `
  CREATE TABLE document_columns (
    collection_id INTEGER NOT NULL,
    document INTEGER NOT NULL,
    format, language, chunk_count, total_chars, total_tokens, bytes, page_count, version, ingested_at, updated_at,
    ingested_instant REAL, updated_instant REAL,
    PRIMARY KEY (collection_id, document)
  ) WITHOUT ROWID;
  CREATE TRIGGER document_columns_removed AFTER DELETE ON documents BEGIN
    DELETE FROM document_columns WHERE collection_id = old.collection_id AND document = old.id;
  END;
  CREATE TABLE document_fields (
    document INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
    key BLOB NOT NULL,
    position INTEGER NOT NULL,
    collection_id INTEGER NOT NULL,
    value,
    instant REAL,
    PRIMARY KEY (document, key, position)
  ) WITHOUT ROWID;
  CREATE INDEX document_fields_value ON document_fields (collection_id, key, value, document);
  CREATE INDEX document_fields_instant ON document_fields (collection_id, key, instant) WHERE instant IS NOT NULL;
  CREATE INDEX document_fields_element ON document_fields (collection_id, key, value, document) WHERE position >= 0;
  CREATE TABLE chunk_fields (
    chunk INTEGER NOT NULL REFERENCES chunks ON DELETE CASCADE,
    key BLOB NOT NULL,
    position INTEGER NOT NULL,
    collection_id INTEGER NOT NULL,
    value,
    instant REAL,
    PRIMARY KEY (chunk, key, position)
  ) WITHOUT ROWID;
  CREATE INDEX chunk_fields_value ON chunk_fields (collection_id, key, value, chunk);
  CREATE INDEX chunk_fields_instant ON chunk_fields (collection_id, key, instant) WHERE instant IS NOT NULL;
  CREATE INDEX chunk_fields_element ON chunk_fields (collection_id, key, value, chunk) WHERE position >= 0;
  `;

/** Vectors, models of single collections, vectors by the hash of their text, vectors on their way. */
const embedding = `
  CREATE TABLE vectors (
    chunk INTEGER PRIMARY KEY REFERENCES chunks ON DELETE CASCADE,
    vector BLOB NOT NULL
  );
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

/** The keyword index (`keyword-index/segments/segment-tables.ts` says how it is laid out). Triggers note what goes, so that whoever removes chunks or documents, the index follows. */
const postings = `
  CREATE TABLE keyword_segments (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    collection_id INTEGER NOT NULL REFERENCES collections ON DELETE CASCADE,
    analyser TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('live', 'building', 'obsolete')),
    first_chunk INTEGER NOT NULL,
    last_chunk INTEGER NOT NULL,
    chunk_count INTEGER NOT NULL,
    posting_count INTEGER NOT NULL,
    reference_length REAL NOT NULL,
    removed INTEGER NOT NULL DEFAULT 0,
    merges_into INTEGER,
    cursor BLOB,
    credit INTEGER NOT NULL DEFAULT 0,
    removals_seen INTEGER NOT NULL DEFAULT 0
  );
  CREATE INDEX keyword_segments_chunks ON keyword_segments (collection_id, last_chunk, first_chunk);
  CREATE TABLE keyword_segment_chunks (
    segment INTEGER PRIMARY KEY REFERENCES keyword_segments ON DELETE CASCADE,
    ids BLOB NOT NULL,
    lengths BLOB NOT NULL,
    checksum INTEGER NOT NULL
  );
  CREATE TABLE keyword_pages (
    id INTEGER PRIMARY KEY,
    segment INTEGER NOT NULL REFERENCES keyword_segments ON DELETE CASCADE,
    first_term BLOB NOT NULL,
    entries BLOB NOT NULL,
    checksum INTEGER NOT NULL
  );
  CREATE UNIQUE INDEX keyword_pages_term ON keyword_pages (segment, first_term);
  CREATE TABLE keyword_removals (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    collection_id INTEGER NOT NULL REFERENCES collections ON DELETE CASCADE,
    chunk INTEGER NOT NULL
  );
  CREATE INDEX keyword_removals_chunk ON keyword_removals (collection_id, chunk);
  CREATE TRIGGER keyword_removal AFTER DELETE ON chunks
    WHEN EXISTS (SELECT 1 FROM collections WHERE id = old.collection_id)
    BEGIN
      INSERT INTO keyword_removals (collection_id, chunk) VALUES (old.collection_id, old.id);
      UPDATE keyword_segments SET removed = removed + 1
        WHERE collection_id = old.collection_id AND last_chunk >= old.id AND first_chunk <= old.id;
    END;
  CREATE TABLE document_languages (
    collection_id INTEGER NOT NULL REFERENCES collections ON DELETE CASCADE,
    language TEXT NOT NULL,
    documents INTEGER NOT NULL,
    PRIMARY KEY (collection_id, language)
  ) WITHOUT ROWID;
  CREATE TRIGGER document_language_added AFTER INSERT ON documents WHEN new.language IS NOT NULL
    BEGIN
      INSERT INTO document_languages VALUES (new.collection_id, new.language, 1)
        ON CONFLICT DO UPDATE SET documents = documents + 1;
    END;
  CREATE TRIGGER document_language_removed AFTER DELETE ON documents WHEN old.language IS NOT NULL
    BEGIN
      UPDATE document_languages SET documents = documents - 1
        WHERE collection_id = old.collection_id AND language = old.language;
    END;
  CREATE TRIGGER document_language_changed AFTER UPDATE OF language ON documents
    WHEN new.language IS NOT old.language
    BEGIN
      UPDATE document_languages SET documents = documents - 1
        WHERE collection_id = old.collection_id AND language = old.language;
      INSERT INTO document_languages SELECT new.collection_id, new.language, 1 WHERE new.language IS NOT NULL
        ON CONFLICT DO UPDATE SET documents = documents + 1;
    END;
  `;

/**
 * Which chunks have gone, by the generation of the collection that saw them last: what is kept in memory forgets them without reading all that are left. The last ten thousand or
 * so; a generation is there whole or not at all.
 */
const removals = `
  CREATE TABLE removed_chunks (
    collection_id INTEGER NOT NULL REFERENCES collections ON DELETE CASCADE,
    generation INTEGER NOT NULL,
    chunk INTEGER NOT NULL,
    PRIMARY KEY (collection_id, generation, chunk)
  ) WITHOUT ROWID;
  CREATE TRIGGER chunks_removed AFTER DELETE ON chunks BEGIN
    INSERT INTO removed_chunks SELECT id, generation, old.id FROM collections WHERE id = old.collection_id;
  END;
  CREATE TRIGGER removed_chunks_forgotten AFTER UPDATE OF generation ON collections BEGIN
    DELETE FROM removed_chunks WHERE collection_id = new.id AND generation <= (
      SELECT generation FROM removed_chunks WHERE collection_id = new.id
      ORDER BY generation DESC, chunk DESC LIMIT 1 OFFSET 10000);
  END;
  `;

/** What language models wrote while documents were added, by the hash of what they were asked. */
const replies = `
  CREATE TABLE model_replies (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    hash BLOB NOT NULL UNIQUE,
    kept_at REAL NOT NULL,
    text BLOB NOT NULL
  );
  CREATE INDEX model_replies_age ON model_replies (kept_at);
  `;

export const tables = [documents, fields, embedding, postings, removals, replies].join('');
