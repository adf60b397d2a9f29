/** The words of a text with what tells whether they could be the answer: numbers, dates, names. */
import { analyse } from '../../text/terms/analyser.ts';
import { copySlice } from '../../text/copy-slice.ts';
import { namesOfTimes } from '../../text/quantities.ts';
import { isSegmented } from '../../text/terms/segmented-scripts.ts';
import { SpanMap } from '../../text/span-map.ts';
import { calendarOf, ownMonths } from '../../text/words/calendar.ts';
import { alternatives, phrasesIn } from '../../text/words/phrases.ts';
import { capitalisesNouns, wordsOf } from '../../text/words/words-of.ts';

/** What a word of a language is, wherever it stands. */
export interface Word {
  readonly text: string;
  readonly lower: string;
  readonly terms: readonly string[];
  readonly hasDigit: boolean;
  readonly isCapital: boolean;
  /** Whether it could be a name; where it opens a sentence, its first capital says nothing. */
  readonly isName: boolean;
  readonly isNameFirst: boolean;
  readonly isNumber: boolean;
  /** Begins with a capital and has digits behind letters, such as `COVID-19` or `B12`: it counts nothing, though it may be a sum, `RM250`. */
  readonly isCode: boolean;
  /** Of a month or a day of the week. */
  readonly isDateName: boolean;
  /** A unit of time, such as `days`. */
  readonly isTime: boolean;
  /** The phrases that give a reason and begin with it: of each the words behind it, `due` to. */
  readonly reasons: readonly (readonly string[])[];
  /** Says how often something happens. */
  readonly isOften: boolean;
  /** Says so with a unit of time behind it: `every`. */
  readonly isEach: boolean;
  /** `third`: with a numeral behind it, as in `third quarter`, neither of them is a number. */
  readonly isOrdinal: boolean;
  /** Begins a part of a sentence that tells when something is so. */
  readonly isMoment: boolean;
}

export const wordPattern = /[\p{L}\p{N}\p{M}](?:[\p{L}\p{N}\p{M}]|['’.,&/-](?=[\p{L}\p{N}]))*/gu;
/** A year, or parts of a date in digits; `1,095` and `722` are none. */
const dateShape = /^\p{Nd}{4}$|^\p{Nd}{1,4}([./-])\p{Nd}{1,2}(?:\1\p{Nd}{1,4})?$/u;
const wholeDate = /^\p{Nd}{1,4}([./-])\p{Nd}{1,2}\1\p{Nd}{1,4}$/u;
const dayNumber = /^\p{Nd}{1,2}(?:st|nd|rd|th)?$/u;
const yearNumber = /^(?:1[5-9]|20)\d\d$/;
/** Of a business year: `FY26`, `Q4`. */
const fiscalPart = /^(?:FY['’]?(?:\d\d){1,2}|[QH][1-4])$/;
/** Behind the hour of a clock. */
const clock = /^(?:\s?(?:[ap]\.?m\b|o['’]clock|Uhr\b|時|点|點)|:[0-5]\d(?![\d:]))/iu;
const hour = /^(?:[01]?\d|2[0-4])$/;
const decimal = /^\p{Nd}+[.,]\p{Nd}+$/u;
/** In cells of sheets. */
const isTruth = /^(?:TRUE|FALSE)$/;
const currency = /\p{Sc}\s?$/u;
const currencyCodes = new Set(Intl.supportedValuesOf('currency'));
/** What stands before the digits of a code: nothing in small letters, as in `mid-1987`, nor with another mark, as in `No.5` and `L’8`. */
const codeStart = /^\p{Lu}[\p{L}-]*(?=\p{Nd})/u;
const hyphenedCode = /^[\p{L}-]*-\p{Nd}/u;
const yearFirst = /^(?:1[5-9]|20)\d\d(?!\d)/;

/** The words of a text in order, and their terms; words are named by their index. */
export class TextWords {
  readonly words: readonly Word[];
  readonly terms: readonly string[];
  /** Of each term its word. */
  readonly wordOf: readonly number[];
  readonly #text: string;
  readonly language: string;
  #starts: readonly number[] | undefined;

  constructor(text: string, language: string) {
    const known = rememberedIn(language);
    const [words, terms, wordOf]: [Word[], string[], number[]] = [[], [], []];
    for (const each of text.match(wordPattern) ?? []) {
      const word = known(each);
      for (const term of word.terms) {
        terms.push(term);
        wordOf.push(words.length);
      }
      words.push(word);
    }
    [this.words, this.terms, this.wordOf] = [words, terms, wordOf];
    [this.#text, this.language] = [text, language];
  }

  /** Whether a word opens its sentence, or its cell. */
  isFirst(at: number): boolean {
    if (at === 0) return true;
    return (
      this.words[at]!.isCapital &&
      this.#between(at - 1)
        .trimEnd()
        .endsWith('|')
    );
  }

  /** Whether a word could be a name, and is no currency of a sum such as `EUR 60,000`; `AMD` and `TOP` are not only currencies. */
  isName(at: number): boolean {
    const { isName, text } = this.words[at]!;
    const isOfSum =
      currencyCodes.has(text) && [at - 1, at + 1].some((beside) => this.words[beside]?.hasDigit);
    return isName && !isOfSum;
  }

  /** Whether a per cent sign or word follows. */
  isShare(at: number): boolean {
    const end = this.#end(at);
    return this.words[at]!.hasDigit && sharePattern(this.language).test(this.#text.slice(end, end + 20));
  }

  /** Whether a number is a share, has a currency, or a decimal mark. */
  isAmount(at: number): boolean {
    const start = this.#start(at);
    return (
      this.isShare(at) ||
      decimal.test(this.words[at]!.text) ||
      currency.test(this.#text.slice(Math.max(0, start - 2), start))
    );
  }

  /** Whether a word is a date, a year, a part of a business year, or the day beside the name of a month. */
  isOfDate(at: number): boolean {
    const { text, hasDigit } = this.words[at]!;
    return (
      hasDigit &&
      !this.isAmount(at) &&
      (yearNumber.test(text) ||
        fiscalPart.test(text) ||
        wholeDate.test(text) ||
        (dayNumber.test(text) && this.#isByMonth(at)))
    );
  }

  /** Whether a word is a number that counts or measures something: no year, and none of both in `third quarter`, `Q3 quarter`. */
  isQuantity(at: number): boolean {
    const { isNumber, isOrdinal, hasDigit } = this.words[at]!;
    if (!isNumber || this.isOfDate(at)) return false;
    const before = this.words[at - 1];
    const isCounted = isOrdinal
      ? this.words[at + 1]?.isNumber
      : before?.isOrdinal === true || fiscalPart.test(before?.text ?? '');
    return hasDigit || isCounted !== true;
  }

  /** Whether a word with a number could be a date, a part of one, the time of day, or so many days, months or years. */
  couldBeTime(at: number): boolean {
    const { hasDigit, text, isNumber, isCode } = this.words[at]!;
    if (isCode && hyphenedCode.test(text)) return false;
    if (isNumber && [at + 1, at + 2].some((next) => this.words[next]?.isTime)) return true;
    if (!hasDigit || this.isAmount(at)) return false;
    if (hour.test(text) && clock.test(this.#text.slice(this.#end(at), this.#end(at) + 12))) return true;
    return dateShape.test(text) || couldNameTime(text) || (dayNumber.test(text) && this.#isByMonth(at));
  }

  /** Whether a word tells how often: `weekly`, the unit of time in `twice a day` or `every six months`. */
  couldBeFrequency(at: number): boolean {
    const { isOften, isTime } = this.words[at]!;
    if (isOften || !isTime) return isOften;
    return [at - 1, at - 2, at - 3].some((other) => this.words[other]?.isEach || this.words[other]?.isNumber);
  }

  /** Whether a word begins what gives a reason: `because`, `due to`. */
  isReason(at: number): boolean {
    return this.words[at]!.reasons.some((behind) =>
      behind.every((word, index) => this.words[at + 1 + index]?.lower === word),
    );
  }

  #isByMonth(at: number): boolean {
    return [at - 2, at - 1, at + 1, at + 2].some((other) => this.words[other]?.isDateName);
  }

  /** The capitalised words beside a capitalised one, of whose name it is a part; that which opens the text is none. */
  namedWith(at: number): Word[] {
    if (!this.words[at]!.isCapital || capitalisesNouns(this.language)) return [];
    const beside = [at > 1 ? this.words[at - 1] : undefined, this.words[at + 1]];
    return beside.filter((word) => word?.isCapital === true) as Word[];
  }

  /** The other word of a name such as `Rory Macklin`, also where that opens a sentence. */
  pairedWith(at: number): Word | undefined {
    const next = this.words[at + 1];
    if (!this.words[at]!.isCapital || next?.isCapital !== true || next.terms.length === 0) return undefined;
    return this.#between(at) === ' ' ? next : undefined;
  }

  #between(at: number): string {
    return this.#text.slice(this.#end(at), this.#start(at + 1));
  }

  #end(at: number): number {
    return this.#start(at) + this.words[at]!.text.length;
  }

  #start(at: number): number {
    this.#starts ??= startsOf(this.#text, this.words);
    return this.#starts[at]!;
  }
}

/** Whether the letters of a word with digits could be of a date or a time: those of `5th` and `3年`, not of `3案`. */
const couldNameTime = (text: string): boolean =>
  isSegmented(text) ? /[年月日時时分秒点點週周天世]/u.test(text) : /\p{L}/u.test(text);

function startsOf(text: string, words: readonly Word[]): number[] {
  let end = 0;
  return words.map(({ text: word }) => {
    const start = text.indexOf(word, end);
    end = start + word.length;
    return start;
  });
}

const shares = new Map<string, RegExp>();

/** Finds, at the beginning of a text, what makes the number before it a share. */
function sharePattern(language: string): RegExp {
  const known = shares.get(language);
  if (known !== undefined) return known;
  const phrases = phrasesIn(wordsOf(language).units['percent'] ?? '');
  const pattern = new RegExp(String.raw`^\s?(?:${alternatives(['%', '٪', '％', ...phrases])})`, 'iu');
  shares.set(language, pattern);
  return pattern;
}

const mostWords = 50_000;
/** Longer ones, in UTF-16 code units, hardly come again. */
const longestRemembered = 32;
const remembered = new Map<string, (word: string) => Word>();

/** Reads words of a language, each that is not too long once. */
function rememberedIn(language: string): (word: string) => Word {
  const known = remembered.get(language);
  if (known !== undefined) return known;
  const words = new SpanMap<Word>({ most: mostWords });
  const read = wordReader(language);
  const remember = (text: string): Word => {
    if (text.length > longestRemembered) return read(text);
    let word = words.get(text, 0, text.length);
    if (word === undefined) {
      word = read(copySlice(text, 0, text.length));
      words.set(text, 0, text.length, word);
    }
    return word;
  };
  remembered.set(language, remember);
  return remember;
}

/** Whether a word is one of a list; where words are not apart, whether it has one in it. */
const isOneOf = (list: ReadonlySet<string>, text: string): boolean =>
  list.has(text.toLowerCase()) || (isSegmented(text) && [...list].some((part) => text.includes(part)));

/** A year, a month, a week or a currency makes no code. Where words are not apart, letters before a number say nothing. */
function looksLikeCode(text: string, isOfTime: (name: string) => boolean): boolean {
  const [start] = codeStart.exec(text) ?? [];
  if (start === undefined || isSegmented(text)) return false;
  const name = start.replace(/-$/, '');
  const isFiscal = fiscalPart.test(text.split(/[/-]/, 1)[0]!);
  return (
    !isFiscal && !currencyCodes.has(name) && !isOfTime(name) && !yearFirst.test(text.slice(start.length))
  );
}

function wordReader(language: string): (word: string) => Word {
  const { numerals, because, often, each, moments } = wordsOf(language).asking;
  const numbers = new Set(phrasesIn(numerals));
  const reasons = phrasesIn(because).map((phrase) => phrase.split(' '));
  const [frequencies, opening, conjunctions] = [often, each, moments].map((list) => new Set(phrasesIn(list)));
  const [dates, times] = [dateNamesOf(language), namesOfTimes(language)];
  const ordinals = new Set(wordsOf(language).numbers?.ordinals.split(' '));
  // Where words are not apart: one is as often an article.
  const [, ...others] = phrasesIn(numerals);
  return (text) => {
    const lower = text.toLowerCase();
    const hasDigit = /\p{Nd}/u.test(text);
    const isCapital = /^\p{Lu}/u.test(text);
    const hasCase = lower !== text.toUpperCase();
    const isDateName = dates.has(text) || dates.has(lower);
    return {
      text,
      lower,
      terms: analyse(text, language),
      hasDigit,
      isCapital,
      isName:
        !hasDigit &&
        (isCapital || !hasCase) &&
        !isTruth.test(text) &&
        // Where months are written small, `Mars` is none.
        !dates.has(text),
      isNameFirst: !hasDigit && (isCapital ? /\p{Lu}/u.test(text.slice(1)) : !hasCase),
      isNumber:
        hasDigit ||
        numbers.has(lower) ||
        (isSegmented(text) && others.some((numeral) => text.includes(numeral))),
      isCode: looksLikeCode(text, (name) => dates.has(name) || times.has(name.toLowerCase())),
      isDateName,
      isTime: times.has(lower),
      reasons: isSegmented(text)
        ? reasons.filter(([word]) => text.includes(word!)).map(() => [])
        : reasons.flatMap(([first, ...behind]) => (first === lower ? [behind] : [])),
      isOften: isOneOf(frequencies!, text),
      isEach: opening!.has(lower),
      isOrdinal: ordinals.has(lower),
      isMoment: isOneOf(conjunctions!, text),
    };
  };
}

/**
 * Names of months and days of the week as the language writes them, in capitals and in small letters, also of the calendar that its country
 * goes by. What may be done is in no month.
 */
function dateNamesOf(language: string): ReadonlySet<string> {
  const { months, days } = calendarOf(language);
  const permitting = phrasesIn(wordsOf(language).weak);
  const names = [...months, ...days, ownMonths(language)].flat();
  const small = names.map((name) => name.toLowerCase()).filter((name) => !permitting.includes(name));
  return new Set([...names, ...names.map((name) => name.toUpperCase()), ...small]);
}
