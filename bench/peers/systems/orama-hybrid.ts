import { create, insertMultiple, search } from '@orama/orama';
import type { OpenSystem } from '../system.ts';

const open: OpenSystem = ({ given }) => {
  const database = create({
    schema: { documentId: 'enum', text: 'string', embedding: `vector[${given.dimensions}]` },
  } as const);
  return {
    async index() {
      const rows = given.chunks.map(({ documentId, text, vector }) => ({
        documentId,
        text,
        embedding: [...vector],
      }));
      await insertMultiple(database, rows);
    },
    async search(query, k) {
      const { hits } = await search(database, {
        mode: 'hybrid',
        term: query,
        vector: { value: [...given.embed(query)], property: 'embedding' },
        limit: k,
      });
      return hits.map(({ document }) => String(document.documentId));
    },
  };
};
export default open;
