import type { SqlDatabase } from '../driver.ts';
import { runAside } from './aside.ts';
import type { Finding } from './finding.ts';

const checks = ['PRAGMA integrity_check', 'PRAGMA foreign_key_check'];

interface Orphan {
  readonly table: string;
  readonly parent: string;
  /** Which foreign key of the table it is. */
  readonly fkid: number;
}

/** Damage of the file, and rows whose document, chunk or collection is gone. */
export async function checkEngine(database: SqlDatabase): Promise<Finding[]> {
  const [damage = [], orphans = []] = await run(database);
  return [
    ...(damage as { integrity_check: string }[])
      .filter(({ integrity_check }) => integrity_check !== 'ok')
      .map(({ integrity_check }) => ({ message: `The database is damaged: ${integrity_check}` })),
    ...(orphans as Orphan[]).map((orphan) => ({
      message: `A row of ${orphan.table} has no ${orphan.parent}`,
      heal: () => removeOrphans(database, orphan),
    })),
  ];
}

/** All of the table, since not every table names its rows. */
function removeOrphans(database: SqlDatabase, { table, parent, fkid }: Orphan): void {
  const key = database
    .prepare('SELECT "from" AS column FROM pragma_foreign_key_list(?) WHERE id = ?')
    .get<{ column: string }>([table, fkid]);
  database.prepare(`DELETE FROM ${table} WHERE ${key?.column} NOT IN (SELECT id FROM ${parent})`).run();
}

function run(database: SqlDatabase): Promise<readonly (readonly unknown[])[]> | unknown[][] {
  if (database.location !== ':memory:') return runAside(database.address, checks);
  return checks.map((sql) => database.prepare(sql).all());
}
