import { requireOfPackage } from '../../../util/files/package-folder.ts';
import { startThread } from '../../../util/processes/start-thread.ts';
import { withByteArrays } from '../database/driver.ts';
import { asStoreError } from '../database/engine-errors.ts';

/** Plain JavaScript, so that it runs from a bundle and from the sources alike. */
const program = `
  const { parentPort, workerData } = require('node:worker_threads');
  const Libsql = require(workerData.engine);
  try {
    const database = new Libsql(workerData.address, { timeout: 1000 });
    const rows = workerData.statements.map((sql) => database.prepare(sql).all([]));
    database.close();
    parentPort.postMessage({ rows });
  } catch (error) {
    parentPort.postMessage({ failure: { message: error.message, code: error.code } });
  }
`;

interface Answer {
  readonly rows?: readonly (readonly unknown[])[];
  readonly failure?: { readonly message: string; readonly code?: string };
}

/**
 * Runs statements one after the other on a connection of their own in a thread of their own: those that go through
 * the whole database would hold up the event loop for seconds.
 *
 * @returns the rows of each statement. Texts that may be damaged are to be read as blobs (`asBlob`).
 * @throws StoreError
 */
export async function runAside(
  address: string,
  statements: readonly string[],
): Promise<readonly (readonly unknown[])[]> {
  const engine = requireOfPackage().resolve('libsql');
  const worker = startThread(program, { workerData: { engine, address, statements } });
  const answer = await new Promise<Answer>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`The thread ended with exit code ${code}.`)));
  }).catch((error: Error): Answer => ({ failure: { message: error.message } }));
  if (answer.rows) return answer.rows.map((rows) => rows.map(withByteArrays));
  const { message, code } = answer.failure ?? { message: 'no answer' };
  throw asStoreError(Object.assign(new Error(message), code && { code }), address);
}

/** A string in a statement that takes no values. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
