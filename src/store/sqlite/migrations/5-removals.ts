/**
 * Which chunks have gone, by the generation of the collection that saw them last: what is kept in memory forgets them
 * without reading all that are left. The last ten thousand or so; a generation is there whole or not at all.
 */
export const removals = `
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
