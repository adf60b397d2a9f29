import { analyse } from '../../text/terms/analyser.ts';
import { identifiersIn } from '../../text/terms/identifiers.ts';

/** The terms of a name or a query, each with a word that it stands for. */
export type NameWords = ReadonlyMap<string, string>;

/**
 * The words of a document's name: of one that is written in several (`QuickBooks`, `NDATemplate`) its parts, and the whole, under a
 * term that `wordsOfQuery` has for the same word alone.
 */
export function wordsOfName(name: string): NameWords {
  const words = new Map<string, string>();
  const text = withPlainPeriods(name);
  for (const word of writtenWords(text)) {
    const parts = word.split(innerCapital);
    for (const part of parts) addTerms(words, part);
    if (parts.length > 1) addTerms(words, word, wholeMark);
  }
  for (const identifier of identifiersIn(text)) words.set(identifier, identifier);
  return words;
}

/** The words of a query as names may have them: also neighbours written together, as `Ulta Beauty` for `ULTABEAUTY`. */
export function wordsOfQuery(query: string): NameWords {
  const words = new Map(wordsOfName(query));
  const written = writtenWords(query);
  for (const word of written) addTerms(words, word, wholeMark);
  for (const [index, word] of written.slice(1).entries())
    addTerms(words, `${written[index]}${word}`.toLowerCase());
  return words;
}

/** Before the term of a whole word that has parts: neighbours in a query (`disclosure agreement`) are no such word. */
const wholeMark = '=';

/** What an analysed word gives; a word first seen stays. */
function addTerms(words: Map<string, string>, word: string, mark = ''): void {
  const terms = analyse(word);
  for (const term of terms) {
    const key = mark + term;
    if (!words.has(key)) words.set(key, terms.length === 1 ? word : term);
  }
}

const possessive = /['’]s\b/g;
const betweenWords = /[^\p{L}\p{N}\p{M}]+/u;

const writtenWords = (text: string): string[] =>
  text
    .replaceAll(possessive, '')
    .split(betweenWords)
    .filter((word) => word !== '');

/** Between `k` and `B` of `QuickBooks`, between `A` and `T` of `NDATemplate`. */
const innerCapital = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

/** `FY2022` and `FY22` as `2022`; `2023Q4`, `Q4'2023`, `Q42023` and `4Q 2023` as `2023 Q4`. */
function withPlainPeriods(text: string): string {
  const plain = text.replaceAll('_', ' ');
  if (!/FY|Q/i.test(plain)) return plain;
  return plain
    .replaceAll(/\bFY ?['’]?(\d{4})\b/gi, ' $1 ')
    .replaceAll(/\bFY ?['’]?(\d\d)\b/gi, ' 20$1 ')
    .replaceAll(/\b(\d{4})Q([1-4])\b/gi, ' $1 Q$2 ')
    .replaceAll(/\bQ([1-4]) ?['’]?(\d{4})\b/gi, ' Q$1 $2 ')
    .replaceAll(/\b([1-4])Q\b/gi, ' Q$1 ');
}
