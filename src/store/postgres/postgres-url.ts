import { ConfigError } from '../../errors.ts';

/** Where a store is, as its URL says. */
export interface PostgresPlace {
  /** For the driver, with user and password. */
  readonly connectionString: string;
  readonly schema: string;
  /** A collection with as many chunks gets an HNSW index; `Infinity` for none. */
  readonly hnswFrom: number;
  /** Host, port, database and schema, without user and password. */
  readonly location: string;
}

export const usualSchema = 'pincite';
/** Reading all vectors of fewer chunks takes about as long as a search of the index. */
const usualHnswFrom = 10_000;

/**
 * Reads `postgres://user:password@host:5432/database?schema=<name>&hnsw_from=<chunks>`.
 * @throws ConfigError for a URL that is none.
 */
export function parsePostgresUrl(url: string): PostgresPlace {
  const parsed = URL.parse(url);
  if (parsed === null || !/^postgres(ql)?:$/.test(parsed.protocol) || endsInPassword(parsed)) {
    throw new ConfigError('That is not the URL of a PostgreSQL store.', {
      hint: 'Write postgres://user:password@host:5432/database; in a password # as %23, / as %2F, ? as %3F and % as %25.',
    });
  }
  const schema = schemaOf(parsed);
  const hnswFrom = hnswFromOf(parsed);
  parsed.searchParams.delete('schema');
  parsed.searchParams.delete('hnsw_from');
  const place = `postgres://${parsed.host}${parsed.pathname}`;
  return {
    connectionString: parsed.href,
    schema,
    hnswFrom,
    location: schema === usualSchema ? place : `${place}?schema=${schema}`,
  };
}

function schemaOf({ searchParams }: URL): string {
  const schema = searchParams.get('schema') ?? usualSchema;
  if (/^[a-z_][a-z0-9_]{0,62}$/.test(schema) && !schema.startsWith('pg_')) return schema;
  throw new ConfigError(`${JSON.stringify(schema)} cannot be the schema of a PostgreSQL store.`, {
    hint: 'Use lower-case letters, digits and _, such as ?schema=pincite; names with pg_ are the server’s own.',
  });
}

function hnswFromOf({ searchParams }: URL): number {
  const given = searchParams.get('hnsw_from') ?? String(usualHnswFrom);
  if (given === 'never') return Infinity;
  if (/^\d{1,15}$/.test(given)) return Number(given);
  throw new ConfigError(`${JSON.stringify(given)} is no number of chunks.`, {
    hint: 'Write ?hnsw_from=10000, or ?hnsw_from=never for exact vector search alone.',
  });
}

/** Whether one of `#/?` in a password has ended what was read as the host, so that the location would show the password. */
function endsInPassword({ username, pathname, search, hash }: URL): boolean {
  return hash !== '' || (username === '' && /@/.test(pathname + search));
}
