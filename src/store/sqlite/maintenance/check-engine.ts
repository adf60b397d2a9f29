import { asBlob, type SqlDatabase } from '../database/driver.ts';
import { toText } from '../database/text-bytes.ts';
import { runAside } from './aside.ts';
import type { Finding } from './finding.ts';

/** Texts as blobs, since they name parts of a schema that may be damaged. */
const checks = [
  `SELECT ${asBlob('integrity_check')} AS finding FROM pragma_integrity_check`,
  `SELECT ${asBlob('"table"')} AS "table", ${asBlob('parent')} AS parent, fkid FROM pragma_foreign_key_check`,
];

/** What the engine finds wrong in the database at an address, and rows without the row that they belong to. */
export async function engineFindings(address: string): Promise<EngineFindings> {
  return findingsOf(await runAside(address, checks));
}

interface EngineFindings {
  readonly damage: readonly string[];
  readonly orphans: readonly Orphan[];
}

function findingsOf([damage = [], orphans = []]: readonly (readonly unknown[])[]): EngineFindings {
  const said = (damage as { finding: Uint8Array }[]).map(({ finding }) => printable(finding));
  return {
    damage: said.filter((finding) => finding !== 'ok'),
    orphans: (orphans as OrphanRow[]).map(({ table, parent, fkid }) => ({
      table: printable(table),
      parent: printable(parent),
      fkid,
    })),
  };
}

/** What is said of damage may hold damaged names itself. */
function printable(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8');
}

interface OrphanRow {
  readonly table: Uint8Array;
  readonly parent: Uint8Array;
  readonly fkid: number;
}

interface Orphan {
  readonly table: string;
  readonly parent: string;
  /** Which foreign key of the table it is. */
  readonly fkid: number;
}

/** Damage of the file, and rows whose document, chunk or collection is gone. */
export async function checkEngine(database: SqlDatabase): Promise<Finding[]> {
  const { damage, orphans } =
    database.location === ':memory:'
      ? findingsOf(checks.map((sql) => database.prepare(sql).all()))
      : await engineFindings(database.address);
  return [
    ...damage.map((finding) => ({ message: `The database is damaged: ${finding}` })),
    ...orphans.map((orphan) => ({
      message: `A row of ${orphan.table} has no ${orphan.parent}`,
      heal: () => removeOrphans(database, orphan),
    })),
  ];
}

/** All of the table, since not every table names its rows. */
function removeOrphans(database: SqlDatabase, { table, parent, fkid }: Orphan): void {
  const key = database
    .prepare('SELECT "from" AS column FROM pragma_foreign_key_list(?) WHERE id = ?')
    .get<{ column: Uint8Array }>([table, fkid]);
  if (!key) return;
  database
    .prepare(`DELETE FROM ${table} WHERE ${toText(key.column)} NOT IN (SELECT id FROM ${parent})`)
    .run();
}
