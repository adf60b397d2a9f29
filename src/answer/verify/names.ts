import { analyse } from '../../text/terms/analyser.ts';
import { phrasePattern } from '../../text/words/phrases.ts';
import { capitalisesNouns, wordsOf } from '../../text/words/words-of.ts';
import { withoutQuantities } from '../../text/quantities.ts';

/** `Ulta Beauty`, `CEO`, `O'Brien & Sons` as two. */
const capitalised = String.raw`\p{Lu}[\p{L}\p{N}\p{M}.'’-]*`;
const runPattern = new RegExp(String.raw`(?<![\p{L}\p{N}-])${capitalised}(?: ${capitalised})*`, 'gu');

/**
 * A name of the claim in whose place the evidence has another one, or `we`: `the law of France` for `the law of Ireland`. Names are capitalised
 * words and acronyms; `CEO` stands for Chief Executive Officer, and the other way round. A single word that opens a sentence is no name by its
 * capital. Scripts without capitals show no names.
 */
export function missingName(
  claim: string,
  evidence: readonly string[],
  language: string,
): string | undefined {
  const said = evidence.join('\n');
  const terms = (text: string) => analyse(text, language);
  const written = new Set(terms(said));
  const initials = new Set(Array.from(said.matchAll(longName), ([run]) => initialsOf(run)));
  const acronyms = new Set((said.match(/(?<!\p{L})\p{Lu}[\p{Lu}.]+(?!\p{L})/gu) ?? []).map(plain));
  const stands = (word: string) =>
    initials.has(plain(word)) || terms(word).every((term) => written.has(term));
  const names = namesOf(claim, language);
  const missing = names.filter(
    ({ words }) => !words.every(stands) && !acronyms.has(initialsOf(words.join(' '))),
  );
  if (missing.length === 0) return undefined;
  const own = new Set(names.flatMap(({ words }) => words.flatMap(terms)));
  const others = [
    ...namesOf(said, language, { takesOpenings: true }).filter(({ words }) =>
      words.flatMap(terms).some((term) => !own.has(term)),
    ),
    ...selvesIn(said, language),
  ];
  const isReplaced = ({ before, behind }: Place) =>
    others.some(
      (other) =>
        (before !== undefined && before === other.before) ||
        (behind !== undefined && behind === other.behind),
    );
  return missing.find(isReplaced)?.words.join(' ');
}

const longName = /\p{Lu}\p{L}+(?:[ -]\p{Lu}\p{L}+)+/gu;
const initialsOf = (run: string) => (run.match(/(?<!\p{L})\p{Lu}/gu) ?? []).join('');

/** The terms beside a name. */
interface Place {
  readonly before: string | undefined;
  readonly behind: string | undefined;
}

interface Name extends Place {
  readonly words: readonly string[];
}

/**
 * The names of a text, each with its words.
 *
 * @param takesOpenings Whether a single word that opens a sentence counts.
 */
export function namesOf(text: string, language: string, { takesOpenings = false } = {}): Name[] {
  const nameless = new Set(wordsOf(language).nameless.split('|'));
  return Array.from(text.matchAll(runPattern), ({ 0: run, index }): Name => {
    const all = run.split(' ').map(bare);
    const opens =
      !takesOpenings &&
      all.length === 1 &&
      /(?:^|[.!?:;|\n•–-])[\s"“«(]*$/u.test(text.slice(Math.max(0, index - 6), index));
    const kept = all.filter(
      (word) => word !== '' && !nameless.has(word.toLowerCase()) && (!opens || isAcronym(word)),
    );
    // Where nouns have capitals, names are acronyms and runs of several words.
    const words = capitalisesNouns(language) && kept.length < 2 ? kept.filter(isAcronym) : kept;
    return {
      words: withoutQuantities(words.join(' '), language).split(' ').filter(Boolean),
      ...placeOf(text, [index, index + run.length], language),
    };
  }).filter(({ words }) => words.length > 0);
}

/** Where the writers of a text speak of themselves. */
function selvesIn(text: string, language: string): Place[] {
  const pattern = phrasePattern(wordsOf(language).firstPerson);
  return Array.from(text.matchAll(pattern), ({ 0: word, index }) =>
    placeOf(text, [index, index + word.length], language),
  );
}

/** How far from a name the words beside it are read, in characters. */
const reach = 60;

function placeOf(text: string, [start, end]: readonly [number, number], language: string): Place {
  const before = analyse(
    text.slice(Math.max(0, start - reach), start).replace(/^\S*/u, start > reach ? '' : '$&'),
    language,
  ).at(-1);
  return { before, behind: analyse(text.slice(end, end + reach), language)[0] };
}

const bare = (word: string) => word.replace(/['’]s$/u, '').replace(/['’.-]+$/u, '');
const plain = (word: string) => word.replaceAll('.', '');
const isAcronym = (word: string) => /^\p{Lu}[\p{Lu}\p{N}.-]+$/u.test(word);
