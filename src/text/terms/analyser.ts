import { codeUnits } from '../code-units.ts';
import { isSegmented, segmentTerms } from './segmented-scripts.ts';
import { SpanMap } from '../span-map.ts';
import type { Span } from '../spans.ts';
import { stemmerOf } from './stem.ts';
import { stopWordsOf } from './stop-words.ts';

/** Names the rules by which text becomes terms; stored with collections, changed whenever terms change. */
export const analyserId = 'pincite-5';

/** Longer words (encoded data, giant identifiers) are cut into terms of this many UTF-16 code units. */
const LONGEST_TERM = 128;
/** Longer runs, in UTF-16 code units, hardly come again. */
const LONGEST_REMEMBERED = 64;

/**
 * What a character is for a quick look: of a run, between runs, or of a run where something follows it, since it may
 * bear on the letters beside it. No word goes beyond a run.
 */
const LETTER = 0;
const SEPARATOR = 1;
const GLUE = 2;
const asciiKinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[A-Za-z\d]/.test(character)) return LETTER;
  return /['.,:^`=<>]/.test(character) ? GLUE : SEPARATOR;
});

/**
 * Letters, digits and their marks; an apostrophe between letters and a dot or comma between digits belong to
 * the word, and so do the dots of an acronym (U.S.).
 */
const wordPattern =
  /(?<![\p{L}\p{N}\p{M}])\p{L}(?:\.\p{L})+(?![\p{L}\p{N}\p{M}])|[\p{L}\p{N}\p{M}]+(?:(?:['’](?=\p{L})|(?<=\p{Nd})[.,](?=\p{Nd}))[\p{L}\p{N}\p{M}]+)*/gu;

/** Soft hyphens, joiners, variation selectors and the like: invisible inside words. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu;

/** The mark of a note, or a power: no part of the word or number beside it, but of short units, `km²`. */
const raisedNumber = /(?<![⁰¹²³⁴-⁹]|(?<![\p{L}\p{N}\p{M}])\p{L}{1,2})[⁰¹²³⁴-⁹]+/gu;

/**
 * Terms of a text for keyword search, in order, with duplicates. Documents and queries go through this one
 * function: compatibility forms unified (NFKC), lower case, words as UAX 29 has them, stop words out, stems
 * by Snowball, diacritics folded; Chinese, Japanese and Korean as overlapping pairs of characters; Thai, Lao,
 * Khmer and Burmese as dictionary words.
 *
 * @param language ISO 639-1; other languages than those with a stemmer are only folded.
 */
export function analyse(text: string, language = 'en'): string[] {
  const terms: string[] = [];
  const known = rememberedIn(language);
  const units = codeUnits(text);
  for (let start = 0; start < text.length;) {
    let next = start;
    while (next < text.length && kindOf(units[next]!) !== SEPARATOR) next += 1;
    let end = next;
    while (end > start && kindOf(units[end - 1]!) === GLUE) end -= 1;
    if (end > start) for (const term of termsOfRun(text, units, { start, end, known })) terms.push(term);
    start = next + 1;
  }
  return terms;
}

const kindOf = (unit: number): number => (unit < 128 ? asciiKinds[unit]! : LETTER);

/** What is known of a language: its rules, and the terms of short runs, so that each word is stemmed once. */
interface KnownLanguage {
  readonly rules: LanguageRules;
  readonly terms: SpanMap<readonly string[]>;
}

const knownLanguages = new Map<string, KnownLanguage>();

function rememberedIn(language: string): KnownLanguage {
  let known = knownLanguages.get(language);
  if (known === undefined) {
    const rules = { language, stem: stemmerOf(language), stops: stopWordsOf(language) };
    known = { rules, terms: new SpanMap() };
    knownLanguages.set(language, known);
  }
  return known;
}

function termsOfRun(
  text: string,
  units: Uint16Array,
  { start, end, known }: Span & { readonly known: KnownLanguage },
): readonly string[] {
  const { rules, terms } = known;
  if (end - start > LONGEST_REMEMBERED) return analyseRun(text.slice(start, end), rules);
  let found = terms.find(units, start, end);
  if (found === undefined) {
    found = analyseRun(text.slice(start, end), rules);
    terms.set(text, start, end, found);
  }
  return found;
}

function analyseRun(run: string, rules: LanguageRules): string[] {
  const terms: string[] = [];
  const normal = run.replace(raisedNumber, ' $& ').normalize('NFKC').toLowerCase().replace(invisible, '');
  const segmented = isSegmented(normal);
  for (const word of normal.match(wordPattern) ?? []) {
    if (segmented && isSegmented(word)) {
      for (const part of segmentTerms(word)) {
        addTerm(part.isWord ? wordTerm(part.text, rules) : part.text, terms);
      }
    } else addTerm(wordTerm(word, rules), terms);
  }
  return terms;
}

function addTerm(term: string, terms: string[]): void {
  if (term.length <= LONGEST_TERM) {
    if (term !== '') terms.push(term);
    return;
  }
  const characters = [...term];
  for (let start = 0; start < characters.length; start += LONGEST_TERM / 2) {
    terms.push(characters.slice(start, start + LONGEST_TERM / 2).join(''));
  }
}

interface LanguageRules {
  readonly language: string;
  readonly stem: (word: string) => string;
  readonly stops: ReadonlySet<string>;
}

function wordTerm(word: string, { language, stem, stops }: LanguageRules): string {
  if (word.length > LONGEST_TERM) return fold(word);
  const bare = withoutApostrophes(withoutSeparators(word), language);
  if (bare === '' || stops.has(bare)) return '';
  if (/\d/.test(bare)) return fold(bare);
  // English has no diacritics of its own, so "résumés" is stemmed as "resumes"; other stemmers count on them.
  return language === 'en' ? stem(fold(bare)) : fold(stem(bare));
}

/** U.S. → us, 10,000 → 10000; decimals and dotted numbers stay. */
function withoutSeparators(word: string): string {
  if (/^\p{L}(?:\.\p{L})+$/u.test(word)) return word.replaceAll('.', '');
  return /^\d{1,3}(?:,\d{3})+(?![\d,])/.test(word) ? word.replaceAll(',', '') : word;
}

const elision = /^(?:[cdjlmnstv]|qu|jusqu|lorsqu|puisqu|quoiqu|dell|all|dall|nell|sull|un|quest|quell)['’]/;

/** company's → company, don't → dont, l'avion → avion. */
function withoutApostrophes(word: string, language: string): string {
  if (!/['’]/.test(word)) return word;
  const rest =
    language === 'fr' || language === 'it' ? word.replace(elision, '') : word.replace(/['’]s$/, '');
  return rest.replace(/['’]/g, '');
}

const folded: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ı: 'i',
  þ: 'th',
  ς: 'σ',
};

const marked =
  /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}])\p{M}+/gu;
/** Stretches an Arabic word for looks. */
const kashida = '\u0640';

/**
 * Takes diacritics off Latin, Greek, Cyrillic, Hebrew and Arabic letters. Marks of other scripts (vowel signs,
 * voiced kana) tell words apart and stay.
 */
function fold(word: string): string {
  if (/^[\0-\x7f]*$/.test(word)) return word;
  return word
    .normalize('NFD')
    .replace(marked, '$1')
    .replaceAll(kashida, '')
    .normalize('NFC')
    .replace(/[ßæœøđðłıþς]/g, (letter) => folded[letter]!);
}
