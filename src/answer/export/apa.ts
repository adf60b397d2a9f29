import type { CitedAnswer } from '../../types.ts';
import { apaStyle } from '../cite/apa.ts';
import { referencesOf } from '../cite/reference.ts';
import { escapeMarkdown } from './escape.ts';
import { piecesOf } from './pieces.ts';

/** An answer by APA 7, in Markdown: author, date and page for each marker, before the full stop, and the reference list. */
export function toApa(answer: CitedAnswer): string {
  const style = apaStyle(referencesOf(answer));
  let body = '';
  for (const piece of piecesOf(answer)) {
    if (piece.kind === 'text') body += escapeMarkdown(piece.text);
    else {
      const cited = ` ${style.inText(piece.sourceIds)}`;
      body = body.endsWith('.') ? `${body.slice(0, -1)}${cited}.` : body + cited;
    }
  }
  const list = style.list.length === 0 ? [] : ['# References', ...style.list];
  return `${[body, ...list].join('\n\n')}\n`;
}
