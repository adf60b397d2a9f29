/** Indexes that answer alone what is asked at every search: filters need no row of a field, and counts none of a document. */
export const reads = `
  DROP INDEX document_fields_value;
  CREATE INDEX document_fields_value ON document_fields (collection_id, key, value, document);
  DROP INDEX chunk_fields_value;
  CREATE INDEX chunk_fields_value ON chunk_fields (collection_id, key, value, chunk);
  CREATE INDEX documents_counts ON documents (collection_id, chunk_count);
  `;
