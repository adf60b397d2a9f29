import { analyse } from '../text/analyser.ts';

const negations = new Set(
  `no not non none nobody nothing nowhere never neither nor cannot without hardly barely scarcely lack lacks lacked lacking fail fails failed
  absence nicht kein keine keinen keinem keiner nie niemals nichts ohne weder noch
  ne pas aucun aucune jamais rien sans ni no nunca nada ningún ninguna ninguno sin tampoco`.split(/\s+/),
);
/** What a negation denies ends here. */
const clauseEnd =
  /^(?:[.,;:!?()|]|but|however|while|whereas|although|though|because|unless|except|aber|sondern|obwohl|weil|mais|pero|sino)$/;
/** A negation reaches this many terms at most: "does not pay for water in the first year of the lease". */
const reach = 6;
const wordOrStop = /[\p{L}\p{N}\p{M}]+(?:['’]\p{L}+)?|[.,;:!?()|]/gu;

/** Terms of a text, and those of them that a negation before them denies. A term may be both. */
export interface Polarity {
  readonly affirmed: ReadonlySet<string>;
  readonly denied: ReadonlySet<string>;
}

/** Reads which terms are denied: those after a negation, to the end of its clause and six terms at most. */
export function polarityOf(text: string, language?: string): Polarity {
  const affirmed = new Set<string>();
  const denied = new Set<string>();
  let room = 0;
  for (const word of text.toLowerCase().match(wordOrStop) ?? []) {
    if (clauseEnd.test(word)) room = 0;
    else if (isNegation(word)) room = reach;
    else {
      for (const term of analyse(word, language)) (room-- > 0 ? denied : affirmed).add(term);
    }
  }
  return { affirmed, denied };
}

function isNegation(word: string): boolean {
  return negations.has(word) || /n['’]t$/.test(word);
}

/**
 * Whether one text denies what the other affirms: they share a term that only one of them denies, and none that both
 * do ("does not need a fuse" and "needs no fuse" agree).
 */
export function isDenied(claim: Polarity, evidence: Polarity): boolean {
  if ([...claim.denied].some((term) => evidence.denied.has(term))) return false;
  return deniesAffirmed(claim, evidence) || deniesAffirmed(evidence, claim);
}

function deniesAffirmed(one: Polarity, other: Polarity): boolean {
  return [...one.denied].some((term) => !one.affirmed.has(term) && other.affirmed.has(term));
}

/** Words of two meanings of which one excludes the other. */
const opposites: readonly (readonly [one: string, other: string])[] = [
  [
    `increase increased increases increasing rise rises rose risen rising grow grows grew grown growth raise raises raised
    gain gains gained up higher highest more greater elevated elevates enhance enhances enhanced promotes promoted
    improve improves improved longer`,
    `decrease decreased decreases decreasing fall falls fell fallen falling decline declines declined drop drops dropped
    reduce reduces reduced reducing reduction lower lowers lowest lowered less fewer diminish diminished diminishes impair
    impairs impaired inhibit inhibits inhibited suppress suppresses suppressed down worse worsened shorter`,
  ],
  ['above over exceeds exceeded', 'below under beneath'],
  ['before prior', 'after following'],
  ['maximum most latest', 'minimum least earliest'],
  ['must shall required mandatory obligatory', 'may optional voluntary'],
  ['allowed permitted allows permits', 'forbidden prohibited banned forbids prohibits'],
  ['accepted approved accepts approves', 'rejected refused rejects refuses'],
  ['profit profits', 'loss losses'],
  ['included includes', 'excluded excludes'],
  ['all every always', 'some several sometimes partly'],
];
const sides = opposites.map(([one, other]) => [wordsOf(one), wordsOf(other)] as const);

/** Whether the claim says one side of a pair of opposites alone, and the evidence the other side alone. */
export function isOpposite(claim: string, evidence: string): boolean {
  const said = wordsOf(claim);
  const written = wordsOf(evidence);
  return sides.some((pair) => leaning(said, pair) * leaning(written, pair) < 0);
}

/** 1 for words of the one side alone, −1 for those of the other alone, else 0. */
function leaning(
  words: ReadonlySet<string>,
  [one, other]: readonly [ReadonlySet<string>, ReadonlySet<string>],
): number {
  const says = (side: ReadonlySet<string>) => [...side].some((word) => words.has(word));
  return Number(says(one)) - Number(says(other));
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/\p{L}+/gu));
}
