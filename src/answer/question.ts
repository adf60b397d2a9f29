import { analyse } from '../text/analyser.ts';
import { answerKind, type AnswerKind } from './answer-kind.ts';
import { countedTerms } from './asked-words.ts';
import { numberedNames, type NumberedName } from './numbered-names.ts';
import { askedMeasures, type AskedMeasure } from './statement-lines.ts';

interface QuestionTerm {
  readonly term: string;
  /** Inverse document frequency, > 0; that of a term that no document has is above all others. */
  readonly weight: number;
  /** A name or a number: what stands for it elsewhere is another thing. */
  readonly distinctive: boolean;
  /** A name or a year: an answer about another one is none. */
  readonly strict: boolean;
}

/** What is looked for in a unit of text. */
export interface Question {
  readonly text: string;
  readonly kind: AnswerKind;
  /** Content terms, each once, in the order of the question. */
  readonly terms: readonly QuestionTerm[];
  /** Pairs of neighbouring content terms, joined by a space. */
  readonly pairs: ReadonlySet<string>;
  readonly years: readonly string[];
  readonly numbered: readonly NumberedName[];
  /** Of `how many things` the terms of the things, of which the passage of an answer that is no sentence has one. */
  readonly counted: ReadonlySet<string>;
  /** Of financial statements, each with the question's terms for it. */
  readonly measures: readonly (AskedMeasure & { readonly terms: ReadonlySet<string> })[];
}

/** Words that ask or connect: what they match is no evidence. */
const functionWords: Readonly<Record<string, string>> = {
  en: `a about after all also am an and any are as at be been before being between both but by can could did do
    does doing done during each for from get give had has have having he her him his how i if in into is it its many
    may me might more most much must my no not of on one or our out over shall she should some such tell than that
    the their them then there these they this those through to too under up upon us used was we were what when where
    which who whom whose why will with would you your s t d ll re ve m`,
  de: `aber als am an auf aus bei bis da das dass dem den der des die dies diese dieser ein eine einem einen einer
    es für gab gibt hat hatte haben im in ist kann man mit nach oder sich sie sind so über um und unter viel viele
    vom von vor wann war waren warum was welche welchem welchen welcher welches wem wen wenn wer werden wie wieviel
    wird wo woher wohin worden wurde wurden zu zum zur`,
  fr: `a au aux avec ce ces cette combien comment d dans de des du elle en est et été il ils l la le les leur n ne
    où par pas pour pourquoi qu quand que quel quelle quelles quels qui quoi s sa ses son sont sur un une était`,
  es: `a al como cómo con cuál cuáles cuándo cuánta cuántas cuánto cuántos de del dónde el ella ellos en era es está
    fue ha la las lo los más para pero por qué quién quiénes se ser son su sus un una y`,
};

/**
 * What is asked for in `how long`, `how much` (answers give the measure, not the word), and what asks or connects
 * in Chinese, where it would stick to its neighbours as a pair of characters.
 */
const askingParts =
  /(?<=\bhow )(?:long|old|far|high|tall|large|big|often|fast|deep|wide|heavy|soon|late)\b|为什么|什么时候|什么|怎么样?|怎样|如何|为何|何时|何地|多少|多久|多大|哪[个些里年位种一]?|谁|几|吗|呢|[的了是在有被和与或及对从]/giu;

/** What `how deep` asks for, by the noun: of a question that names a thing and asks nothing else, it is all there is to look for. */
const measureNouns: Readonly<Record<string, string>> = {
  long: 'length',
  old: 'age',
  far: 'distance',
  high: 'height',
  tall: 'height',
  large: 'size',
  big: 'size',
  fast: 'speed',
  deep: 'depth',
  wide: 'width',
  heavy: 'weight',
};
const askedMeasure = /\bhow (\p{L}+)/iu;

/** `FY2022`, `FY 2022`: the year is what counts. */
const fiscalYear = /\bFY ?(\d{4})\b/gi;
/** `Q22023`, `Q2'2023`, `Q2 of FY2023`: the quarter and the year. */
const quarter = /\bQ([1-4])(?:['’]|(?: of)? FY ?)?(\d{4})\b/gi;
const year = /^(?:1[89]|20)\d\d$/;

export function isYear(word: string): boolean {
  return year.test(word);
}

const functionTerms = new Map<string, ReadonlySet<string>>();

/**
 * Reads a question.
 *
 * @param idf Inverse document frequency of an analysed term in the searched collections; 0 when no chunk has it.
 */
export function readQuestion(
  text: string,
  { idf, language = 'en' }: { idf: (term: string) => number; language?: string },
): Question {
  const written = withPlainPeriods(text);
  const names = new Set(analyse(namesAndNumbers(written, language).join(' '), language));
  const measures = askedMeasures(written).map((measure) => ({
    ...measure,
    terms: new Set(analyse(measure.words, language)),
  }));
  const strict = new Set(analyse(subjectNames(text, language).join(' '), language));
  const skipped = functionTermsOf(language);
  const stated = analyse(written.replaceAll(askingParts, ' '), language).filter((term) => !skipped.has(term));
  const measure = measureNouns[askedMeasure.exec(written)?.[1]?.toLowerCase() ?? ''];
  const asksNoMore = stated.every((term) => names.has(term));
  const content = asksNoMore && measure ? [...stated, ...analyse(measure, language)] : stated;
  const known = content.map((term) => idf(term));
  const unknown = Math.max(1, ...known) + 1;
  const terms = [...new Set(content)].map((term) => {
    const frequency = idf(term);
    return {
      term,
      weight: frequency > 0 ? frequency : unknown,
      distinctive: names.has(term),
      strict: strict.has(term),
    };
  });
  const years = (written.match(/\p{Nd}+/gu) ?? []).filter(isYear);
  const numbered = numberedNames(written);
  return {
    text,
    kind: answerKind(text),
    terms,
    pairs: pairsOf(content),
    years,
    numbered,
    counted: new Set(countedTerms(text, language)),
    measures,
  };
}

/** The words of a question that say what it is about: names, and years however they are written (`FY2022`). */
export function subjectNames(text: string, language = 'en'): string[] {
  const skipped = functionTermsOf(language);
  const names = namesAndNumbers(withPlainPeriods(text), language)
    .filter((word) => year.test(word) || !/\p{N}/u.test(word))
    .filter((word) => analyse(word, language).some((term) => !skipped.has(term)));
  return [...new Set(names)];
}

function withPlainPeriods(text: string): string {
  return text.replaceAll(quarter, 'Q$1 $2').replaceAll(fiscalYear, '$1');
}

/** Pairs of neighbouring terms, joined by a space. */
export function pairsOf(terms: readonly string[]): Set<string> {
  return new Set(terms.slice(1).map((term, index) => `${terms[index]} ${term}`));
}

function functionTermsOf(language: string): ReadonlySet<string> {
  const known = functionTerms.get(language) ?? new Set(analyse(functionWords[language] ?? '', language));
  functionTerms.set(language, known);
  return known;
}

/** Words with a digit, and capitalised words but the first; in German, where all nouns are, the former only. */
function namesAndNumbers(text: string, language: string): string[] {
  const words = text.match(/[\p{L}\p{N}\p{M}'’-]+/gu) ?? [];
  const isName = (word: string, index: number) => language !== 'de' && index > 0 && /^\p{Lu}/u.test(word);
  return words.filter((word, index) => /\p{N}/u.test(word) || isName(word, index));
}
