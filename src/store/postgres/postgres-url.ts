import { ConfigError } from '../../errors.ts';
import { parsePostgresAddress } from '../../util/postgres-address.ts';

/** Where a store is, as its URL says. */
export interface PostgresPlace {
  /** For the driver, with user and password. */
  readonly connectionString: string;
  readonly schema: string;
  /** A collection with as many chunks gets an HNSW index; `Infinity` for none. */
  readonly hnswFrom: number;
  /** Whether statements are prepared under names, which some poolers cannot do. */
  readonly isPreparing: boolean;
  /** Host, port, database and schema, without user and password. */
  readonly location: string;
}

/** The server's own limit. */
const longestSchema = 63;
/** Reading all vectors of fewer chunks takes about as long as a search of the index. */
const usualHnswFrom = 10_000;

/**
 * Reads `postgres://user:password@host:5432/database?schema=<name>&hnsw_from=<chunks>&prepare=<true|false>`.
 * @throws ConfigError for a URL that is none.
 */
export function parsePostgresUrl(url: string): PostgresPlace {
  const address = parsePostgresAddress(url, { what: 'PostgreSQL store', longestSchema });
  const { hnswFrom, prepare } = address;
  return { ...address, hnswFrom: hnswFromOf(hnswFrom), isPreparing: isPreparing(prepare) };
}

function isPreparing(given = 'true'): boolean {
  if (given === 'true' || given === 'false') return given === 'true';
  throw new ConfigError(`${JSON.stringify(given)} is not true or false.`, {
    hint: 'Write ?prepare=false for a pooler that cannot prepare statements, or leave it out.',
  });
}

function hnswFromOf(given = String(usualHnswFrom)): number {
  if (given === 'never') return Infinity;
  if (/^\d{1,15}$/.test(given)) return Number(given);
  throw new ConfigError(`${JSON.stringify(given)} is no number of chunks.`, {
    hint: 'Write ?hnsw_from=10000, or ?hnsw_from=never for exact vector search alone.',
  });
}
