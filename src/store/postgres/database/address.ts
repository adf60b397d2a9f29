import { ConfigError } from '../../../errors.ts';
import {
  type GivenParameters,
  hnswFromParameter,
  hnswParameters,
  type HnswSettings,
  numberParameter,
} from '../../address-parameters.ts';
import { parsePostgresAddress } from '../../../util/postgres/postgres-address.ts';

/** Where a store is, as its URL says. */
export interface PostgresPlace {
  /** For the driver, with user and password. */
  readonly connectionString: string;
  readonly schema: string;
  /** A collection with as many chunks gets an index of its vectors; `Infinity` for none. */
  readonly hnswFrom: number;
  readonly index: IndexSettings;
  /** Whether statements are prepared under names, which some poolers cannot do. */
  readonly isPreparing: boolean;
  /** Host, port, database and schema, without user and password. */
  readonly location: string;
}

/** How the index of a collection is made, and how much of it a search looks at. */
export type IndexSettings =
  | ({ readonly kind: 'hnsw' } & HnswSettings)
  | { readonly kind: 'ivfflat'; readonly lists: number; readonly probes: number };

/** These found 99 of 100 nearest among 100,000 passages, where the server's own found 96 (docs/stores.md). */
const usualHnsw: HnswSettings = { m: 24, efConstruction: 200, efSearch: 200 };

/** For an index that was made with another `?index=`. */
export const usualEfSearch = usualHnsw.efSearch;
export const usualProbes = 10;
const usualLists = 100;
const mostLists = 32_768;

/** The server's own limit. */
const longestSchema = 63;
/** Reading all vectors of fewer chunks takes about as long as a search of the index. */
const usualHnswFrom = 10_000;

/**
 * Reads `postgres://user:password@host:5432/database?schema=<name>&hnsw_from=<chunks>&prepare=<true|false>&index=<hnsw|ivfflat>`
 * and the parameters of the index.
 * @throws ConfigError for a URL that is none.
 */
export function parsePostgresUrl(url: string): PostgresPlace {
  const address = parsePostgresAddress(url, { what: 'PostgreSQL store', longestSchema });
  const { parameters, ...place } = address;
  return {
    ...place,
    hnswFrom: hnswFromParameter(parameters, usualHnswFrom),
    index: indexOf(parameters),
    isPreparing: isPreparing(parameters.prepare),
  };
}

function indexOf(parameters: GivenParameters): IndexSettings {
  const { index = 'hnsw' } = parameters;
  if (index === 'ivfflat') {
    const count = (name: string, usual: number) =>
      numberParameter(parameters, name, { least: 1, most: mostLists, usual });
    const [lists, probes] = [count('ivfflat_lists', usualLists), count('ivfflat_probes', usualProbes)];
    return { kind: index, lists, probes: Math.min(lists, probes) };
  }
  if (index !== 'hnsw') {
    throw new ConfigError(`${JSON.stringify(index)} is no kind of index.`, {
      hint: 'Write ?index=hnsw or ?index=ivfflat.',
    });
  }
  const settings = hnswParameters(parameters, usualHnsw);
  const { m, efConstruction } = settings;
  if (efConstruction < 2 * m) {
    throw new ConfigError(
      `hnsw_ef_construction is ${efConstruction}, less than twice hnsw_m, which is ${m}.`,
      {
        hint: `Write ?hnsw_ef_construction=${2 * m} at least, or a smaller hnsw_m.`,
      },
    );
  }
  return { kind: index, ...settings };
}

function isPreparing(given = 'true'): boolean {
  if (given === 'true' || given === 'false') return given === 'true';
  throw new ConfigError(`${JSON.stringify(given)} is not true or false.`, {
    hint: 'Write ?prepare=false for a pooler that cannot prepare statements, or leave it out.',
  });
}
