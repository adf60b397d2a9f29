import type { Citation } from '../../types.ts';
import { describeRows } from '../../text/structure/table-row.ts';
import { escapeMarkdown } from '../export/escape.ts';

/** `[1]`, or `[1][3]` for several; empty for none. */
export function inlineMarkers(sourceIds: readonly number[]): string {
  return sourceIds.map((sourceId) => `[${sourceId}]`).join('');
}

/** `[Source: Annual Report, page 15]`; the section where there are no pages, the title alone where there is neither. */
export function sourceMarker(citation: Citation): string {
  const [first] = pageNames(citation);
  const word = pageNames(citation).length > 1 ? 'pages' : 'page';
  const place = first === undefined ? section(citation) : `, ${word} ${pageRange(citation)}`;
  return `[Source: ${citation.title}${place}]`;
}

/** A line of the list of sources: `[1] Title, p. 5–6`. */
export function sourceLine(citation: Citation): string {
  return `[${citation.sourceId}] ${citation.title}${placeOf(citation)}`;
}

/** `, p. 5–6`; the section where there are no pages; nothing where there is neither. */
export function placeOf(citation: Citation): string {
  return pageNames(citation).length === 0 ? section(citation) : `, p. ${pageRange(citation)}`;
}

/** The quote, rows as `describeRows` has them, as a Markdown quotation with title, section and page below it; their words are escaped. */
export function quotationBlock(citation: Citation): string {
  const { quote, quoteContext, quoteCaption } = citation;
  const lines = describeRows(quote, quoteContext, quoteCaption).split('\n');
  const quoted = lines.map((line) => `> ${escapeMarkdown(line)}`.trimEnd());
  const page = pageNames(citation).length === 0 ? '' : `, p. ${pageRange(citation)}`;
  const source = `${citation.title}${section(citation)}${page}`.replaceAll(/\s+/g, ' ');
  return [...quoted, '>', `> — ${escapeMarkdown(source)}`].join('\n');
}

function section(citation: Citation): string {
  const heading = sectionBesideTitle(citation);
  return heading === undefined ? '' : `, “${heading}”`;
}

/** Printed labels where the document has them: that is what a reader finds on the page. */
export function pageNames({ pageLabels, pageNumbers }: Citation): readonly string[] {
  return pageLabels ?? pageNumbers.map(String);
}

/** `5`, `5–6`; pages that do not follow one another are listed: `5, 8–9`. */
export function pageRange(citation: Citation): string {
  const names = pageNames(citation);
  const runs: { first: string; last: string; at: number }[] = [];
  for (const [index, page] of citation.pageNumbers.entries()) {
    const name = names[index] ?? String(page);
    const run = runs.at(-1);
    if (run !== undefined && run.at === page - 1) Object.assign(run, { last: name, at: page });
    else runs.push({ first: name, last: name, at: page });
  }
  return runs.map(({ first, last }) => (first === last ? first : `${first}–${last}`)).join(', ');
}

/** The heading of the section in which something stands, to be said beside the title; none where it is the title once more, as of a mail. */
export const sectionBesideTitle = ({
  title,
  sectionHeading,
}: {
  readonly title: string;
  readonly sectionHeading?: string | undefined;
}): string | undefined => (sectionHeading === title ? undefined : sectionHeading);
