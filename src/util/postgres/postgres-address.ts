import { ConfigError } from '../../errors.ts';
import { nearestName } from '../strings/nearest-name.ts';

/** Where the tables of a store or a queue are, as its URL says. */
export interface PostgresAddress {
  /** For the driver, with user and password, and without parameters that are ours; `sslmode=require` as `verify-full`. */
  readonly connectionString: string;
  readonly schema: string;
  /** What stores heed, by the names of the parameters, such as `hnsw_from`. */
  readonly parameters: Readonly<Partial<Record<string, string>>>;
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

const ourParameters = [
  'schema',
  'prepare',
  'index',
  'hnsw_from',
  'hnsw_m',
  'hnsw_ef_construction',
  'hnsw_ef_search',
  'ivfflat_lists',
  'ivfflat_probes',
];
/** What the driver heeds, and what libpq does: such URLs are given by hosters. */
const serverParameters = [
  'host port user password options client_encoding connect_timeout application_name fallback_application_name',
  'ssl sslmode sslcert sslkey sslrootcert sslnegotiation uselibpqcompat channel_binding gssencmode',
  'statement_timeout lock_timeout idle_in_transaction_session_timeout query_timeout target_session_attrs',
  'keepalives keepalives_idle keepalives_interval keepalives_count',
].flatMap((names) => names.split(' '));

/**
 * Reads `postgres://user:password@host:5432/database?schema=<name>&…`.
 * @throws ConfigError for a URL that is none, or a parameter that there is none of.
 */
export function parsePostgresAddress(url: string, { what, longestSchema }: AddressRules): PostgresAddress {
  const parsed = URL.parse(url);
  if (parsed === null || !/^postgres(ql)?:$/.test(parsed.protocol) || endsInPassword(parsed)) {
    throw new ConfigError(`That is not the URL of a ${what}.`, {
      hint: 'Write postgres://user:password@host:5432/database; in a password # as %23, / as %2F, ? as %3F and % as %25.',
    });
  }
  const { searchParams } = parsed;
  refuseUnknown(searchParams, what);
  const schema = searchParams.get('schema') ?? usualSchema;
  if (!/^[a-z_][a-z0-9_]*$/.test(schema) || schema.length > longestSchema || schema.startsWith('pg_')) {
    throw new ConfigError(`${JSON.stringify(schema)} cannot be the schema of a ${what}.`, {
      hint: `Use up to ${longestSchema} lower-case letters, digits and _, such as ?schema=pincite; names with pg_ are the server’s own.`,
    });
  }
  const parameters = Object.fromEntries(searchParams);
  for (const ours of ourParameters) searchParams.delete(ours);
  nameTlsMode(searchParams);
  const place = `postgres://${parsed.host}${parsed.pathname}`;
  return {
    connectionString: parsed.href,
    schema,
    parameters,
    location: schema === usualSchema ? place : `${place}?schema=${schema}`,
  };
}

/** A misspelt `schema` would put one library into another. */
function refuseUnknown(given: URLSearchParams, what: string): void {
  const known = [...ourParameters, ...serverParameters];
  const unknown = [...given.keys()].find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const nearest = nearestName(unknown, known);
  const meant = nearest === undefined ? '' : `Did you mean ${nearest}? `;
  throw new ConfigError(`The URL of a ${what} has no parameter ${JSON.stringify(unknown)}.`, {
    hint: `${meant}It may have ${ourParameters.join(', ')}, and the server’s own, such as sslmode and application_name.`,
  });
}

/** The driver takes all of these for `verify-full`, and prints a warning unless that is written. */
function nameTlsMode(given: URLSearchParams): void {
  if (given.get('uselibpqcompat') === 'true') return;
  if (['prefer', 'require', 'verify-ca'].includes(given.get('sslmode') ?? ''))
    given.set('sslmode', 'verify-full');
}

/** Whether one of `#/?` in a password has ended what was read as the host, so that the location would show the password. */
function endsInPassword({ username, pathname, search, hash }: URL): boolean {
  return hash !== '' || (username === '' && /@/.test(pathname + search));
}
