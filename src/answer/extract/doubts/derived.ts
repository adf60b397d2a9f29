import type { Unit } from '../../../text/structure/quotable-units.ts';
import { cellsOf, hasText, labelOf } from '../../../text/structure/table-row.ts';
import { couldHavePhrase, phrasePattern } from '../../../text/words/phrases.ts';
import { wordsOf } from '../../../text/words/words-of.ts';

const kinds = ['change', 'average', 'share', 'total'] as const;
/** `2/3`, `1:3`, `7 in 100`. */
const fraction =
  /\p{Nd}\s?[/:]\s?\p{Nd}|(?:in|of|out of|von|sur|de|di|op|من)\s\p{Nd}{1,3}(?:[.,]000)?(?!\p{Nd})/giu;
/** `+/-`, `±`, `+3.6`, `2025 vs 2024`. */
const signed = /\+\s?\/\s?[-–−]|[±Δ]|(?<!\p{L})vs(?!\p{L})|(?<![\p{L}\p{Nd}])\+\s?\p{Sc}?\p{Nd}/giu;

/** A figure that is calculated from others where a text does not say it. */
export interface Derived {
  readonly kind: (typeof kinds)[number];
  /** What a sentence has that says it, and a row or what heads it. */
  readonly inSentence: readonly RegExp[];
  readonly inRow: readonly RegExp[];
  /** Words of what it is asked of, which do not say it in a table: `What is the change in gains on sales?` */
  readonly own: ReadonlySet<string>;
  /** Heads of figures of another kind in the same unit: a change is in per cent too. */
  readonly apart: RegExp | undefined;
}

/**
 * What a question asks for that is calculated from other figures where a text does not say it: a change, an average, a share, the total of
 * several years. None over documents in a language without words here.
 * @param languages of the question and of the documents, as ISO 639-1
 */
export function derivedIn(
  question: string,
  [asked, language]: readonly [asked: string, language: string],
  years: readonly string[],
): Derived[] {
  const asking = wordsOf(asked).asking.derived;
  const { exclusive, units, ...words } = wordsOf(language);
  const { derived } = words.asking;
  if (derived.change[1] === '') return [];
  const isAsked = (kind: Derived['kind']): boolean => {
    const [phrases, , each = ''] = asking[kind];
    if (!couldHavePhrase(question, phrases) || question.search(phrasePattern(phrases)) < 0) return false;
    return kind !== 'total' || (years.length > 1 && question.search(phrasePattern(each)) < 0);
  };
  const change = phrasePattern(derived.change[1]);
  const found = kinds.filter(isAsked);
  return found.map((kind) => {
    const asks = phrasePattern(asking[kind][0]);
    const [phrases, said, further = ''] = derived[kind];
    const percent = kind === 'share' ? [units['percent'] ?? '', '%|％|٪'] : [];
    const signs = { change: [signed], share: [fraction], average: [], total: [] }[kind];
    const changes = kind === 'change' ? (exclusive[0] ?? []) : [];
    const row = phrasePattern(phrases, said, ...percent);
    // `By how much did sales increase` says what it asks for in a further word.
    const isNamed =
      kind === 'change' &&
      question.match(asks)!.some((phrase) => phrase.search(phrasePattern(asking.change[1])) >= 0);
    const rest = isNamed ? question.replaceAll(asks, ' ').match(row) : undefined;
    return {
      kind,
      inSentence: [phrasePattern(phrases, said, further, ...percent, ...changes), ...signs],
      inRow: [row, ...signs],
      own: new Set(rest?.map((word) => word.toLowerCase())),
      apart: kind === 'share' && question.search(change) < 0 ? change : undefined,
    };
  });
}

/** Whether a unit has figures, and neither it nor what heads it says that they are of the kinds that are asked for. */
export function lacksDerived(unit: Unit, asked: readonly Derived[]): boolean {
  if (asked.length === 0 || !/\p{Nd}/u.test(unit.text)) return false;
  if (unit.kind !== 'tableRow') {
    const said = `${unit.text}\n${unit.runIn ?? ''}`;
    return asked.some(
      ({ kind, inSentence }) => kind !== 'total' && inSentence.every((pattern) => said.search(pattern) < 0),
    );
  }
  const [header = '', ...groups] = unit.heads;
  const names = cellsOf(header);
  const columns = [...cellsOf(unit.text).entries()].flatMap(([at, cell]) =>
    at > 0 && hasText(cell) ? [`${names[at] ?? ''} ${cell}`] : [],
  );
  const over = [labelOf(unit.text), names[0]!, ...groups, unit.context.at(-1) ?? ''];
  return asked.some(({ inRow, own, apart }) => {
    const said = [...over, ...columns.filter((column) => apart === undefined || column.search(apart) < 0)];
    const words = said.flatMap((line) => inRow.flatMap((pattern) => line.match(pattern) ?? []));
    return words.every((word) => own.has(word.toLowerCase()));
  });
}
