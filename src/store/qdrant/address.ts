import {
  type HnswSettings,
  hnswFromParameter,
  hnswParameters,
  numberParameter,
  parseServerUrl,
  wrongParameter,
} from '../address-parameters.ts';

/** What the URL of a Qdrant store says. */
export interface QdrantAddress {
  /** `http://host:6333` or `https://…`. */
  readonly origin: string;
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

const usualPrefix = 'pincite';
/** The first two are the server's own. */
const usualHnsw: HnswSettings = { m: 16, efConstruction: 100, efSearch: 128 };
const usualHnswFrom = 20_000;

const rules = {
  engine: 'Qdrant',
  usualPort: 6333,
  parameters:
    'prefix shards replicas quantization hnsw_from hnsw_m hnsw_ef_construction hnsw_ef_search'.split(' '),
  hint: 'Write qdrant://host:6333, or qdrants://:key@host:6333 with TLS; in a key # as %23, / as %2F, ? as %3F and % as %25.',
};

/** @throws ConfigError */
export function parseQdrantUrl(url: string): QdrantAddress {
  const { host: name, port, isSecure, key: apiKey, given } = parseServerUrl(url, rules);
  const host = `${name}:${port}`;
  const { prefix = usualPrefix, quantization = 'none' } = given;
  if (!/^[a-z0-9_-]{1,60}$/i.test(prefix)) throw wrongParameter('prefix', 'Use letters, digits, _ and -');
  if (!['int8', 'none'].includes(quantization)) throw wrongParameter('quantization', 'Use int8 or none');
  /** None unless given: the server decides. */
  const count = (parameter: string) =>
    given[parameter] === undefined
      ? undefined
      : numberParameter(given, parameter, { least: 1, most: 10_000, usual: 1 });
  return {
    origin: `${isSecure ? 'https' : 'http'}://${host}`,
    apiKey,
    prefix,
    shards: count('shards'),
    replicas: count('replicas'),
    isQuantized: quantization === 'int8',
    hnsw: hnswParameters(given, usualHnsw),
    hnswFrom: hnswFromParameter(given, usualHnswFrom),
    location: `${isSecure ? 'qdrants' : 'qdrant'}://${host}${prefix === usualPrefix ? '' : `?prefix=${prefix}`}`,
  };
}
