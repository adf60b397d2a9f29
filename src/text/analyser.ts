import { stemmer } from '@orama/stemmers/english';

/** Names the rules by which text becomes terms; stored with collections, changed whenever terms change. */
export const analyserId = 'pincite-1';

/** Terms of a text for keyword search, in order, with duplicates. */
export function analyse(text: string, language = 'en'): string[] {
  void language;
  const words = text.normalize('NFKC').toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return words.map((word) => stemmer(word));
}
