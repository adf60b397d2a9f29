import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../errors.ts';
import { parseQdrantUrl } from './address.ts';

describe('parseQdrantUrl', () => {
  it('reads host, port and what is usual', () => {
    expect(parseQdrantUrl('qdrant://localhost')).toEqual({
      origin: 'http://localhost:6333',
      apiKey: undefined,
      prefix: 'pincite',
      shards: undefined,
      replicas: undefined,
      isQuantized: false,
      hnsw: { m: 16, efConstruction: 100, efSearch: 128 },
      hnswFrom: 20_000,
      location: 'qdrant://localhost:6333',
    });
  });

  it('reads key, TLS and settings, and shows no key', () => {
    const url =
      'qdrant://:se%23cret@db.example.com:443/?tls=true&prefix=tests&shards=3&replicas=2&quantization=int8&hnsw_from=never&hnsw_m=32&hnsw_ef_construction=400&hnsw_ef_search=256';
    expect(parseQdrantUrl(url)).toEqual({
      origin: 'https://db.example.com:443',
      apiKey: 'se#cret',
      prefix: 'tests',
      shards: 3,
      replicas: 2,
      isQuantized: true,
      hnsw: { m: 32, efConstruction: 400, efSearch: 256 },
      hnswFrom: Infinity,
      location: 'qdrants://db.example.com:443?prefix=tests',
    });
    expect(parseQdrantUrl('qdrants://[::1]').origin).toBe('https://[::1]:6333');
  });

  it('refuses what it would misread, without the key in the message', () => {
    for (const url of [
      'qdrant:',
      'http://localhost:6333',
      'qdrant://secret@localhost',
      'qdrant://:se#cret@localhost',
      'qdrant://:se/cret@localhost',
      'qdrant://:se?cret@localhost',
      'qdrant://:se%zzcret@localhost',
      'qdrant://localhost?shards=0',
      'qdrant://localhost?replicas=two',
      'qdrant://localhost?quantization=int4',
      'qdrant://localhost?hnsw_from=-1',
      'qdrant://localhost?hnsw_m=1',
      'qdrant://localhost?hnsw_ef_search=1001',
      'qdrant://localhost?prefix=a.b',
      'qdrant://localhost?colour=blue',
    ]) {
      let failure: unknown;
      try {
        parseQdrantUrl(url);
      } catch (error) {
        failure = error;
      }
      expect(failure, url).toBeInstanceOf(ConfigError);
      expect(JSON.stringify(failure), url).not.toContain('cret');
    }
  });
});
