import type { Question } from './question.ts';
import { areOver } from './statement-lines.ts';
import { labelOf } from './table-row.ts';
import type { Unit } from './units.ts';

/** What a unit says of the measures of financial statements that a question asks for. */
export interface AskedLine {
  /** The question's terms for measures that the unit speaks of in whatever words. */
  readonly terms: ReadonlySet<string>;
  /** Whether it is a row for such a measure, or for what one is calculated from. */
  readonly isLine: boolean;
  /** Whether it is such a row, in the statement that has to show it. */
  readonly isInStatement: boolean;
}

/** @param headings over the unit's passage */
export function askedLine(
  { measures }: Question,
  { kind, text, context }: Unit,
  headings: readonly string[],
): AskedLine {
  const label = kind === 'tableRow' ? labelOf(text) : '';
  const matched = measures.map((measure) => ({
    measure,
    lines: measure.lines.filter(({ caption }) => caption.test(label)),
  }));
  const said = matched.filter(({ measure, lines }) => lines.length > 0 || measure.name.test(text));
  const rows = matched.filter(({ lines }) => lines.length > 0);
  const over = [...headings, context].join('\n');
  return {
    terms: new Set(said.flatMap(({ measure }) => [...measure.terms])),
    isLine: rows.length > 0,
    isInStatement: rows.some(({ lines }) => lines.some(({ statement }) => areOver(over, statement))),
  };
}
