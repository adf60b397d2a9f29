import { withoutMonths } from './dates.ts';
import { cellsOf, isTableRow } from './table-row.ts';
import type { Unit } from './units.ts';

/** `Falcon 3`, `model 4`, `M17`: one of several things of one name, told apart by their numbers. */
export interface NumberedName {
  readonly name: string;
  readonly number: string;
}

const number = String.raw`\p{Nd}+(?:\.\p{Nd}+)*(?![\p{L}\p{Nd}]|[.,-]\p{Nd}|-\p{L})`;
const roman = String.raw`(?<!\p{L})[IVXL]+(?![\p{L}\p{N}])`;
const isRoman = /^[IVXL]/;
const written = /\p{Nd}+(?:\.\p{Nd}+)*|[IVXL]+/gu;
const year = /^(?:1[89]|20)\d\d$/;
/** Lower-case words whose number tells which one is meant. */
const labels =
  'model|type|version|number|level|class|phase|stage|step|grade|series|unit|lot|batch|room|gate|line|flight|table|figure';
/** What a part of a document says does not repeat its number, and speaks of other parts. */
const parts = /^(?:part|section|article|chapter|clause|item|note|exhibit|schedule|annex|appendix|page)$/i;
const namePattern = new RegExp(
  String.raw`(?<![\p{L}\p{N}-])(${labels}|(?<=\S\s+)\p{Lu}[\p{L}\p{M}'’-]*) (${number})`,
  'gu',
);
/** Up to four capitals in one word with a number; but quarters and halves of years are periods. */
const codePattern = new RegExp(
  String.raw`(?<![\p{L}\p{N}-])(?!(?:FY|[QH])\p{Nd})(\p{Lu}{1,4})-?(${number})`,
  'gu',
);

/** The numbered names of a question. A day, a year and a part of a document are none. */
export function numberedNames(question: string): NumberedName[] {
  const text = withoutMonths(question);
  return [...text.matchAll(namePattern), ...text.matchAll(codePattern)]
    .map(([, name, digits]) => ({ name: name!, number: digits! }))
    .filter((each) => !year.test(each.number) && !parts.test(each.name));
}

/**
 * Of each unit of a passage, whether it speaks of the numbered names and not of others of the same name. What a unit
 * does not say, the last one before it that is no row of a table does, or the title and headings; for all but rows also
 * what follows.
 */
export function speakOfNumbered(
  names: readonly NumberedName[],
  units: readonly Unit[],
  headings: readonly string[],
): boolean[] {
  const perName = names.map((name) => speakOf(name, units, headings));
  return units.map((_, at) => perName.every((speaks) => speaks[at]));
}

function speakOf({ name, number: asked }: NumberedName, units: readonly Unit[], headings: readonly string[]) {
  const pattern = mentionPattern(name);
  const said = units.map((unit) => numbersIn(unit, { name, pattern }));
  const isHeaded = headings.some((heading) => mentioned(heading, pattern).includes(asked));
  const isSaid = said.some((numbers, at) => units[at]?.kind !== 'tableRow' && numbers.includes(asked));
  let before: readonly string[] = [];
  return units.map((unit, at) => {
    const own = said[at] ?? [];
    const nearest = own.length > 0 ? own : before;
    if (unit.kind !== 'tableRow') before = nearest;
    if (nearest.length > 0) return nearest.includes(asked);
    return isHeaded || (isSaid && unit.kind !== 'tableRow');
  });
}

/** Of `Falcon 0, 1 and 4` all three; of `| 4 | 3.2 m |` below `| Model | Head |` the 4. */
function numbersIn(
  { text, heads = '' }: Unit,
  { name, pattern }: { name: string; pattern: RegExp },
): readonly string[] {
  const own = mentioned(text, pattern);
  if (own.length > 0 || !isTableRow(text)) return own;
  const [header = ''] = heads.split('\n', 1);
  const column = cellsOf(header).findIndex((head) => head.toLowerCase().includes(name.toLowerCase()));
  const cell = cellsOf(text)[column] ?? '';
  return /^\p{Nd}[\p{Nd}.]*$/u.test(cell) ? [cell] : mentioned(heads, pattern);
}

function mentioned(text: string, pattern: RegExp): string[] {
  return Array.from(text.matchAll(pattern), ([, numbers]) => numbers!.match(written) ?? [])
    .flat()
    .map((digits) => (isRoman.test(digits) ? String(romanValue(digits)) : digits))
    .filter((digits) => !year.test(digits));
}

const romanDigits: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50 };

/** `IX` as 9: a digit before a greater one is taken off. */
function romanValue(numeral: string): number {
  const values = Array.from(numeral, (digit) => romanDigits[digit]!);
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0);
}

/** A name with the numbers behind it, in whatever case, with one capitalised word or `no.` between them: `Air Flight 610`. */
function mentionPattern(name: string): RegExp {
  const one = `(?:${number}|${roman})`;
  const numbers = `(${one}(?:(?:,| and| or| und| oder| &)+ ${one})*)`;
  if (/^\p{Lu}$/u.test(name)) return new RegExp(String.raw`(?<![\p{L}\p{N}])${name}-?(${number})`, 'gu');
  const lower = name.toLowerCase();
  const anyCase = [lower, name.toUpperCase(), lower.charAt(0).toUpperCase() + lower.slice(1), name].join('|');
  const gap = String.raw`[\s|_#:(*-]`;
  const between = String.raw`(?:${gap}+(?:\p{Lu}\p{L}*|no\.?|number|nr\.?))?${gap}*`;
  return new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${anyCase})s?${between}${numbers}`, 'gu');
}
