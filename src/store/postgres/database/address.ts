import { ConfigError } from '../../../errors.ts';
import { numberParameter } from '../../address-parameters.ts';
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
  | { readonly kind: 'hnsw'; readonly m: number; readonly efConstruction: number; readonly efSearch: number }
  | { readonly kind: 'ivfflat'; readonly lists: number; readonly probes: number };

/** The server's own limits. What is usual found 99 of 100 nearest among 100,000 passages, where its own defaults found 96 (docs/stores.md). */
const ranges = {
  hnsw_m: { least: 2, most: 100, usual: 24 },
  hnsw_ef_construction: { least: 4, most: 1000, usual: 200 },
  hnsw_ef_search: { least: 1, most: 1000, usual: 200 },
  ivfflat_lists: { least: 1, most: 32_768, usual: 100 },
  ivfflat_probes: { least: 1, most: 32_768, usual: 10 },
};

/** For an index that was made with another `?index=`. */
export const usualEfSearch = ranges.hnsw_ef_search.usual;
export const usualProbes = ranges.ivfflat_probes.usual;

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
  const { hnsw_from: hnswFrom, prepare } = parameters;
  return {
    ...place,
    hnswFrom: hnswFromOf(hnswFrom),
    index: indexOf(parameters),
    isPreparing: isPreparing(prepare),
  };
}

function indexOf(parameters: Readonly<Partial<Record<string, string>>>): IndexSettings {
  const number = (name: keyof typeof ranges) => numberParameter(parameters, name, ranges[name]);
  const { index = 'hnsw' } = parameters;
  if (index === 'ivfflat') {
    const [lists, probes] = [number('ivfflat_lists'), number('ivfflat_probes')];
    return { kind: index, lists, probes: Math.min(lists, probes) };
  }
  if (index !== 'hnsw') {
    throw new ConfigError(`${JSON.stringify(index)} is no kind of index.`, {
      hint: 'Write ?index=hnsw or ?index=ivfflat.',
    });
  }
  const [m, efConstruction] = [number('hnsw_m'), number('hnsw_ef_construction')];
  if (efConstruction < 2 * m) {
    throw new ConfigError(
      `hnsw_ef_construction is ${efConstruction}, less than twice hnsw_m, which is ${m}.`,
      {
        hint: `Write ?hnsw_ef_construction=${2 * m} at least, or a smaller hnsw_m.`,
      },
    );
  }
  return { kind: index, m, efConstruction, efSearch: number('hnsw_ef_search') };
}

function isPreparing(given = 'true'): boolean {
  if (given === 'true' || given === 'false') return given === 'true';
  throw new ConfigError(`${JSON.stringify(given)} is not true or false.`, {
    hint: 'Write ?prepare=false for a pooler that cannot prepare statements, or leave it out.',
  });
}

function hnswFromOf(given = String(usualHnswFrom)): number {
  if (given === 'never') return Infinity;
  if (/^\d{1,15}$/.test(given)) return Number(given);
  throw new ConfigError(`${JSON.stringify(given)} is no number of chunks.`, {
    hint: 'Write ?hnsw_from=10000, or ?hnsw_from=never for exact vector search alone.',
  });
}
