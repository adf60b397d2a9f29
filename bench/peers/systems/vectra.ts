import { LocalIndex } from 'vectra';
import type { OpenSystem } from '../system.ts';

const open: OpenSystem = ({ folder, given }) => {
  const index = new LocalIndex(folder);
  return {
    async index() {
      await index.createIndex();
      await index.batchInsertItems(
        given.chunks.map(({ documentId, text, vector }) => ({
          vector: [...vector],
          metadata: { documentId, text },
        })),
      );
    },
    async search(query, k) {
      const found = await index.queryItems([...given.embed(query)], query, k);
      return found.map(({ item }) => String(item.metadata.documentId));
    },
  };
};
export default open;
