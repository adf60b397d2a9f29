import { analyse } from './analyser.ts';

/**
 * What a query asks of keyword search beside its words:
 *
 *   "exact words"   a phrase: its terms one after the other. Two or more, or it is only words
 *   invoic*         words that begin so: at least three letters or digits, the star at the end; beyond 64 they are words
 */
export interface KeywordQuery {
  /** The query without its prefixes; the words of phrases are among its words. */
  readonly words: string;
  /** The terms of each phrase, in each language of the documents. */
  readonly phrases: readonly (readonly string[])[];
  readonly prefixes: readonly KeywordPrefix[];
}

export interface KeywordPrefix {
  /** What terms begin with: in lower case, without diacritics. */
  readonly start: string;
  /** The term of the prefix when it is taken for a word; empty for a stop word. */
  readonly term: string;
}

/** No opening mark stands within: each of many that are never closed would be looked behind to the end. */
const quoted = /"([^"]+)"|“([^“”]+)”|„([^„“”]+)[“”]|«([^«»]+)»/gu;
const starred = /(?<![\p{L}\p{N}\p{M}*_\\])[\p{L}\p{N}\p{M}]{3,}\*(?![\p{L}\p{N}\p{M}*])/gu;
/** Each is a search among all words: some thousand would keep the program busy for half a minute. */
const mostPrefixes = 64;
/** Of no stemmer and no stop words: words are only folded. */
const noLanguage = 'und';

/**
 * Reads phrases and prefixes of a query.
 * @param languages of the documents, ISO 639-1, that of most first.
 */
export function parseKeywordQuery(query: string, languages: readonly string[] = []): KeywordQuery {
  const prefixes = new Map<string, KeywordPrefix>();
  const words = query.replace(starred, (word) => {
    const [start, ...more] = analyse(word, noLanguage);
    // Scripts without spaces come as pairs of characters, which are found without a star.
    if (start === undefined || more.length > 0) return word;
    if (prefixes.size === mostPrefixes && !prefixes.has(start)) return word;
    prefixes.set(start, { start, term: analyse(word, languages[0])[0] ?? '' });
    return ' ';
  });
  const phrases = [...words.matchAll(quoted)].flatMap(([, ...texts]) =>
    (languages.length > 0 ? languages : ['en']).map((language) => analyse(texts.join(''), language)),
  );
  const distinct = new Map(
    phrases.filter((terms) => terms.length > 1).map((terms) => [terms.join(' '), terms]),
  );
  return { words, phrases: [...distinct.values()], prefixes: [...prefixes.values()] };
}

/** Whether the terms of the phrase stand in the text one after the other. */
export function hasPhrase(text: readonly string[], phrase: readonly string[]): boolean {
  return text.some((_, start) => phrase.every((term, index) => text[start + index] === term));
}
