import { isMoney, quantitiesOf } from '../../text/quantities.ts';
import { labelled } from '../../text/structure/label.ts';
import { phrasePattern } from '../../text/words/phrases.ts';
import { wordsOf } from '../../text/words/words-of.ts';
import type { Candidate } from './features.ts';

/**
 * Whether a unit has no sum, and a price is asked for: a currency, what costs nothing, or a number beside a word for what is paid. What a row, or
 * the value behind a label, has of numbers may be a sum whose currency stands elsewhere.
 */
export function lacksPrice({
  unit: { kind, text },
  question: { asksPrice, language },
}: Pick<Candidate, 'unit' | 'question'>): boolean {
  if (!asksPrice || kind === 'tableRow' || /\p{Nd}/u.test(labelled(text)?.value ?? '')) return false;
  const [, prices, none] = wordsOf(language).asking.prices;
  if (text.search(phrasePattern(none)) >= 0 || /\p{Sc}/u.test(text)) return false;
  const sums = quantitiesOf(text, language).filter(({ unit }) => unit === undefined || isMoney(unit));
  return (
    sums.every(({ unit }) => unit === undefined) &&
    (sums.length === 0 || text.search(phrasePattern(prices)) < 0)
  );
}
