import { isMoney, quantitiesOf } from '../../../text/quantities.ts';
import { labelled } from '../../../text/structure/label.ts';
import { phrasePattern } from '../../../text/words/phrases.ts';
import { wordsOf } from '../../../text/words/words-of.ts';
import type { Candidate } from '../features.ts';

/** `€`, `%`, `2.80`, `Rs 250`, `12 quid`: the currency of others is told by their number. */
const sum =
  /\p{Sc}|\p{Nd}\s?%|\p{Nd}[.,]\p{Nd}{2}(?![\p{Nd}.,])|(?<!\p{L})(?:Rs|kr|zł|Kč|Ft)(?!\p{L})|\p{Nd}\s(?:quid|pence|cents?|francs?|Franken|Rappen|pesos?|kronor|kroner)(?!\p{L})/u;

/**
 * Whether a unit says of no sum, and a price is asked for: it has no currency, share or amount, and names nothing that is paid, or free. Of a row and a
 * labelled line that may stand over it.
 */
export function lacksPrice({
  unit,
  question: { asksPrice, language },
}: Pick<Candidate, 'unit' | 'question'>): boolean {
  if (!asksPrice) return false;
  const isNamed = unit.kind === 'tableRow' || /\p{Nd}/u.test(labelled(unit.text)?.value ?? '');
  const said = isNamed ? [...unit.context, ...unit.heads, unit.text].join('\n') : unit.text;
  const [, ...words] = wordsOf(language).asking.prices;
  if (sum.test(said) || said.search(phrasePattern(...words)) >= 0) return false;
  return !quantitiesOf(said, language).some(({ unit: of }) => of !== undefined && isMoney(of));
}
