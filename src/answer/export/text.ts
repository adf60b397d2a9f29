import type { CitedAnswer } from '../../types.ts';
import { linkOf } from '../cite/deep-link.ts';
import { sourceLine } from '../cite/format.ts';
import { oneLine } from '../compose.ts';

/** An answer as plain text: its markers as they are, and the list of sources with links and quotes. */
export function toText({ question, answer, answered, citations, warnings }: CitedAnswer): string {
  const sources = citations.map((citation) => {
    const link = linkOf(citation);
    return [
      sourceLine(citation),
      ...(link === undefined ? [] : [`    ${link}`]),
      ...(citation.quoteContext === undefined ? [] : [`    (${oneLine(citation.quoteContext)})`]),
      `    “${oneLine(citation.quote)}”`,
    ].join('\n');
  });
  const heading = answered ? 'Sources' : 'Nearest in the documents';
  const notes = warnings.map((warning) => `Note: ${warning}`);
  const list = sources.length === 0 ? [] : [heading, ...sources];
  return `${[question, answer, ...notes, ...list].join('\n\n')}\n`;
}
