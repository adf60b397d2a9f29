import { PinciteError, StoreError } from '../../../errors.ts';
import { closed } from '../../closed.ts';

const hints: Readonly<Record<string, string>> = {
  SQLITE_BUSY: 'Another process is writing to this store; try again when it is done.',
  SQLITE_LOCKED: 'Another process is writing to this store; try again when it is done.',
  SQLITE_READONLY: 'The store is read-only; make its folder writable, or copy it to a place that is.',
  SQLITE_CANTOPEN: 'Check that the folder exists, that it may be written, and that the disk is there.',
  SQLITE_NOTADB: 'The file pincite.db is something else; choose another folder for the store.',
  SQLITE_CORRUPT: 'The file is damaged; restore a backup, or add the documents again to a new store.',
  SQLITE_FULL: 'The disk is full; make room and try again. Nothing was half-stored.',
  SQLITE_IOERR: 'The disk reported an error; check it and try again. Nothing was half-stored.',
};

/** By their numbers, which the lowest byte of an extended code has: the driver does not know the names of all of these. */
const primaryCodes: Readonly<Record<number, string>> = {
  5: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  26: 'SQLITE_NOTADB',
};

const closedReason = 'The database connection is not open';

/** What the engine threw, as a StoreError with the engine's error as cause; our own errors pass unchanged. */
export function asStoreError(error: unknown, location: string): PinciteError {
  if (error instanceof PinciteError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  if (reason === closedReason) return closed(location, error);
  const engineCode = codeOf(error, reason);
  return new StoreError(`The store at ${location} failed: ${reason}`, {
    hint: engineCode ? hints[engineCode] : undefined,
    context: { location, engineCode },
    cause: error,
  });
}

/** What the engine would throw while another connection holds the write lock. */
export const busy = (location: string): StoreError =>
  new StoreError(`The store at ${location} cannot be changed while a consistent copy of it is being read.`, {
    context: { location, engineCode: 'SQLITE_BUSY' },
  });

/** Whether another connection holds the write lock, so that the same call may succeed later. */
export function isBusy(error: unknown): boolean {
  if (!(error instanceof StoreError)) return false;
  const { engineCode } = error.context;
  return engineCode === 'SQLITE_BUSY' || engineCode === 'SQLITE_LOCKED';
}

/** Whether a value would have more than the gigabyte that the engine allows. */
export function isTooLarge(error: unknown): boolean {
  return error instanceof StoreError && error.context.engineCode === 'SQLITE_TOOBIG';
}

/** The vectors that are listed are not those that are found by their chunk: an index of the engine's is damaged. */
export function vectorsDoNotFit(location: string, collection: string): StoreError {
  return new StoreError(
    `The vectors of the collection ${collection} at ${location} do not match its chunks: the vector index is damaged.`,
    {
      hint: hints.SQLITE_CORRUPT,
      context: { location, collection, engineCode: 'SQLITE_CORRUPT' },
    },
  );
}

/** Whether a disk had no room: the engine says so, or the system. */
export function isFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof StoreError && error.context.engineCode === 'SQLITE_FULL') return true;
  return ('code' in error && error.code === 'ENOSPC') || isFull(error.cause);
}

/** Whether the file of the database is not what was written to it. */
export function isDamage(error: unknown): error is StoreError {
  if (!(error instanceof StoreError)) return false;
  const { engineCode } = error.context;
  return engineCode === 'SQLITE_CORRUPT' || engineCode === 'SQLITE_NOTADB';
}

/** The primary result code, such as SQLITE_BUSY for SQLITE_BUSY_SNAPSHOT. */
function codeOf(error: unknown, reason: string): string | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const known = Object.keys(hints).find((name) => code === name || code.startsWith(`${name}_`));
  if (known) return known;
  const [, number] = /^UNKNOWN_SQLITE_ERROR_(\d+)$/.exec(code) ?? [];
  if (number !== undefined) return primaryCodes[Number(number) & 0xff] ?? code;
  if (reason.startsWith('ConnectionFailed')) return 'SQLITE_CANTOPEN';
  return code === '' ? undefined : code;
}
