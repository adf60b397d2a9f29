import { connect, Index, type Table } from '@lancedb/lancedb';
import type { OpenSystem } from '../system.ts';

const open: OpenSystem = ({ folder }) => {
  let table: Table | undefined;
  return {
    async index(documents) {
      const database = await connect(folder);
      const rows = documents.map(({ id, title, text }) => ({ id, text: `${title}\n${text}` }));
      table = await database.createTable('documents', rows);
      await table.createIndex('text', { config: Index.fts({ stem: true, removeStopWords: true }) });
    },
    async search(query, k) {
      table ??= await (await connect(folder)).openTable('documents');
      const rows = await table
        .query()
        .fullTextSearch(query)
        .select(['id', 'text', '_score'])
        .limit(k)
        .toArray();
      return rows.map(({ id }) => String(id));
    },
  };
};
export default open;
