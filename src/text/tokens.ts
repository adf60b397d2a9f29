/** Counts text in the tokens of one named vocabulary. */
export interface Tokenizer {
  /** Such as `cl100k_base`. */
  readonly name: string;
  count(text: string): number;
  /**
   * Where each token starts in `text`, ascending, in UTF-16 code units. A token that starts inside a code
   * point is given the code point's start, so that cutting at any offset is safe.
   */
  offsets(text: string): Uint32Array;
}

export type TokenizerName = 'cl100k_base' | 'o200k_base';

const plain = { disallowedSpecial: new Set<string>() };

/** Loads a byte-pair vocabulary; each is read once a process. Text that looks like a special token is plain text. */
export async function loadTokenizer(name: TokenizerName): Promise<Tokenizer> {
  const [encoding, ranks] =
    name === 'cl100k_base'
      ? await Promise.all([import('gpt-tokenizer/encoding/cl100k_base'), import('gpt-tokenizer/bpeRanks/cl100k_base')])
      : await Promise.all([import('gpt-tokenizer/encoding/o200k_base'), import('gpt-tokenizer/bpeRanks/o200k_base')]);
  void ranks;
  return {
    name,
    count: (text) => encoding.countTokens(text, plain),
    offsets: (text) => {
      const ids = encoding.encode(text, plain);
      const starts = new Uint32Array(ids.length);
      let position = 0;
      for (let token = 0; token < ids.length; token++) {
        starts[token] = Math.min(position, text.length);
        position += encoding.decode([ids[token]!]).length;
      }
      return starts;
    },
  };
}
