import type { Citation, CitedAnswer } from '../../types.ts';
import { linkOf } from '../cite/deep-link.ts';
import { sourceLine } from '../cite/format.ts';
import { oneLine } from '../compose.ts';
import { describeRows, rowsOf } from '../table-row.ts';
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
    ].join('\n');
  });
  const heading = answered ? 'Sources' : 'Nearest in the documents';
  const notes = warnings.map((warning) => `Note: ${warning}`);
  const list = sources.length === 0 ? [] : [heading, ...sources];
  return `${[question, readableAnswer(cited), ...notes, ...list].join('\n\n')}\n`;
}

function quoteLines({ quote, quoteContext }: Citation): string[] {
  if (rowsOf(quote) !== undefined)
    return describeRows(quote, quoteContext)
      .split('\n')
      .map((row) => `    ${row}`);
  const context = quoteContext === undefined ? [] : [`    (${oneLine(quoteContext)})`];
  return [...context, `    “${oneLine(quote)}”`];
}
