import { connect, Index, type Table } from '@lancedb/lancedb';
import type { OpenScaleSystem, PartRange, ScaleDocument } from '../../store/scale/system.ts';

/** Each call of `add` makes files of its own, so some thousands of chunks go together. */
const chunksPerAdd = 20_000;

const rowsOf = ({ part, chunks }: ScaleDocument) =>
  chunks.map(({ chunkId, text, vector }) => ({ chunkId, part, text, vector: Array.from(vector) }));

const condition = ({ from, to }: PartRange) => `part >= ${from} AND part < ${to}`;
const idsOf = (rows: readonly { chunkId: unknown }[]) => rows.map(({ chunkId }) => String(chunkId));

/** Without an index on its vectors, which are then compared one by one; `prepare` may make one. */
export function openLance(
  { folder }: Parameters<OpenScaleSystem>[0],
  prepare?: (table: Table) => Promise<void>,
): ReturnType<OpenScaleSystem> {
  let table: Table;
  return {
    async ingest(batches) {
      const database = await connect(folder);
      let rows: ReturnType<typeof rowsOf> = [];
      let made: Table | undefined;
      const flush = async () => {
        if (made) await made.add(rows);
        else made = await database.createTable('chunks', rows);
        rows = [];
      };
      for await (const documents of batches) {
        rows.push(...documents.flatMap(rowsOf));
        if (rows.length >= chunksPerAdd) await flush();
      }
      if (rows.length > 0) await flush();
      table = made as unknown as Table;
      await table.createIndex('text', { config: Index.fts({ stem: true, removeStopWords: true }) });
      await table.createIndex('part', { config: Index.btree() });
      await prepare?.(table);
    },
    async open() {
      table = await (await connect(folder)).openTable('chunks');
      await table.countRows();
    },
    async vector({ query, filter, limit }) {
      let search = table
        .query()
        .nearestTo(query.vector)
        .distanceType('cosine')
        .select(['chunkId', '_distance']);
      if (filter) search = search.where(condition(filter));
      return idsOf(await search.limit(limit).toArray());
    },
    async keyword({ query, filter, limit }) {
      let search = table.query().fullTextSearch(query.text).select(['chunkId', '_score']);
      if (filter) search = search.where(condition(filter));
      return idsOf(await search.limit(limit).toArray());
    },
    async close() {
      table.close();
    },
  };
}

const open: OpenScaleSystem = (setting) => openLance(setting);
export default open;
