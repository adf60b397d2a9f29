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

/** The same lists without any words. */
function emptied<T>(words: T): T {
  if (typeof words === 'string') return '' as T;
  if (Array.isArray(words)) return words.map(emptied) as T;
  if (typeof words !== 'object' || words === null) return words;
  return Object.fromEntries(Object.entries(words).map(([name, list]) => [name, emptied(list)])) as T;
}

/** A language of which nothing is known here: what `Intl` knows is all. */
const none: Words = { ...emptied(en), numbers: undefined, calendar: undefined, orderTellsRoles: false };

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
