import {
  collectionColumns,
  documentColumns,
  instantColumns,
} from '../../src/store/sqlite/filter/document-columns.ts';
import { openDriver, type SqlDatabase } from '../../src/store/sqlite/database/driver.ts';
import { toText } from '../../src/store/sqlite/database/text-bytes.ts';
import { tables } from '../../src/store/sqlite/migrations/1-tables.ts';

const applicationId = 0x70696e63;

/** Writes what a present database holds into a new one as version 0.1 had it: with its schema and its full-text index. */
export async function writeVersion1(present: string, file: string): Promise<void> {
  const database = await openDriver(file, 0);
  database.exec('PRAGMA journal_mode = WAL');
  database.exec(tables);
  database.exec(`ATTACH '${present}' AS present`);
  for (const table of tablesOf(database)) {
    const columns = database
      .prepare(`SELECT name FROM pragma_table_info('${table}')`)
      .all<{ name: Uint8Array }>()
      .map(({ name }) => toText(name));
    const values = columns.map((name) => (name === 'element' ? 'position >= 0' : name));
    database.exec(`INSERT INTO ${table} (${columns.join()}) SELECT ${values.join()} FROM present.${table}`);
  }
  writeColumns(database);
  writeEmptyLists(database);
  for (const { id } of database.prepare('SELECT id FROM collections').all<{ id: number }>()) {
    writePostings(database, id);
  }
  database.exec(`UPDATE collections SET analyser = 'words 1'`);
  database.exec(`PRAGMA application_id = ${applicationId}`);
  database.exec('PRAGMA user_version = 1');
  database.exec('DETACH present');
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
}

/** Version 0.1 had rows for what stands in columns now. */
function writeColumns(database: SqlDatabase): void {
  const insert = (field: string, [value, instant]: [string, string], from: string) =>
    database.exec(
      `INSERT INTO document_fields (collection_id, document, key, value, instant, element)
       SELECT d.collection_id, d.id, CAST('${field}' AS BLOB), ${value}, ${instant}, 0 FROM documents d JOIN ${from}
       WHERE ${value} IS NOT NULL`,
    );
  const instants: Partial<Record<string, string>> = instantColumns;
  for (const [field, column] of Object.entries(documentColumns)) {
    const instant = instants[field];
    const values: [string, string] = [`v.${column}`, instant ? `v.${instant}` : 'NULL'];
    insert(field, values, 'present.document_columns v ON v.document = d.id');
  }
  for (const [field, column] of Object.entries(collectionColumns)) {
    insert(field, [`CAST(k.${column} AS BLOB)`, 'NULL'], 'collections k ON k.id = d.collection_id');
  }
}

/** Version 0.1 had a row for every empty list. */
function writeEmptyLists(database: SqlDatabase): void {
  const columns = 'collection_id, key, value, instant, element';
  database.exec(
    `INSERT INTO document_fields (document, ${columns}) SELECT d.id, d.collection_id, CAST(list.value AS BLOB), NULL, NULL, 1
     FROM documents d, ${emptyOf('d.record', '["creators", "subjects", "tags"]')}`,
  );
  database.exec(
    `INSERT INTO chunk_fields (chunk, ${columns}) SELECT c.id, c.collection_id, CAST(list.value AS BLOB), NULL, NULL, 1
     FROM chunks c JOIN chunk_bodies b ON b.chunk = c.id, ${emptyOf('b.record', '["pageNumbers", "headingPath"]')}`,
  );
}

const emptyOf = (record: string, lists: string) =>
  `json_each('${lists}') list WHERE json_array_length(${record}, '$.' || list.value) = 0`;

/** Parents first. */
function tablesOf(database: SqlDatabase): string[] {
  return database
    .prepare(
      `SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid`,
    )
    .all<{ name: Uint8Array }>()
    .map(({ name }) => toText(name));
}

function writePostings(database: SqlDatabase, collection: number): void {
  const table = `fts_${collection}`;
  database.exec(
    `CREATE VIRTUAL TABLE ${table} USING fts5(context, body, tokenize = 'ascii', content = '', contentless_delete = 1)`,
  );
  database.exec(`CREATE VIRTUAL TABLE ${table}_terms USING fts5vocab('${table}', 'instance')`);
  database.exec(
    `INSERT INTO ${table} (rowid, context, body) SELECT c.id, CAST(b.context AS TEXT), CAST(b.content AS TEXT)
     FROM chunks c JOIN chunk_bodies b ON b.chunk = c.id WHERE c.collection_id = ${collection}`,
  );
}
