import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Takes a lower-case word to its stem. */
export type Stemmer = (word: string) => string;

interface StemmerModule {
  readonly stemmer: Stemmer;
}

/** By ISO 639-1. Loaded when a text of the language comes: all of them take as long as opening a small store. */
const modules: Readonly<Record<string, () => StemmerModule>> = {
  ar: () => require('@orama/stemmers/arabic') as StemmerModule,
  bg: () => require('@orama/stemmers/bulgarian') as StemmerModule,
  da: () => require('@orama/stemmers/danish') as StemmerModule,
  de: () => require('@orama/stemmers/german') as StemmerModule,
  el: () => require('@orama/stemmers/greek') as StemmerModule,
  en: () => require('@orama/stemmers/english') as StemmerModule,
  es: () => require('@orama/stemmers/spanish') as StemmerModule,
  fi: () => require('@orama/stemmers/finnish') as StemmerModule,
  fr: () => require('@orama/stemmers/french') as StemmerModule,
  hi: () => require('@orama/stemmers/indian') as StemmerModule,
  hu: () => require('@orama/stemmers/hungarian') as StemmerModule,
  id: () => require('@orama/stemmers/indonesian') as StemmerModule,
  it: () => require('@orama/stemmers/italian') as StemmerModule,
  nl: () => require('@orama/stemmers/dutch') as StemmerModule,
  no: () => require('@orama/stemmers/norwegian') as StemmerModule,
  pt: () => require('@orama/stemmers/portuguese') as StemmerModule,
  ro: () => require('@orama/stemmers/romanian') as StemmerModule,
  ru: () => require('@orama/stemmers/russian') as StemmerModule,
  sv: () => require('@orama/stemmers/swedish') as StemmerModule,
  ta: () => require('@orama/stemmers/tamil') as StemmerModule,
  tr: () => require('@orama/stemmers/turkish') as StemmerModule,
  uk: () => require('@orama/stemmers/ukrainian') as StemmerModule,
};

/** The stemmer of an ISO 639-1 language; words of other languages stay as they are. */
export function stemmerOf(language: string): Stemmer {
  return Object.hasOwn(modules, language) ? modules[language]!().stemmer : (word) => word;
}
