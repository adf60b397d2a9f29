import type { Citation, CitedAnswer } from '../../types.ts';
import { linkOf } from '../cite/deep-link.ts';
import { sourceLine } from '../cite/format.ts';
import {
  checkedClaims,
  describeCertainty,
  describeFigure,
  describeLocated,
  describeSupported,
} from './checks.ts';
import { oneLine } from '../../util/strings/one-line.ts';
import { describeRows, rowsOf } from '../../text/structure/table-row.ts';
import { readableAnswer } from './pieces.ts';

/** An answer as plain text: its markers as they are, and the list of sources with links and quotes. */
export function toText(cited: CitedAnswer): string {
  const { question, answered, citations, warnings } = cited;
  const sources = citations.map((citation) => {
    const link = linkOf(citation);
    return [
      sourceLine(citation),
      ...(link === undefined ? [] : [`    ${link}`]),
      ...quoteLines(citation),
      ...(citation.described ? [`    ${oneLine(describeFigure(citation.described))}`] : []),
      `    ${describeLocated(citation)}`,
    ].join('\n');
  });
  const heading = answered ? 'Sources' : 'The nearest places';
  const notes = warnings.map((warning) => `Note: ${warning}`);
  const claims = checkedClaims(cited).map((claim) => `- ${describeSupported(claim)}: ${oneLine(claim.text)}`);
  const checked = claims.length === 0 ? [] : [['Claims, by what their quotes say', ...claims].join('\n')];
  const list = sources.length === 0 ? [] : [heading, ...sources];
  return `${[question, readableAnswer(cited), ...describeCertainty(cited), ...checked, ...notes, ...list].join('\n\n')}\n`;
}

function quoteLines({ quote, quoteContext, quoteCaption }: Citation): string[] {
  const caption = quoteCaption === undefined ? [] : [`    Table: ${oneLine(quoteCaption)}`];
  if (rowsOf(quote) !== undefined) {
    const rows = describeRows(quote, quoteContext).split('\n');
    return [...caption, ...rows.map((row) => `    ${row}`)];
  }
  const context = quoteContext === undefined ? [] : [`    after “${oneLine(quoteContext)}”`];
  return [...caption, ...context, `    “${oneLine(describeRows(quote))}”`];
}
