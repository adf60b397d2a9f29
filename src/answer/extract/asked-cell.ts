import { withShortQuarters } from '../../text/quarters.ts';
import type { Unit } from '../../text/structure/quotable-units.ts';
import { cellsOf, isTableRow, labelOf, valueColumn } from '../../text/structure/table-row.ts';
import { analyse } from '../../text/terms/analyser.ts';
import type { Question } from './question.ts';
import { timeIn } from './times.ts';

/**
 * The column of a row that a question asks for, where one head alone says it: that of the one time that is named, else one that is asked
 * for word for word; of several, that which has more of the question's words than each other. Undefined where several could be meant, or
 * the row has one value anyway.
 */
export function askedColumn({ kind, text, heads }: Unit, question: Question): number | undefined {
  if (kind !== 'tableRow' || !isTableRow(text)) return undefined;
  if (question.years.length > 1 || question.derived.length > 0) return undefined;
  const names = cellsOf(heads[0] ?? '');
  const cells = cellsOf(text);
  const label = new Set(analyse(labelOf(text), question.language));
  const asked = new Set(question.terms.map(({ term }) => term).filter((term) => !label.has(term)));
  const told = [...names.entries()]
    .filter(([column]) => column > 0 && valueColumn(names, cells, column) !== undefined)
    .map(([column, name]) => {
      const terms = [...new Set(analyse(withShortQuarters(name), question.language))];
      return {
        column,
        time: timeIn(name, question),
        share: terms.filter((term) => asked.has(term)).length,
        of: terms.length,
      };
    });
  if (told.length < 2) return undefined;
  const isAskedWhole = ({ share, of }: (typeof told)[number]) => share > 0 && share === of;
  const isDated = told.some(({ time }) => time !== undefined);
  const could = isDated ? told.filter(({ time }) => time === 'same') : told.filter(isAskedWhole);
  const [best, next] = could.toSorted((a, b) => b.share - a.share);
  if (best === undefined || best.share === next?.share) return undefined;
  // Of no year, and all of it asked for: `Acquisitions` beside `Dec 28, 2019`.
  const isOther = told.some((head) => !could.includes(head) && isAskedWhole(head));
  return isAskedWhole(best) || !isOther ? best.column : undefined;
}
