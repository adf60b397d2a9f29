import type { Body } from './types.ts';

/** How texts match in a field with a full-text index. */
export interface TextRules {
  /** Every word of the query stands in the text. */
  all(query: string): (text: string) => boolean;
  any(query: string): (text: string) => boolean;
  /** The words stand one after another. */
  phrase(query: string): (text: string) => boolean;
}

type Options = Body<'TextIndexParams'>;

export function textRules(options: Options): TextRules {
  const stored = (text: string) => words(text, options, true);
  const asked = (query: string) => words(query, options, false);
  return {
    all(query) {
      const wanted = asked(query);
      return (text) => {
        const found = new Set(stored(text));
        return wanted.length > 0 && wanted.every((word) => found.has(word));
      };
    },
    any(query) {
      const wanted = asked(query);
      return (text) => {
        const found = new Set(stored(text));
        return wanted.some((word) => found.has(word));
      };
    },
    phrase(query) {
      const wanted = asked(query);
      return (text) => wanted.length > 0 && isWithin(wanted, stored(text));
    },
  };
}

const isWithin = (phrase: readonly string[], text: readonly string[]) =>
  text.some((_, start) => phrase.every((word, place) => text[start + place] === word));

/** Of a stored text, with the tokenizer `prefix`, each word gives its beginnings too. */
function words(text: string, options: Options, isStored: boolean): string[] {
  const { tokenizer = 'word', lowercase, min_token_len: least, max_token_len: most } = options;
  const cut = tokenizer === 'whitespace' ? text.split(/\s+/u) : text.split(/[^\p{Alphabetic}\p{N}]+/u);
  const parts = cut
    .filter((word) => word !== '')
    .map((word) => (lowercase === false ? word : word.toLowerCase()));
  if (tokenizer === 'prefix')
    return parts.flatMap((word) => beginnings(word, least ?? 1, most ?? Infinity, isStored));
  return parts.filter((word) => {
    const { length } = [...word];
    return length >= (least ?? 0) && length <= (most ?? Infinity);
  });
}

function beginnings(word: string, least: number, most: number, isStored: boolean): string[] {
  const letters = [...word];
  const longest = Math.min(letters.length, most);
  if (!isStored) return longest >= least ? [letters.slice(0, longest).join('')] : [];
  const lengths = Array.from({ length: Math.max(0, longest - least + 1) }, (_, more) => least + more);
  return lengths.map((length) => letters.slice(0, length).join(''));
}
