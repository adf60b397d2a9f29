import { expect, it } from 'vitest';
import { loadDocument } from '../src/load/load.ts';
import { fuzzedFile, outcomeOf } from './support/fuzz/fuzzed-file.ts';
import { writeOriginals } from './support/fuzz/originals.ts';

const limits = { maxBytes: 2 ** 24, maxPages: 2000, maxChars: 10_000_000 };

it('reads the originals that are damaged', async () => {
  for (const { name, bytes } of await writeOriginals()) {
    expect({ name, ...(await outcomeOf(() => loadDocument({ name, bytes, limits }))) }).toEqual({
      name,
      kind: 'read',
    });
  }
});

it('reads damaged files of every format whole, or says in a typed error why not', async () => {
  const originals = await writeOriginals();
  for (let number = 0; number < 150; number += 1) {
    const { name, bytes } = fuzzedFile(originals, 7, number);
    const { problem } = await outcomeOf(() => loadDocument({ name, bytes, limits }));
    expect({ number, problem }).toEqual({ number, problem: undefined });
  }
});
