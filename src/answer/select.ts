import type { Candidate } from './candidate.ts';
import type { Evidence } from './evidence.ts';
import { isCutInWord } from './run-on.ts';
import { oncePerStatement } from './same-figures.ts';
import { isTitleLine } from './title-line.ts';
import type { Unit } from './units.ts';

/** A question in the text is rarely its answer. */
const questionPenalty = 0.7;
/** What of its score a unit keeps that speaks of a quarter where a year is asked for. */
const otherPeriodPenalty = 0.9;
/** By how much the score of a line that is asked for grows in the financial statement that has to show it. */
const statementWeight = 0.1;
/** By how much the score of a row changes from one whose name is not asked for to one whose name is. */
const labelWeight = 0.15;
/** `The following table shows the key figures:` has the words of the question, and what follows answers it. */
const leadInPenalty = 0.7;
const leadsIn = /[:：]$/;
const asks = /[?？؟]["”’)]*$/;
const caption =
  /^[*_]{0,3}(?:table|figure|fig\.|chart|exhibit|tabelle|abbildung|tableau|tabla|figura)\s?\p{N}+[.:：—–]/iu;

/**
 * All units that can be quoted, best first; equal ones in the order of the passages. A title, a
 * caption or what ends within a word answers nothing.
 *
 *   score = 0.37·coverage + 0.26·window + 0.26·surrounding + 0.11·kind + 0.1 ÷ rank
 *
 * The shares are those of a softmax regression on the sentences with the answer of half of XQuAD's English
 * articles; cosine and neighbouring pairs were offered to it too and found no more of them. The rank of the passage
 * settles what is otherwise close. A row counts for more when the words that name it are asked for ("Net income"), and for
 * less when they are not, as its neighbours and its table say the same; see bench/answers/table-rows.ts. What leads in to a list
 * or a table has the words of a question, not the answer.
 */
export function rankEvidence(evidence: readonly Evidence[]): Candidate[] {
  const candidates = evidence
    .filter(({ unit }) => !isTitle(unit) && !caption.test(unit.text) && !isCutInWord(unit))
    .map((item) => ({ evidence: item, score: unitScore(item) }));
  return oncePerStatement(candidates).sort((a, b) => b.score - a.score);
}

function isTitle({ kind, text }: Unit): boolean {
  return kind === 'heading' || (kind === 'sentence' && isTitleLine(text));
}

function unitScore(evidence: Evidence): number {
  const { coverage, windowCoverage, surroundingCoverage, kind, unit, rank, labelShare } = evidence;
  const score =
    0.37 * coverage + 0.26 * windowCoverage + 0.26 * surroundingCoverage + 0.11 * kind + 0.1 / rank;
  const factors = [
    asks.test(unit.text) ? questionPenalty : 1,
    unit.kind !== 'tableRow' && leadsIn.test(unit.text) ? leadInPenalty : 1,
    evidence.isOtherPeriod ? otherPeriodPenalty : 1,
    evidence.isInStatement ? 1 + statementWeight : 1,
    unit.kind === 'tableRow' ? 1 + labelWeight * (labelShare - 0.5) : 1,
  ];
  return factors.reduce((product, factor) => product * factor, score);
}

export interface SelectionOptions {
  readonly maxSentences: number;
  /** Share of the best score that another unit must reach, 0…1. */
  readonly closeness: number;
  /** Weight of the terms that a unit repeats from those already taken. */
  readonly redundancyWeight: number;
}

/**
 * The best unit, and those that come close to it even after what they repeat is taken off (maximal marginal
 * relevance over terms), in the order in which they were taken.
 */
export function selectUnits(ranked: readonly Candidate[], options: SelectionOptions): Candidate[] {
  const best = ranked[0];
  if (best === undefined) return [];
  const floor = options.closeness * best.score;
  const open = ranked.filter(
    (candidate) => candidate !== best && candidate.score >= floor && !isRowOfAnother(best, candidate),
  );
  const taken = [best];
  while (taken.length < options.maxSentences) {
    const values = open.map((candidate) => ({ candidate, value: marginal(candidate, taken, options) }));
    const next = values.reduce((a, b) => (b.value > a.value ? b : a), { candidate: best, value: -Infinity });
    if (next.value < floor) break;
    taken.push(next.candidate);
    open.splice(open.indexOf(next.candidate), 1);
  }
  return taken;
}

/** Where a row has a word of the question, as `Norway` in a list of countries, rows without it are about others. */
function isRowOfAnother({ evidence: best }: Candidate, { evidence: other }: Candidate): boolean {
  if (best.unit.kind !== 'tableRow' || other.unit.kind !== 'tableRow') return false;
  return best.credit.some((value, term) => value > (other.credit[term] ?? 0));
}

function marginal(
  { evidence, score }: Candidate,
  taken: readonly Candidate[],
  options: SelectionOptions,
): number {
  const repeated = Math.max(...taken.map((other) => repetition(evidence.terms, other.evidence.terms)));
  return score - options.redundancyWeight * repeated;
}

/** Share of the first's distinct terms that the second has too. */
function repetition(terms: readonly string[], others: readonly string[]): number {
  const own = new Set(terms);
  const there = new Set(others);
  return own.size === 0 ? 1 : [...own].filter((term) => there.has(term)).length / own.size;
}
