import path from 'node:path';
import Database from 'libsql';
import type { OpenSystem } from '../system.ts';

const open: OpenSystem = ({ folder }) => {
  const database = new Database(path.join(folder, 'documents.db'));
  database.exec(
    "PRAGMA journal_mode = WAL; CREATE VIRTUAL TABLE IF NOT EXISTS documents USING fts5(id UNINDEXED, title, text, tokenize = 'porter unicode61')",
  );
  const search = database.prepare(
    'SELECT id, title, text FROM documents WHERE documents MATCH ? ORDER BY rank LIMIT ?',
  );
  return {
    async index(documents) {
      const insert = database.prepare('INSERT INTO documents VALUES (?, ?, ?)');
      database.transaction(() => {
        for (const { id, title, text } of documents) insert.run(id, title, text);
      })();
    },
    async search(query, k) {
      const words = query.match(/[\p{L}\p{N}]+/gu) ?? [];
      const rows = search.all(words.map((word) => `"${word}"`).join(' OR '), k) as {
        id: string;
        title: string;
        text: string;
      }[];
      return rows.map(({ id }) => id);
    },
  };
};
export default open;
