import { ConfigError } from '../errors.ts';

export interface QueueAddress {
  readonly connectionString: string;
  /** Of the tables of jobs. */
  readonly schema: string;
  /** Host, port, database and schema, without user and password. */
  readonly location: string;
}

const usualSchema = 'pincite';

/**
 * Where the jobs of a database are: in the schema `pincite_queue`, or `<name>_queue` after `?schema=<name>`, so that a store
 * and its queue may have one URL.
 * @throws ConfigError for a URL that is none.
 */
export function parseQueueUrl(url: string): QueueAddress {
  const parsed = URL.parse(url);
  // A `#` or `/` that is not escaped ends the host too early, and the password would stand in the location.
  if (
    parsed === null ||
    !/^postgres(ql)?:$/.test(parsed.protocol) ||
    parsed.hash !== '' ||
    hidesUser(parsed)
  ) {
    throw new ConfigError('That is not the URL of a queue.', {
      hint: 'Write postgres://user:password@host:5432/database; in a password # as %23, / as %2F, ? as %3F and % as %25.',
    });
  }
  const name = parsed.searchParams.get('schema') ?? usualSchema;
  if (!/^[a-z_][a-z0-9_]{0,40}$/.test(name)) {
    throw new ConfigError(`${JSON.stringify(name)} cannot be the schema of a queue.`, {
      hint: 'Use up to 41 lower-case letters, digits and _, such as ?schema=pincite.',
    });
  }
  parsed.searchParams.delete('schema');
  const place = `postgres://${parsed.host}${parsed.pathname}`;
  return {
    connectionString: parsed.href,
    schema: `${name}_queue`,
    location: name === usualSchema ? place : `${place}?schema=${name}`,
  };
}

const hidesUser = ({ username, pathname, search }: URL) => username === '' && /@/.test(pathname + search);
