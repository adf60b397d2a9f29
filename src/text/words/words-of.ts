import { ar } from './ar.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import { ja } from './ja.ts';
import { nl } from './nl.ts';
import { pt } from './pt.ts';
import { zh } from './zh.ts';
import type { Words } from './words.ts';

const byLanguage: Readonly<Record<string, Words>> = { ar, de, en, es, fr, it, ja, nl, pt, zh };

/** A language of which nothing is known here: what `Intl` knows is all. */
const none: Words = {
  units: {},
  scales: {},
  multiples: {},
  bounds: { least: '', more: '', most: '', less: '' },
  negations: '',
  exceptions: '',
  limiting: '',
  conditions: '',
  hearsay: '',
  weak: '',
  strong: '',
  able: '',
  passive: '',
  orderTellsRoles: false,
  mutual: '',
  joins: '',
  pointing: '',
  prepositions: ['', ''],
  firstPerson: '',
  present: '',
  works: '',
  nameless: '',
  order: ['', '', ''],
  exclusive: [],
  amending: {
    clauses: '',
    paragraphs: '',
    changes: '',
    replaces: '',
    mentions: '',
    apart: '',
    wording: '',
    proposed: '',
    despite: '',
  },
  asking: {
    person: '',
    date: '',
    place: '',
    number: '',
    measures: '',
    frequency: '',
    count: '',
    reason: '',
    manner: '',
    yesNo: '',
    other: '',
    meaning: '',
    contents: '',
    because: '',
    defining: '',
    often: '',
    each: '',
    moments: '',
    numerals: '',
    derived: { change: ['', ''], average: ['', ''], share: ['', ''] },
    past: '',
    planned: '',
    former: '',
    indirect: '',
    aims: ['', ''],
    connecting: '',
  },
};

/** @param language ISO 639-1, with a region or not. */
export function wordsOf(language: string): Words {
  const code = language.toLowerCase().split('-', 1)[0]!;
  return Object.hasOwn(byLanguage, code) ? byLanguage[code]! : none;
}

/** ISO 639-1 codes of the languages that have words here. */
export const knownLanguages: readonly string[] = Object.keys(byLanguage);

const withCapitalNouns: ReadonlySet<string> = new Set(['de', 'lb']);

/** Whether a language writes every noun with a capital, so that a capital shows no name. */
export const capitalisesNouns = (language: string): boolean => withCapitalNouns.has(language);
