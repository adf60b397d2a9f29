import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../../errors.ts';
import { parsePostgresUrl } from './address.ts';

const indexIn = (parameters: string) => parsePostgresUrl(`postgres://db/library?${parameters}`).index;

describe('the URL of a PostgreSQL store', () => {
  it('names a schema, when an index is made and how statements are sent, which the driver does not see', () => {
    const url = 'postgres://me:secret@db:5433/library?schema=a_1&hnsw_from=500&prepare=false&sslmode=require';
    expect(parsePostgresUrl(url)).toMatchObject({
      connectionString: 'postgres://me:secret@db:5433/library?sslmode=verify-full',
      schema: 'a_1',
      hnswFrom: 500,
      isPreparing: false,
      location: 'postgres://db:5433/library?schema=a_1',
    });
  });

  it('has defaults for all of them', () => {
    expect(parsePostgresUrl('postgresql://db/library')).toMatchObject({
      schema: 'pincite',
      hnswFrom: 10_000,
      isPreparing: true,
      location: 'postgres://db/library',
    });
  });

  it('says what kind of index is made, and how', () => {
    expect(indexIn('')).toEqual({ kind: 'hnsw', m: 24, efConstruction: 200, efSearch: 200 });
    expect(indexIn('hnsw_m=16&hnsw_ef_construction=64&hnsw_ef_search=40')).toEqual({
      kind: 'hnsw',
      m: 16,
      efConstruction: 64,
      efSearch: 40,
    });
    expect(indexIn('index=ivfflat')).toEqual({ kind: 'ivfflat', lists: 100, probes: 10 });
    expect(indexIn('index=ivfflat&ivfflat_lists=5')).toEqual({ kind: 'ivfflat', lists: 5, probes: 5 });
  });

  it('may ask for exact search', () => {
    expect(parsePostgresUrl('postgres://db/library?hnsw_from=never').hnswFrom).toBe(Infinity);
  });

  it('leaves to the driver what is the server’s, and how TLS is to be weaker where that is written', () => {
    const url =
      'postgres://db/library?uselibpqcompat=true&sslmode=require&application_name=a&connect_timeout=5';
    expect(parsePostgresUrl(url).connectionString).toBe(url);
  });

  it.each([
    ['sqlite:./here', '%23'],
    ['postgres://me:se/cret@db/library', '%2F'],
    ['postgres://db/library?schema=Big', 'lower-case'],
    ['postgres://db/library?schema=pg_mine', 'pg_'],
    ['postgres://db/library?hnsw_from=soon', 'never'],
    ['postgres://db/library?index=tree', 'index=ivfflat'],
    ['postgres://db/library?hnsw_m=101', 'from 2 to 100'],
    ['postgres://db/library?hnsw_m=50&hnsw_ef_construction=64', 'hnsw_ef_construction=100'],
    ['postgres://db/library?index=ivfflat&ivfflat_probes=0', 'from 1 to 32768'],
    ['postgres://db/library?prepare=no', '?prepare=false'],
    ['postgres://db/library?shema=matter1', 'Did you mean schema?'],
    ['postgres://db/library?colour=blue', 'schema, prepare, index, hnsw_from'],
  ])('says what to write instead of %s', (url, hint) => {
    expect(() => parsePostgresUrl(url)).toThrow(
      expect.objectContaining({ name: ConfigError.name, hint: expect.stringContaining(hint) }) as Error,
    );
  });
});
