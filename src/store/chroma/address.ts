import { resolve } from 'node:path';
import { ConfigError } from '../../errors.ts';
import { refuseParameters } from '../address-parameters.ts';

/** Where a Chroma server listens, and who may use it. */
export interface ServerAddress {
  readonly host: string;
  readonly port: number;
  readonly ssl: boolean;
  readonly tenant: string;
  readonly database: string;
  readonly token?: string | undefined;
}

/** What the URL of a store with Chroma says. */
export interface ChromaAddress {
  /** Without the token. */
  readonly location: string;
  /** The folder with the documents, absolute. */
  readonly beside: string;
  /** Absent where a server of our own is to run over a part of that folder. */
  readonly server?: ServerAddress | undefined;
}

const usualPort = 8000;
const usualFolder = '.pincite-chroma';
const parameters = ['beside', 'tls', 'tenant', 'database'];

/**
 * Reads `chroma://host:8000?beside=./folder` (`chromas://` for TLS), or `chroma:./folder`.
 * @throws ConfigError for another URL, or a parameter that there is none of.
 */
export function parseAddress(url: string): ChromaAddress {
  const [, scheme, rest] = /^(chromas?):(.+)$/s.exec(url) ?? [];
  if (rest === undefined) throw notOurs();
  if (rest.startsWith('//')) return serverAddress(url);
  if (scheme !== 'chroma') throw notOurs();
  refuseParameters(url);
  const folder = resolve(rest);
  return { location: `chroma:${folder}`, beside: folder };
}

function serverAddress(url: string): ChromaAddress {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed?.hostname || parsed.pathname.replace('/', '') !== '') throw notOurs();
  const { searchParams: given, hostname, port, password } = parsed;
  const unknown = [...given.keys()].find((name) => !parameters.includes(name));
  if (unknown !== undefined) {
    throw new ConfigError(`The URL of a Chroma store has no parameter ${JSON.stringify(unknown)}.`, {
      hint: `It may have ${parameters.join(', ')}.`,
    });
  }
  const server: ServerAddress = {
    host: hostname,
    port: port === '' ? usualPort : Number(port),
    ssl: parsed.protocol === 'chromas:' || given.get('tls') === 'true',
    tenant: given.get('tenant') ?? 'default_tenant',
    database: given.get('database') ?? 'default_database',
    token: password === '' ? undefined : decodeURIComponent(password),
  };
  const beside = resolve(given.get('beside') ?? usualFolder);
  return { location: `chroma://${server.host}:${server.port} beside ${beside}`, beside, server };
}

/** Does not repeat the URL, which may hold a token. */
function notOurs(): ConfigError {
  return new ConfigError('That is not the URL of a Chroma store.', {
    hint: 'Write chroma://host:8000?beside=./folder, or chroma:./folder for a server of its own.',
  });
}
