import { resolve } from 'node:path';
import { ConfigError } from '../../errors.ts';
import { parseServerUrl, refuseParameters } from '../address-parameters.ts';

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

const usualFolder = '.pincite-chroma';
const rules = {
  engine: 'Chroma',
  usualPort: 8000,
  parameters: ['beside', 'tenant', 'database'],
  hint: 'Write chroma://host:8000?beside=./folder, or chroma:./folder for a server of its own.',
};

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
  const { isSecure, key, given, ...place } = parseServerUrl(url, rules);
  const { tenant = 'default_tenant', database = 'default_database' } = given;
  const beside = resolve(given.beside ?? usualFolder);
  const server: ServerAddress = { ...place, ssl: isSecure, tenant, database, token: key };
  return { location: `chroma://${server.host}:${server.port} beside ${beside}`, beside, server };
}

/** Does not repeat the URL, which may hold a token. */
function notOurs(): ConfigError {
  return new ConfigError('That is not the URL of a Chroma store.', { hint: rules.hint });
}
