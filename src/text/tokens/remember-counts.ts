import type { Tokenizer } from './tokens.ts';

/** A tokenizer that counts each text once; for texts of one document, which it keeps as long as it lives. */
export function rememberCounts(tokenizer: Tokenizer): Tokenizer {
  const counts = new Map<string, number>();
  const remember = (text: string, count: number) => {
    counts.set(text, count);
    return count;
  };
  return {
    name: tokenizer.name,
    count: (text) => counts.get(text) ?? remember(text, tokenizer.count(text)),
    offsets(text) {
      const offsets = tokenizer.offsets(text);
      remember(text, offsets.length);
      return offsets;
    },
  };
}
