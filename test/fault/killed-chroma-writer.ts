/** Changes a store over Chroma, and ends the process at a statement. Run by chroma-crash.test.ts in a process of its own. */
import { openChromaStore } from '../../src/store/chroma/chroma-store.ts';
import { makeRecord, spec } from '../contract/store/records.ts';

/** @param statement the beginning of the SQL before which the process is killed, after the change is in SQLite */
export async function changeUntil(url: string, statement: string): Promise<void> {
  let isChanged = false;
  const store = await openChromaStore(url, {
    beforeStatement: (sql) => {
      if (isChanged && sql.trimStart().startsWith(statement)) process.kill(process.pid, 'SIGKILL');
    },
  });
  await store.write(spec.name, { put: [makeRecord('kept', { text: ['Another sea.'] })], remove: ['old'] });
  isChanged = true;
  await store.settle();
}
