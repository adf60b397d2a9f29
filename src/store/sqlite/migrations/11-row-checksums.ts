/** What the descriptions of documents, and their chunks, are checked against (`stored-document.ts`, `chunks.ts`). */
export const rowChecksums = `
  ALTER TABLE content_checksums ADD COLUMN record INTEGER;
  CREATE TABLE chunk_checksums (
    chunk INTEGER PRIMARY KEY REFERENCES chunks ON DELETE CASCADE,
    checksum INTEGER NOT NULL
  );
  `;
