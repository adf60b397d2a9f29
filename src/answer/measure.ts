import { quantitiesOf, unitsNamed } from './quantities.ts';

const lengths = 'mm cm m km inch foot mile';
const times = 'second minute hour day week month year';
/** Units that answer `how deep`, by the word that asks. */
const unitsFor: Readonly<Record<string, string>> = {
  deep: lengths,
  tall: lengths,
  wide: lengths,
  thick: lengths,
  heavy: 'mg g kg ton pound',
  old: times,
  long: `${times} ${lengths}`,
};
const asked = /\bhow (deep|tall|wide|thick|heavy|old|long)\b/iu;
/** Its `s` is no second. */
const possessive = /['’]s(?!\p{L})/gu;

/**
 * Whether a text has a number of the measure that the question asks for: metres where it is `how deep`. A number without a
 * unit counts below or beside words that name one. True where no such measure is asked for.
 *
 * @param heads What stands over the text, such as the header of its table.
 */
export function hasMeasure(
  question: string,
  text: string,
  { heads = '', language }: { heads?: string; language?: string } = {},
): boolean {
  const word = asked.exec(question)?.[1]?.toLowerCase() ?? '';
  const units = new Set(unitsFor[word]?.split(' '));
  if (units.size === 0) return true;
  const written = quantitiesOf(text, language).flatMap(({ unit }) => unit ?? []);
  const named = unitsNamed(`${heads}\n${text}`.replaceAll(possessive, ''));
  return [...written, ...named].some((unit) => units.has(unit));
}
