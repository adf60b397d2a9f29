import { ConfigError } from '../errors.ts';

/** Where the tables of a store or a queue are, as its URL says. */
export interface PostgresAddress {
  /** For the driver, with user and password, and without parameters that are ours. */
  readonly connectionString: string;
  readonly schema: string;
  /** What `?hnsw_from=` says; stores heed it. */
  readonly hnswFrom: string | undefined;
  /** Host, port, database and schema, without user and password. */
  readonly location: string;
}

interface AddressRules {
  /** What the URL is of, for errors. */
  readonly what: string;
  /** Letters that the name of the schema may have. */
  readonly longestSchema: number;
}

export const usualSchema = 'pincite';

/**
 * Reads `postgres://user:password@host:5432/database?schema=<name>&hnsw_from=<chunks>`.
 * @throws ConfigError for a URL that is none.
 */
export function parsePostgresAddress(url: string, { what, longestSchema }: AddressRules): PostgresAddress {
  const parsed = URL.parse(url);
  if (parsed === null || !/^postgres(ql)?:$/.test(parsed.protocol) || endsInPassword(parsed)) {
    throw new ConfigError(`That is not the URL of a ${what}.`, {
      hint: 'Write postgres://user:password@host:5432/database; in a password # as %23, / as %2F, ? as %3F and % as %25.',
    });
  }
  const { searchParams } = parsed;
  const schema = searchParams.get('schema') ?? usualSchema;
  if (!/^[a-z_][a-z0-9_]*$/.test(schema) || schema.length > longestSchema || schema.startsWith('pg_')) {
    throw new ConfigError(`${JSON.stringify(schema)} cannot be the schema of a ${what}.`, {
      hint: `Use up to ${longestSchema} lower-case letters, digits and _, such as ?schema=pincite; names with pg_ are the server’s own.`,
    });
  }
  const hnswFrom = searchParams.get('hnsw_from') ?? undefined;
  for (const ours of ['schema', 'hnsw_from']) searchParams.delete(ours);
  const place = `postgres://${parsed.host}${parsed.pathname}`;
  return {
    connectionString: parsed.href,
    schema,
    hnswFrom,
    location: schema === usualSchema ? place : `${place}?schema=${schema}`,
  };
}

/** Whether one of `#/?` in a password has ended what was read as the host, so that the location would show the password. */
function endsInPassword({ username, pathname, search, hash }: URL): boolean {
  return hash !== '' || (username === '' && /@/.test(pathname + search));
}
