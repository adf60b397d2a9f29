import { ConfigError } from '../errors.ts';
import { docsPage } from '../util/strings/docs-page.ts';

/** What the URL of a store gives beside its place, by name. */
export type GivenParameters = Readonly<Partial<Record<string, string>>>;

/** Where a server listens, and what else its URL says. */
export interface ServerUrl {
  readonly host: string;
  readonly port: number;
  readonly isSecure: boolean;
  /** What stands for a password: `undefined` where there is none. */
  readonly key: string | undefined;
  readonly given: GivenParameters;
}

interface ServerUrlRules {
  /** As in `Qdrant`. Its scheme is that in small letters; with an `s` behind it, or with `tls=true`, the server is asked over TLS. */
  readonly engine: string;
  readonly usualPort: number;
  /** What may stand behind the question mark, beside `tls`. */
  readonly parameters: readonly string[];
  /** How to write it. */
  readonly hint: string;
}

/**
 * Reads `scheme://:key@host:port?name=value`. No error repeats the URL, which may hold a key.
 * @throws ConfigError for another URL, or a parameter that there is none of.
 */
export function parseServerUrl(
  url: string,
  { engine, usualPort, parameters, hint }: ServerUrlRules,
): ServerUrl {
  const wrong = () => new ConfigError(`That is not the URL of a ${engine} store.`, { hint });
  const scheme = engine.toLowerCase();
  const parsed = URL.parse(url);
  if (!parsed?.hostname || ![`${scheme}:`, `${scheme}s:`].includes(parsed.protocol) || hidesKey(parsed))
    throw wrong();
  const given: GivenParameters = Object.fromEntries(parsed.searchParams);
  const known = ['tls', ...parameters];
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown !== undefined) throw wrongParameter(unknown, `It may have ${known.join(', ')}`);
  const { hostname: host, port, protocol, password } = parsed;
  try {
    return {
      host,
      port: port === '' ? usualPort : Number(port),
      isSecure: protocol === `${scheme}s:` || given.tls === 'true',
      key: password === '' ? undefined : decodeURIComponent(password),
      given,
    };
  } catch {
    throw wrong();
  }
}

/**
 * Whether a key stands where it would be shown: as a user name, or, where one of `#/?` in it has ended what was read as the
 * host, in the rest.
 */
function hidesKey({ username, password, pathname, searchParams, hash }: URL): boolean {
  const isElsewhere =
    hash !== '' || !/^\/?$/.test(pathname) || [...searchParams.keys()].join('').includes('@');
  return isElsewhere || (username !== '' && password === '');
}

interface NumberRange {
  readonly least: number;
  readonly most: number;
  readonly usual: number;
}

/**
 * A whole number that the URL of a store gives under this name; what is usual unless given.
 * @throws ConfigError for another one than the range holds.
 */
export function numberParameter(
  given: GivenParameters,
  name: string,
  { least, most, usual }: NumberRange,
): number {
  const text = given[name] ?? String(usual);
  const value = Number(text);
  if (/^\d{1,9}$/.test(text) && value >= least && value <= most) return value;
  throw wrongParameter(name, `Write a whole number from ${least} to ${most}, or leave it out for ${usual}`);
}

/** How the graph of vectors of a server is made, and how much of it a search looks at. */
export interface HnswSettings {
  readonly m: number;
  readonly efConstruction: number;
  readonly efSearch: number;
}

/** `hnsw_m`, `hnsw_ef_construction` and `hnsw_ef_search`; the ranges are those of the servers. @throws ConfigError */
export const hnswParameters = (given: GivenParameters, usual: HnswSettings): HnswSettings => ({
  m: numberParameter(given, 'hnsw_m', { least: 2, most: 100, usual: usual.m }),
  efConstruction: numberParameter(given, 'hnsw_ef_construction', {
    least: 4,
    most: 1000,
    usual: usual.efConstruction,
  }),
  efSearch: numberParameter(given, 'hnsw_ef_search', { least: 1, most: 1000, usual: usual.efSearch }),
});

/** Of how many chunks on vectors are searched by a graph; `Infinity` for never. @throws ConfigError */
export function hnswFromParameter(given: GivenParameters, usual: number): number {
  const { hnsw_from: chunks = String(usual) } = given;
  if (chunks === 'never') return Infinity;
  if (/^\d{1,15}$/.test(chunks)) return Number(chunks);
  throw wrongParameter('hnsw_from', 'Write a number of chunks, or never for exact search alone');
}

/** @param hint begins with a capital letter and ends without a full stop. */
export function wrongParameter(name: string, hint: string): ConfigError {
  return new ConfigError(`${JSON.stringify(name)} in the URL of the store is wrong.`, {
    hint: `${hint}; see ${docsPage('stores.md')}.`,
  });
}

/**
 * Of a URL that is a scheme and a folder: what looks like parameters would become a part of the folder's name.
 * @throws ConfigError
 */
export function refuseParameters(url: string): void {
  const start = url.indexOf('?');
  if (start === -1) return;
  throw new ConfigError(`${url} names a folder, which takes no parameters.`, {
    hint: `Write ${url.slice(0, start)}; a folder with a question mark in its name cannot be a store.`,
  });
}
