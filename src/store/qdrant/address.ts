import { ConfigError } from '../../errors.ts';
import { numberParameter } from '../address-parameters.ts';
import { docsPage } from '../../util/strings/docs-page.ts';

/** What the URL of a Qdrant store says. */
export interface QdrantPlace {
  /** `http://host:6333` or `https://…`. */
  readonly address: string;
  readonly apiKey: string | undefined;
  /** All of the store's collections on the server begin so. */
  readonly prefix: string;
  readonly shards: number | undefined;
  readonly replicas: number | undefined;
  /** Whether vectors are searched in eight bits a number, and what is found scored again in full. */
  readonly isQuantized: boolean;
  readonly hnsw: HnswSettings;
  /** Of so many chunks on, a collection's vectors are searched by the server's graph; exactly below that. */
  readonly hnswFrom: number;
  /** The URL without the key. */
  readonly location: string;
}

/** How the server's graph is made, and how much of it a search keeps in view at least. */
export interface HnswSettings {
  readonly m: number;
  readonly efConstruct: number;
  readonly efSearch: number;
}

/** What is usual of the first two is the server's own default. */
const ranges = {
  hnsw_m: { least: 2, most: 100, usual: 16 },
  hnsw_ef_construction: { least: 4, most: 1000, usual: 100 },
  hnsw_ef_search: { least: 1, most: 1000, usual: 128 },
};

const usualPrefix = 'pincite';
const usualPort = '6333';
const usualHnswFrom = 20_000;
const settings = ['tls', 'prefix', 'shards', 'replicas', 'quantization', 'hnsw_from', ...Object.keys(ranges)];

/** @throws ConfigError */
export function parseQdrantUrl(url: string): QdrantPlace {
  const parsed = URL.parse(url);
  if (parsed === null || !/^qdrants?:$/.test(parsed.protocol) || parsed.hostname === '' || hidesKey(parsed)) {
    throw notAUrl();
  }
  const given = Object.fromEntries(parsed.searchParams);
  const unknown = Object.keys(given).find((name) => !settings.includes(name));
  if (unknown !== undefined) throw wrongSetting(unknown, `there are ${settings.join(', ')}`);
  const isSecure = parsed.protocol === 'qdrants:' || given.tls === 'true';
  const host = `${parsed.hostname}:${parsed.port || usualPort}`;
  const { prefix = usualPrefix } = given;
  if (!/^[a-z0-9_-]{1,60}$/i.test(prefix)) throw wrongSetting('prefix', 'use letters, digits, _ and -');
  return {
    address: `${isSecure ? 'https' : 'http'}://${host}`,
    apiKey: parsed.password === '' ? undefined : decoded(parsed.password),
    prefix,
    shards: countOf(given, 'shards'),
    replicas: countOf(given, 'replicas'),
    isQuantized: isInt8(given.quantization),
    hnsw: {
      m: numberParameter(given, 'hnsw_m', ranges.hnsw_m),
      efConstruct: numberParameter(given, 'hnsw_ef_construction', ranges.hnsw_ef_construction),
      efSearch: numberParameter(given, 'hnsw_ef_search', ranges.hnsw_ef_search),
    },
    hnswFrom: given.hnsw_from === 'never' ? Infinity : (countOf(given, 'hnsw_from') ?? usualHnswFrom),
    location: `${isSecure ? 'qdrants' : 'qdrant'}://${host}${prefix === usualPrefix ? '' : `?prefix=${prefix}`}`,
  };
}

/**
 * Whether a key stands where it would be shown: as a user name, or, where one of `#/?` in it has ended what was read as the
 * host, in the rest.
 */
function hidesKey({ username, password, pathname, search, hash }: URL): boolean {
  const isElsewhere = hash !== '' || !/^\/?$/.test(pathname) || search.includes('@');
  return isElsewhere || (username !== '' && password === '');
}

function decoded(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    throw notAUrl();
  }
}

function notAUrl(): ConfigError {
  return new ConfigError('That is not the URL of a Qdrant store.', {
    hint: 'Write qdrant://host:6333, or qdrants://:key@host:6333 with TLS; in a key # as %23, / as %2F, ? as %3F and % as %25.',
  });
}

function countOf(given: Readonly<Record<string, string>>, name: string): number | undefined {
  const value = given[name];
  if (value === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(value)) throw wrongSetting(name, 'use a whole number from 1');
  return Number(value);
}

function isInt8(value: string | undefined): boolean {
  if (value === undefined || value === 'none') return false;
  if (value === 'int8') return true;
  throw wrongSetting('quantization', 'use int8 or none');
}

function wrongSetting(name: string, hint: string): ConfigError {
  return new ConfigError(`${JSON.stringify(name)} in the URL of the Qdrant store is wrong: ${hint}.`, {
    hint: `See ${docsPage('stores.md')} for what may stand there.`,
  });
}
