import type { Question } from './question.ts';
import { areOver } from './statement-lines.ts';
import { labelOf } from './table-row.ts';
import type { Unit } from './units.ts';

/** What a unit says of the measures of financial statements that a question asks for. */
export interface AskedLine {
  /** The question's terms for measures that the unit speaks of in whatever words. */
  readonly terms: ReadonlySet<string>;
  /** What the name of a row that shows such a measure, or what one is calculated from, counts as at least; else 0. */
  readonly labelShare: number;
  /** Whether it is one of these rows, in the statement that has to show it. */
  readonly isInStatement: boolean;
}

/** Below 1, the share of a row of just the words asked: "Gross margin, per cent", and "Revenue" where gross margin is asked for. */
const namedShare = 0.95;
const lineShare = 0.9;

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
    labelShare: Math.max(
      0,
      ...rows.map(({ measure }) => (measure.name.test(label) ? namedShare : lineShare)),
    ),
    isInStatement: rows.some(({ lines }) => lines.some(({ statement }) => areOver(over, statement))),
  };
}
