import { connect, Index, rerankers, type Table } from '@lancedb/lancedb';
import type { OpenSystem } from '../system.ts';

const open: OpenSystem = ({ folder, given }) => {
  let table: Table | undefined;
  const reranker = rerankers.RRFReranker.create();
  return {
    async index() {
      const database = await connect(folder);
      const rows = given.chunks.map(({ documentId, text, vector }) => ({
        documentId,
        text,
        vector: [...vector],
      }));
      table = await database.createTable('chunks', rows);
      await table.createIndex('text', { config: Index.fts({ stem: true, removeStopWords: true }) });
    },
    async search(query, k) {
      table ??= await (await connect(folder)).openTable('chunks');
      const rows = await table
        .query()
        .nearestTo([...given.embed(query)])
        .fullTextSearch(query)
        .rerank(await reranker)
        .limit(k)
        .toArray();
      return rows.map(({ documentId }) => String(documentId));
    },
  };
};
export default open;
