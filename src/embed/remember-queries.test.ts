import { describe, expect, it } from 'vitest';
import type { Embedder } from './embedder.ts';
import { rememberQueries } from './remember-queries.ts';

function lengths(): { readonly asked: string[][]; readonly embedder: Embedder } {
  const asked: string[][] = [];
  const embed: Embedder['embed'] = async (texts, { signal }) => {
    signal?.throwIfAborted();
    asked.push([...texts]);
    return texts.map(({ length }) => Float32Array.of(length));
  };
  const embedder = rememberQueries({ modelId: 'lengths', dimensions: 1, maxTokens: 10, embed });
  return { asked, embedder };
}

const query = { role: 'query' } as const;

describe('rememberQueries', () => {
  it('asks once for a query, and again for a passage of the same text', async () => {
    const { asked, embedder } = lengths();
    expect(await embedder.embed(['one'], query)).toEqual([Float32Array.of(3)]);
    expect(await embedder.embed(['three', 'one', 'six'], query)).toEqual(
      [5, 3, 3].map((n) => Float32Array.of(n)),
    );
    await embedder.embed(['one'], { role: 'passage' });
    await embedder.embed(['one'], { role: 'passage' });
    expect(asked).toEqual([['one'], ['three', 'six'], ['one'], ['one']]);
  });

  it('gives vectors that may be changed', async () => {
    const { embedder } = lengths();
    const [first] = await embedder.embed(['one'], query);
    first![0] = 9;
    expect(await embedder.embed(['one'], query)).toEqual([Float32Array.of(3)]);
  });

  it('remembers nothing of a call that fails', async () => {
    const { asked, embedder } = lengths();
    await expect(embedder.embed(['one'], { ...query, signal: AbortSignal.abort() })).rejects.toThrow();
    await embedder.embed(['one'], query);
    expect(asked).toEqual([['one']]);
  });

  it('hands on what is no vector, and asks again', async () => {
    const given = [[Float32Array.of(Number.NaN)], [], [Float32Array.of(1)]];
    const embed: Embedder['embed'] = async () => given.shift()!;
    const embedder = rememberQueries({ modelId: 'faulty', dimensions: 1, maxTokens: 10, embed });
    expect(await embedder.embed(['one'], query)).toEqual([Float32Array.of(Number.NaN)]);
    expect(await embedder.embed(['one'], query)).toEqual([undefined]);
    expect(await embedder.embed(['one'], query)).toEqual([Float32Array.of(1)]);
  });

  it('asks again for what was asked long ago', async () => {
    const { asked, embedder } = lengths();
    for (let number = 0; number <= 500; number += 1) await embedder.embed([`query ${number}`], query);
    await embedder.embed(['query 500'], query);
    await embedder.embed(['query 0'], query);
    expect(asked.length).toBe(502);
  });
});
