import { analyse } from '../../text/analyser.ts';
import type { Passage } from '../../types.ts';
import type { DraftSupport } from '../generator.ts';
import { splitUnits } from '../extract/units.ts';

const mostQuotes = 3;
/** Further sentences must add this many terms of the claim. */
const fewestAdded = 2;

export interface PassageInPrompt {
  readonly passage: Passage;
  /** Its index in the request. */
  readonly index: number;
  readonly language: string | undefined;
}

/**
 * The sentences of a passage that say most of what a claim says, where only a marker tells what the claim rests on: the
 * one that shares most of its terms, and at most two that add to it, in reading order; none that shares no term.
 */
export function quotesFor(claim: string, { passage, index, language }: PassageInPrompt): DraftSupport[] {
  const open = new Set(analyse(claim, language));
  const units = splitUnits(passage.text, { language })
    .filter(({ kind }) => kind !== 'heading')
    .map((unit) => ({ unit, terms: new Set(analyse(unit.text, language)) }));
  const taken: typeof units = [];
  while (taken.length < mostQuotes) {
    const added = (candidate: (typeof units)[number]) =>
      [...candidate.terms].filter((term) => open.has(term)).length;
    const counts = units.map(added);
    const most = Math.max(0, ...counts);
    if (most < (taken.length === 0 ? 1 : fewestAdded)) break;
    const best = units[counts.indexOf(most)]!;
    taken.push(best);
    for (const term of best.terms) open.delete(term);
  }
  return taken
    .toSorted((a, b) => a.unit.start - b.unit.start)
    .map(({ unit }) => ({ passage: index, quote: unit.text, charStart: passage.charStart + unit.start }));
}
