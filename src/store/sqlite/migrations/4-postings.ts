/**
 * The keyword index (`keyword-index/segment-tables.ts` says how it is laid out). Triggers note what goes, so that
 * whoever removes chunks or documents, the index follows. The postings of version 0.1 are in tables of another
 * kind: with no analyser to its name, a collection is analysed anew when it is first used, in small transactions.
 */
export const postings = `
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
  INSERT INTO document_languages SELECT collection_id, language, count(*) FROM documents
    WHERE language IS NOT NULL GROUP BY collection_id, language;
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
  UPDATE collections SET analyser = '';
  `;
