import { analyse } from '../text/analyser.ts';
import { withoutMonths } from './dates.ts';
import { withoutQuantities } from './quantities.ts';
import { readQuestion } from './question.ts';

/** `Ulta Beauty`, `CEO`, `O'Brien & Sons` as two. */
const capitalised = String.raw`\p{Lu}[\p{L}\p{N}\p{M}.'’-]*`;
const runPattern = new RegExp(String.raw`(?<![\p{L}\p{N}])${capitalised}(?: ${capitalised})*`, 'gu');
/** Capitalised words that name nothing: they open a sentence, address a person, end a firm or number a part. */
const nameless = new Set(
  `according additionally although because currently during finally first furthermore however hence if instead moreover
  nevertheless only overall per second since therefore third thus unlike until upon whereas while within without yes yet
  another any every few most no none several
  mr mrs ms dr prof inc incorporated ltd limited llc plc corp corporation co company gmbh ag sa se nv
  article annex appendix chapter clause exhibit figure item note page paragraph part schedule section table`.split(
    /\s+/,
  ),
);
/** Who "we" are, the claim has to name. */
const firstPerson = /(?<!\p{L})(?:[Ww]e|[Oo]ur|us)(?!\p{L})/u;
/** `Heron pays`: one that does something and has no article is a name, or a substance. */
const thirdPerson =
  /^\p{Lu}[\p{L}\p{N}'’-]*(?<!s) (?:\p{Ll}+(?:s|ed)|has|had|will|may|can|shall|must|did)(?!\p{L})/u;
/** Who may, must or will: `The Supplier shall`. */
const bearerPattern = /\b(?:The|the) (\p{Lu}\p{L}+) (?:may|can|shall|must|will)\b/gu;

/**
 * Whether each name of a claim (a capitalised word, an acronym) stands in the evidence, in whatever case, or as the
 * acronym of the words there (`CEO`, `Chief Executive Officer`); and whoever may or must by the claim is one who may or
 * must by the evidence. A lone capitalised word that opens the claim is a name where a verb of the third person follows
 * (`Heron pays`), or the evidence says "we". In German, where all nouns are
 * capitalised, acronyms alone are names.
 */
export function hasNames(claim: string, evidence: string, language?: string): boolean {
  const written = new Set(analyse(evidence, language));
  const acronyms = acronymsOf(evidence);
  const stands = (word: string) =>
    analyse(word, language).every((term) => written.has(term)) || acronyms.has(plain(word));
  const names = namesOf(claim, { countsOpening: firstPerson.test(evidence), language });
  const areThere = names.every((run) => run.every(stands) || isAbbreviated(run, evidence));
  return areThere && hasBearers(claim, evidence);
}

/** `CEO` where the claim has Chief Executive Officer. */
function isAbbreviated(run: readonly string[], evidence: string): boolean {
  const written = evidence.match(/(?<!\p{L})\p{Lu}[\p{Lu}.]+(?!\p{L})/gu) ?? [];
  return run.length > 1 && written.map(plain).includes(initials(run));
}

/** Runs of names; numbers, months of dates and words that name nothing are left out. */
function namesOf(text: string, { countsOpening, language }: NamesOptions): string[][] {
  const words = withoutQuantities(withoutMonths(text), language).replace(/^[^\p{L}]+/u, '');
  const isName = (word: string) =>
    (language !== 'de' || isAcronym(word)) &&
    !nameless.has(word.toLowerCase()) &&
    readQuestion(word, { idf: () => 1, language }).terms.length > 0;
  const runs = Array.from(words.matchAll(runPattern), ([run]) => run.split(' ').map(bare));
  const [opening = []] = runs;
  const [word = ''] = opening;
  const isOrdinary =
    words.startsWith(word) &&
    opening.length === 1 &&
    !isAcronym(word) &&
    !countsOpening &&
    !thirdPerson.test(words);
  return (isOrdinary ? runs.slice(1) : runs).map((run) => run.filter(isName));
}

interface NamesOptions {
  /** Whether a capitalised word that opens the text is a name for certain. */
  readonly countsOpening: boolean;
  readonly language: string | undefined;
}

const bare = (word: string) => word.replace(/['’]s$/u, '').replace(/['’.-]+$/u, '');
const plain = (word: string) => word.replaceAll('.', '');
const isAcronym = (word: string) => /^\p{Lu}[\p{Lu}\p{N}.-]+$/u.test(word);
const initials = (words: readonly string[]) => words.map((word) => word.charAt(0)).join('');

/** `CEO` for Chief Executive Officer, `US` for United States. */
function acronymsOf(text: string): Set<string> {
  const runs = text.matchAll(/\p{Lu}\p{L}+(?:[ -]\p{Lu}\p{L}+)+/gu);
  return new Set(Array.from(runs, ([run]) => initials(run.match(/\p{Lu}\p{L}+/gu) ?? [])));
}

/** A text that says who may or must says it of them alone. */
function hasBearers(claim: string, evidence: string): boolean {
  const known = bearersOf(evidence);
  return known.size === 0 || [...bearersOf(claim)].every((bearer) => known.has(bearer));
}

const bearersOf = (text: string) => new Set(Array.from(text.matchAll(bearerPattern), ([, name]) => name!));
