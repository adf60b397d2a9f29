export interface NumberWords {
  /** Of words in lower case: `twenty-five` is 25. */
  readonly values: ReadonlyMap<string, number>;
  /** Those of them that count places: `third`. */
  readonly ordinals: ReadonlySet<string>;
  /** Alternatives of a pattern for what means 1 before a unit. */
  readonly one: string;
}

interface WordLists {
  /** From 2 on. */
  readonly small: string;
  /** 20, 30 … as far as they are regular. */
  readonly tens: string;
  readonly one: string;
  /** From 1 on. */
  readonly ordinals?: string;
  readonly join: (ten: string, digit: string) => string;
  /** What stands for 1 in a joined word. */
  readonly joinedOne: string;
}

const lists: Readonly<Record<string, WordLists>> = {
  en: {
    small: `two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
      nineteen`,
    tens: 'twenty thirty forty fifty sixty seventy eighty ninety',
    one: 'one|an?(?= (?:hundred|thousand|million|billion|trillion))',
    ordinals: 'first second third fourth fifth sixth seventh eighth ninth tenth',
    join: (ten, digit) => `${ten}-${digit}`,
    joinedOne: 'one',
  },
  de: {
    small: `zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn
      neunzehn`,
    tens: 'zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig',
    one: 'eine?[nmr]?',
    join: (ten, digit) => `${digit}und${ten}`,
    joinedOne: 'ein',
  },
  fr: {
    small: `deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf`,
    tens: 'vingt trente quarante cinquante soixante',
    one: 'une?',
    join: (ten, digit) => `${ten}-${digit}`,
    joinedOne: 'et-un',
  },
  es: {
    small: `dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho
      diecinueve`,
    tens: 'veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa',
    one: 'una?',
    join: (ten, digit) => `${ten} y ${digit}`,
    joinedOne: 'uno',
  },
};

const known = new Map<string, NumberWords>();

/** Numbers in words up to 99, of a language that has them here; else those of English. */
export function numberWordsOf(language: string): NumberWords {
  const list = lists[language] ?? lists['en']!;
  const words = known.get(language) ?? readList(list);
  known.set(language, words);
  return words;
}

function readList({ small, tens, one, ordinals = '', join, joinedOne }: WordLists): NumberWords {
  const values = new Map<string, number>();
  for (const [index, word] of wordsOf(small).entries()) values.set(word, index + 2);
  const digits = [joinedOne, ...wordsOf(small).slice(0, 8)];
  for (const [index, ten] of wordsOf(tens).entries()) {
    values.set(ten, 10 * (index + 2));
    for (const [digit, word] of digits.entries()) values.set(join(ten, word), 10 * (index + 2) + digit + 1);
  }
  for (const [index, word] of wordsOf(ordinals).entries()) values.set(word, index + 1);
  return { values, ordinals: new Set(wordsOf(ordinals)), one };
}

const wordsOf = (text: string) => text.split(/\s+/).filter(Boolean);
