import { parsePostgresAddress } from '../../util/postgres/postgres-address.ts';

export interface QueueAddress {
  readonly connectionString: string;
  /** Of the tables of jobs. */
  readonly schema: string;
  /** Host, port, database and schema, without user and password. */
  readonly location: string;
}

/** So that pg-boss has room in the server's 63 for the names that it makes of it. */
const longestSchema = 41;

/**
 * Where the jobs of a database are: in the schema `pincite_queue`, or `<name>_queue` after `?schema=<name>`, so that a store
 * and its queue may have one URL.
 * @throws ConfigError for a URL that is none.
 */
export function parseQueueUrl(url: string): QueueAddress {
  const address = parsePostgresAddress(url, { what: 'queue', longestSchema });
  return { ...address, schema: `${address.schema}_queue` };
}
