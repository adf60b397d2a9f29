import type { SqlDatabase } from '../driver.ts';
import { runAside } from './aside.ts';
import type { Finding } from './finding.ts';

const checks = ['PRAGMA integrity_check', 'PRAGMA foreign_key_check'];

interface Orphan {
  readonly table: string;
  readonly rowid: number;
  readonly parent: string;
}

/** Damage of the file, and rows whose document, chunk or collection is gone. */
export async function checkEngine(database: SqlDatabase): Promise<Finding[]> {
  const [damage = [], orphans = []] = await run(database);
  return [
    ...(damage as { integrity_check: string }[])
      .filter(({ integrity_check }) => integrity_check !== 'ok')
      .map(({ integrity_check }) => ({ message: `The database is damaged: ${integrity_check}` })),
    ...(orphans as Orphan[]).map(({ table, rowid, parent }) => ({
      message: `A row of ${table} has no ${parent}`,
      heal: () => void database.prepare(`DELETE FROM ${table} WHERE rowid = ?`).run([rowid]),
    })),
  ];
}

function run(database: SqlDatabase): Promise<readonly (readonly unknown[])[]> | unknown[][] {
  if (database.location !== ':memory:') return runAside(database.address, checks);
  return checks.map((sql) => database.prepare(sql).all());
}
