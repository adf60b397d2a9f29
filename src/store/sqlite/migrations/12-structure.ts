/** Blocks, tables, links and pictures of a document (`document-codec.ts`); documents stored before have none. */
export const structure = `ALTER TABLE document_texts ADD COLUMN structure BLOB`;
