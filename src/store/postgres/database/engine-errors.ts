import { FilterError, PinciteError, StoreError } from '../../../errors.ts';
import { closed } from '../../closed.ts';

const unreachable = 'Check that the server runs, and the host and port of `store`.';

const fewRights =
  'This user may not do that. Reading needs GRANT USAGE ON SCHEMA <schema> and GRANT SELECT ON ALL TABLES IN SCHEMA <schema>; changing needs INSERT, UPDATE and DELETE too.';

const unprepared =
  'A pooler between here and the server mixes up prepared statements: add ?prepare=false to `store`.';

/** By PostgreSQL's SQLSTATE or the system's code. */
const hints: Readonly<Record<string, string>> = {
  ECONNREFUSED: unreachable,
  ECONNRESET: unreachable,
  EPIPE: unreachable,
  ENOTFOUND: unreachable,
  EHOSTUNREACH: unreachable,
  ETIMEDOUT: unreachable,
  '28P01': 'Check the user name and password of `store`.',
  '28000': 'Check the user name and password of `store`, and what the server lets that user do.',
  '3D000': 'Create the database first: createdb <name>.',
  '42501':
    'As an owner of the database: CREATE EXTENSION IF NOT EXISTS vector; CREATE SCHEMA <schema> AUTHORIZATION <user>;',
  '42704':
    'Put the schema that pgvector is in on the path of this user: ALTER ROLE <user> SET search_path = public, <schema>.',
  '22P05': 'Make the database in UTF-8: createdb --encoding=UTF8 --template=template0 <name>.',
  '54000': 'An id, a path or a name is longer than the server can index, about 2,700 bytes; shorten it.',
  '26000': unprepared,
  '42P05': unprepared,
  '53300': 'The server has no connection left; close others, or raise max_connections.',
  '53100': 'The disk of the server is full; make room and try again. Nothing was half-stored.',
  '57P01': 'The server is going down; try again when it is back. Nothing was half-stored.',
  '57P03': 'The server is starting; try again in a moment.',
  '0A000': 'Install pgvector on the server: https://github.com/pgvector/pgvector#installation',
  '58P01': 'Install pgvector on the server: https://github.com/pgvector/pgvector#installation',
};

/** SQLSTATE of a regular expression that the server does not take. */
const badPattern = '2201B';

const closedReason = 'Cannot use a pool after calling end on the pool';

/** What the driver threw, as a StoreError, or a FilterError for a pattern, with it as cause; our own errors pass unchanged. */
export function asStoreError(error: unknown, location: string): PinciteError {
  if (error instanceof PinciteError) return error;
  if (reasonOf(error) === closedReason) return closed(location, error);
  const engineCode = codeOf(error);
  if (engineCode === badPattern) {
    return new FilterError(
      `The store at ${location} does not take a pattern of the filter: ${reasonOf(error)}`,
      {
        hint: 'Write a shorter $like pattern with fewer wildcards.',
        context: { location, engineCode },
        cause: error,
      },
    );
  }
  return new StoreError(`The store at ${location} failed: ${reasonOf(error)}`, {
    hint: hintOf(error, engineCode),
    context: { location, engineCode },
    cause: error,
  });
}

/** An address with several hosts fails with one error for each. */
function codeOf(error: unknown): string | undefined {
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error;
  return first instanceof Error && 'code' in first ? String(first.code) : undefined;
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}

function hintOf(error: unknown, code: string | undefined): string | undefined {
  if (code === '42501' && /denied for (schema|table)/.test(reasonOf(error))) return fewRights;
  const known = code === undefined ? undefined : hints[code];
  if (known !== undefined) return known;
  return /timeout|terminated|connection ended|not queryable/i.test(reasonOf(error)) ? unreachable : undefined;
}
