// Makes assets/vocabularies from gpt-tokenizer's, in the form of src/text/tokens/vocabulary.ts: npm run vocabularies
import { mkdir, writeFile } from 'node:fs/promises';
import cl100k from 'gpt-tokenizer/bpeRanks/cl100k_base';
import o200k from 'gpt-tokenizer/bpeRanks/o200k_base';

/** What a token stands for: text, or the bytes of a part of one or more characters. */
type Ranks = readonly (string | readonly number[] | undefined)[];

function fileOf(ranks: Ranks): Buffer {
  const tokens = Array.from(ranks, (token = '') =>
    typeof token === 'string' ? Buffer.from(token) : Buffer.from(token),
  );
  const count = Buffer.alloc(4);
  count.writeUInt32LE(tokens.length);
  const lengths = Buffer.from(tokens.map(({ length }) => length));
  if (tokens.some((token, id) => token.length !== lengths[id])) throw new Error('A token is too long.');
  return Buffer.concat([count, lengths, ...tokens]);
}

const folder = new URL('../assets/vocabularies/', import.meta.url);
await mkdir(folder, { recursive: true });
for (const [name, ranks] of Object.entries({ cl100k_base: cl100k, o200k_base: o200k })) {
  await writeFile(new URL(`${name}.bin`, folder), fileOf(ranks as Ranks));
}
