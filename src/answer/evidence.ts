import { analyse } from '../text/analyser.ts';
import type { Passage } from '../types.ts';
import { documentKey } from '../util/document-key.ts';
import { hasAnswerKind } from './answer-kind.ts';
import { askedLine } from './asked-line.ts';
import { isDoneByAnother } from './bearer.ts';
import { inClauses } from './clauses.ts';
import { withYearOfEnd, type FiscalYear } from './fiscal-year.ts';
import { fitsForm } from './fits-form.ts';
import { isOfAnother } from './holder.ts';
import { speakOfNumbered } from './numbered-names.ts';
import { isOfOtherPeriod } from './period.ts';
import { isYear, pairsOf, type Question } from './question.ts';
import { areAskedRolesSwapped } from './roles.ts';
import { joinRunOns } from './run-on.ts';
import { cellsUnder, labelOf } from './table-row.ts';
import { hasKin, TermMatcher, unite, type Credit } from './term-match.ts';
import { splitUnits, type Unit } from './units.ts';

/** A unit of a passage with what speaks for its answering the question. All shares are 0…1. */
export interface Evidence {
  /** Index of its passage. */
  readonly passage: number;
  /** Its document's key. */
  readonly document: string;
  /** Span in the document's text. */
  readonly charStart: number;
  readonly charEnd: number;
  readonly unit: Unit;
  /** Of its passage, from 1. */
  readonly rank: number;
  readonly terms: readonly string[];
  readonly credit: Credit;
  /** Share of the question's terms, weighted by IDF, that stand in the unit or name what its document is about. */
  readonly coverage: number;
  /** The same with the units before and after and the headings above: they often name the subject. */
  readonly windowCoverage: number;
  /** The same with about 80 words on either side. */
  readonly surroundingCoverage: number;
  /** Share of the question's names and numbers that stand in the window; 1 when it has none. */
  readonly distinctiveCoverage: number;
  /**
   * Whether it is about the question's names and years: its document or the headings above it are, or else its passage
   * names them and the unit speaks of what is asked; and
   * does not say it of another, nor of one with another number, nor the other way round.
   */
  readonly named: boolean;
  /** Share of the question's neighbouring pairs of terms that are neighbours in the unit. */
  readonly pairCoverage: number;
  /** 1 when the unit has something of the kind asked for, such as a date, or the question is of no clear kind. */
  readonly kind: number;
  /** Whether it has the form of what is asked for: see `fitsForm`. */
  readonly fits: boolean;
  /** Share of the words that name a row which the question has; 0 for all that is no row. */
  readonly labelShare: number;
  /** Whether it is a line that is asked for, in the financial statement that has to show it. */
  readonly isInStatement: boolean;
  /** Whether it speaks of a quarter where a year is asked for, or the other way round. */
  readonly isOtherPeriod: boolean;
}

export interface EvidenceOptions {
  /** ISO 639-1. */
  readonly language?: string;
  /** Title and headings of each passage, in the order of the passages. */
  readonly contexts?: readonly (readonly string[])[];
  /** For each passage those of the question's names that its document is about. */
  readonly subjects?: readonly (readonly string[])[];
  /** For each passage the header row of the table that it begins in, below that. */
  readonly tableHeaders?: readonly (string | undefined)[];
  /** For each passage the last fiscal year of its document, where that is called otherwise than by its end. */
  readonly fiscalYears?: readonly (FiscalYear | undefined)[];
}

const surroundingTerms = 80;
/** Share of the question, names and years apart, that a unit has to have where they are named in passing. */
const leastRest = 0.1;
/** The number of a list item is no number that answers. */
const numberMarker = /^\(?\d{1,3}[.)]\s/;

/** Every unit of the passages, once, measured against the question, in the order of the passages. */
export function gatherEvidence(
  question: Question,
  passages: readonly Passage[],
  { language, contexts, subjects, tableHeaders, fiscalYears }: EvidenceOptions = {},
): Evidence[] {
  const seen = new Set<string>();
  const matcher = new TermMatcher(question);
  // Where it is said the other way round, names alone make no answer.
  const isSaidSwapped = passages.some(({ text }) => areAskedRolesSwapped(question.text, text, language));
  return passages.flatMap((passage, index) => {
    const headings = contexts?.[index] ?? [];
    // A report names other years than its own, so a year has to stand with what is said, or above it.
    const about = subjects?.[index]?.filter((name) => !isYear(name)) ?? [];
    const tableHeader = tableHeaders?.[index];
    const fiscalYear = fiscalYears?.[index];
    return measure(question, matcher, {
      passage,
      index,
      headings,
      about,
      language,
      tableHeader,
      fiscalYear,
      isSaidSwapped,
    }).filter((evidence) => {
      const place = `${evidence.charStart} ${evidence.document}`;
      const isNew = !seen.has(place);
      seen.add(place);
      return isNew;
    });
  });
}

interface PassageInContext {
  readonly passage: Passage;
  readonly index: number;
  readonly headings: readonly string[];
  /** Names that its document is about. */
  readonly about: readonly string[];
  readonly language: string | undefined;
  readonly tableHeader: string | undefined;
  readonly fiscalYear: FiscalYear | undefined;
  /** Whether some passage says the other way round what is asked. */
  readonly isSaidSwapped: boolean;
}

function measure(
  question: Question,
  matcher: TermMatcher,
  { passage, index, headings, about, language, tableHeader, fiscalYear, isSaidSwapped }: PassageInContext,
): Evidence[] {
  const split = splitUnits(passage.text, { language, headings, tableHeader });
  const units = inClauses(joinRunOns(split, passage.text));
  const read = (text: string) => analyse(withYearOfEnd(text, fiscalYear), language);
  const terms = units.map((unit) => read(unit.text));
  // What is said the other way round speaks for no neighbour either.
  const isSwapped = units.map((unit) => areAskedRolesSwapped(question.text, unit.text, language));
  const lines = units.map((unit) => askedLine(question, unit, headings));
  const credits = terms.map((list, at) =>
    unite([matcher.credit(isSwapped[at] ? [] : list), matcher.creditAll(lines[at]!.terms)]),
  );
  const above = matcher.credit(read([...headings, ...about].join('\n')));
  const known = matcher.credit(analyse(about.join(' '), language));
  const whole = unite([above, ...credits]);
  const hasCounted = hasKin(question.counted, [...analyse(headings.join('\n'), language), ...terms.flat()]);
  const ofNumbered = speakOfNumbered(question.numbered, units, headings);
  const contexts = new Map<string, Credit>();
  const contextCredit = (context: string): Credit => {
    const credit = contexts.get(context) ?? matcher.credit(read(context));
    contexts.set(context, credit);
    return credit;
  };
  return units.map((unit, at) => {
    const credit = credits[at] ?? new Float64Array();
    // A row of a table says what its caption, its header and it say together.
    const said = unit.kind === 'tableRow' ? unite([credit, contextCredit(saidOver(unit))]) : credit;
    const context = unite([above, contextCredit(unit.context)]);
    const window = unite([context, ...credits.slice(Math.max(0, at - 1), at + 2)]);
    const [first, last] = surrounding(terms, at);
    const around = unite([context, ...credits.slice(first, last + 1)]);
    const kind = hasAnswerKind(question.kind, valuesOf(unit, question), question.text);
    const line = lines[at]!;
    const askedShare =
      unit.kind === 'tableRow' ? matcher.askedShare(analyse(labelOf(unit.text), language)) : 0;
    const labelShare = Math.max(line.labelShare, askedShare);
    return {
      passage: index,
      document: documentKey(passage),
      charStart: passage.charStart + unit.start,
      charEnd: passage.charStart + unit.end,
      unit,
      rank: passage.rank,
      terms: terms[at] ?? [],
      credit,
      coverage: matcher.coverage(unite([said, known])),
      windowCoverage: matcher.coverage(window),
      surroundingCoverage: matcher.coverage(around),
      distinctiveCoverage: matcher.distinctiveCoverage(window),
      named:
        isNamed(matcher, { about: above, whole: unite([whole, context]), own: said }) &&
        (!isSaidSwapped || matcher.restCoverage(window) > 0) &&
        matcher.hasSomeYear(unit.kind === 'tableRow' ? window : around) &&
        (ofNumbered[at] ?? false) &&
        !isOfAnother(question.text, unit.text, about) &&
        !isDoneByAnother(question.text, unit.text, about) &&
        !isSwapped[at],
      pairCoverage: share(question.pairs, pairsOf(terms[at] ?? [])),
      kind,
      fits: fitsForm(question, { unit, kind, labelShare, hasCounted, language }),
      labelShare,
      isInStatement: line.isInStatement,
      isOtherPeriod: isOfOtherPeriod(question.text, `${unit.heads ?? ''}\n${unit.text}`),
    };
  });
}

/** Where an answer may stand: of a row the cells of the years asked for. */
function valuesOf({ kind, text, heads = '' }: Unit, { years }: Question): string {
  if (kind !== 'tableRow') return text.replace(numberMarker, '');
  const [header = ''] = heads.split('\n', 1);
  return cellsUnder(header, text, years);
}

/** The heads of a row, and what stands above its table. */
function saidOver({ context, heads = '' }: Unit): string {
  const above = context.slice(0, context.length - heads.length).trimEnd();
  return `${above.slice(above.lastIndexOf('\n') + 1)}\n${heads}`;
}

/**
 * Where the names stand in passing only, the unit itself has to speak of what is asked of them; where that is one word
 * ("the capital of France"), and of the names too.
 */
function isNamed(
  matcher: TermMatcher,
  { about, whole, own }: { about: Credit; whole: Credit; own: Credit },
): boolean {
  if (matcher.hasAllNames(about)) return true;
  if (matcher.restLength <= 1 && !matcher.hasAllNames(unite([about, own]))) return false;
  return matcher.hasAllNames(whole) && matcher.restCoverage(own) >= leastRest;
}

/** The first and last unit within `surroundingTerms` terms before and after the unit at `at`. */
function surrounding(terms: readonly (readonly string[])[], at: number): [first: number, last: number] {
  let first = at;
  let last = at;
  for (let room = surroundingTerms; first > 0 && room >= (terms[first - 1]?.length ?? 0); first--) {
    room -= terms[first - 1]?.length ?? 0;
  }
  for (
    let room = surroundingTerms;
    last < terms.length - 1 && room >= (terms[last + 1]?.length ?? 0);
    last++
  ) {
    room -= terms[last + 1]?.length ?? 0;
  }
  return [first, last];
}

function share(wanted: ReadonlySet<string>, given: ReadonlySet<string>): number {
  return wanted.size === 0 ? 0 : [...wanted].filter((pair) => given.has(pair)).length / wanted.size;
}
