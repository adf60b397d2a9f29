import type { Citation, CitedAnswer } from '../../types.ts';
import { linkOf } from '../cite/deep-link.ts';
import { placeOf } from '../cite/format.ts';
import { escapeMarkdown, markdownAddress } from './escape.ts';
import { piecesOf } from './pieces.ts';

/**
 * An answer as Markdown with a footnote for each citation: where the source is, a link, and the quote. Words of
 * documents are escaped, so that nothing in them becomes a link, an image or a heading.
 */
export function toMarkdown(answer: CitedAnswer): string {
  const body = piecesOf(answer)
    .map((piece) =>
      piece.kind === 'text' ? escapeMarkdown(piece.text) : piece.sourceIds.map((id) => `[^${id}]`).join(''),
    )
    .join('');
  const nearest = answer.answered
    ? []
    : answer.citations.map(({ sourceId }) => `- Nearest in the documents[^${sourceId}]`);
  return [
    `# ${escapeMarkdown(answer.question.replaceAll(/\s+/g, ' '))}`,
    body,
    ...(nearest.length > 0 ? [nearest.join('\n')] : []),
    ...answer.warnings.map((warning) => `> Note: ${escapeMarkdown(warning.replaceAll(/\s+/g, ' '))}`),
    ...answer.citations.map(footnote),
  ]
    .map((block) => `${rowsApart(block)}\n`)
    .join('\n');
}

/** Table rows stay lines of their own: elsewhere a line break in Markdown is a space. */
const rowsApart = (block: string) =>
  block.replaceAll(/^((?: {4}> )?\\\|.*)\n(?=(?: {4}> )?\\\|)/gm, '$1\\\n');

function footnote(citation: Citation): string {
  const link = linkOf(citation);
  const title = escapeMarkdown(citation.title.replaceAll(/\s+/g, ' '));
  const source = link === undefined ? title : `[${title}](${markdownAddress(link)})`;
  const context =
    citation.quoteContext === undefined ? [] : [...quoted(`(${citation.quoteContext})`), '    >'];
  return [
    `[^${citation.sourceId}]: ${source}${escapeMarkdown(placeOf(citation))}`,
    '',
    ...context,
    ...quoted(citation.quote),
  ].join('\n');
}

/** Lines of a quotation within a footnote. */
const quoted = (text: string) =>
  text.split('\n').map((line) => `    > ${escapeMarkdown(line.trim())}`.trimEnd());
