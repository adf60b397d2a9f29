/**
 * Where a field is in a range, lists are asked by their elements, apart: few fields have any, and without an index of
 * their own all values of the field are read for them.
 */
export const elements = `
  CREATE INDEX document_fields_element ON document_fields (collection_id, key, value, document) WHERE position >= 0;
  CREATE INDEX chunk_fields_element ON chunk_fields (collection_id, key, value, chunk) WHERE position >= 0;
  `;
