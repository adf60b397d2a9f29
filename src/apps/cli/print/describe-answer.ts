import {
  checkedClaims,
  describeCertainty,
  describeFigure,
  describeLocated,
  describeRows,
  describeSupported,
  readableAnswer,
  type Citation,
  type CitedAnswer,
} from '../../../index.ts';
import { describePages, ownSection } from './describe-place.ts';
import { harmless } from '../terminal/terminal-text.ts';
import { displayPath, formatCount, shorten, wrap, wrapFacts } from '../terminal/layout.ts';
import { note, paint } from '../terminal/paint.ts';

/** The answer, then its sources, or what is nearest to one. */
export function describeAnswer(answer: CitedAnswer): string[] {
  const paragraphs = harmless(readableAnswer(answer)).split('\n').filter(Boolean);
  return [
    ...answer.warnings.map(note),
    ...paragraphs.flatMap((text) => wrap(text)),
    ...describeSources(answer),
  ];
}

export function describeSources(answer: CitedAnswer): string[] {
  const { answered, citations, model } = answer;
  if (citations.length === 0) return describeClaims(answer);
  const heading = paint.bold(answered ? 'Sources' : 'The nearest places');
  const isQuoted = answered && model === 'extractive'; // the answer is the quotes, of rows perhaps one cell
  return [
    ...describeClaims(answer),
    '',
    ...describeCertainty(answer).flatMap((line) => [paint.dim(line), '']),
    heading,
    ...citations.flatMap((citation) => describeCitation(citation, { isQuoted })),
  ];
}

function describeCitation(citation: Citation, { isQuoted }: { readonly isQuoted: boolean }): string[] {
  const marker = `[${citation.sourceId}]`;
  const indent = marker.length + 3;
  const [first = '', ...others] = wrap(
    `${citation.title}${describePlace(citation)}${describeSection(citation)}`,
    { indent },
  );
  const lines = [`  ${paint.cyan(marker)} ${first.trimStart()}`, ...others];
  const caption = citation.quoteCaption;
  if (caption !== undefined) lines.push(...wrap(harmless(`Table: ${caption}`), { indent }));
  const { quote, quoteContext: context } = citation;
  if (context !== undefined && !isRow(quote)) {
    lines.push(...wrap(harmless(`after “${shorten(context, mostQuoted)}”`), { indent }).map(paint.dim));
  }
  if (!isQuoted || citation.cell) lines.push(...wrap(describeQuote(citation), { indent }));
  if (citation.described) {
    lines.push(
      ...wrap(harmless(shorten(describeFigure(citation.described), 400)), { indent }).map(paint.dim),
    );
  }
  const place = [
    displayPath(citation.sourcePath),
    `characters ${formatCount(citation.charStart)}–${formatCount(citation.charEnd)}`,
    ...describeRects(citation),
  ];
  lines.push(
    ...wrapFacts(place, { indent }).map(paint.dim),
    `${' '.repeat(indent)}${describeFound(citation)}`,
  );
  return lines;
}

/** Characters of a quote: a clause of a contract comes whole, as its last words may be those that answer. */
const mostQuoted = 600;

/** Rows of a table in no quotation marks, as their header is said with them. */
function describeQuote({ quote, quoteContext }: Citation): string {
  const rows = describeRows(quote, quoteContext);
  const shown = shorten(harmless(rows), mostQuoted);
  return isRow(quote) ? shown : `“${shown}”`;
}

const isRow = (quote: string) => quote.trimStart().startsWith('|');

function describePlace({ pageNumbers, pageLabels }: Citation): string {
  if (pageNumbers.length === 0) return '';
  const labels = pageLabels === undefined ? '' : ` (printed ${pageLabels.join(', ')})`;
  return `, ${describePages(pageNumbers)}${labels}`;
}

function describeSection({ title, sectionHeading }: Citation): string {
  const heading = ownSection(title, sectionHeading);
  return heading === undefined ? '' : paint.dim(` · ${shorten(heading, 60)}`);
}

const corner = (x: number, y: number) => `${x.toFixed(0)},${y.toFixed(0)}`;

function describeRects({ rects }: Citation): string[] {
  const [first] = rects;
  if (first === undefined) return [];
  const more = rects.length > 1 ? ` and ${rects.length - 1} more` : '';
  return [`box ${corner(first.x0, first.y0)}–${corner(first.x1, first.y1)} pt${more}`];
}

function describeFound(citation: Citation): string {
  const words = describeLocated(citation);
  if (citation.located === 'no') return paint.red(`✗ ${words}`);
  return citation.located === 'fuzzy' ? paint.yellow(`≈ ${words}`) : paint.green(`✓ ${words}`);
}

const claimSigns = { yes: paint.green('✓'), no: paint.red('✗'), unchecked: paint.yellow('?') };

/** Whether the quotes bear out each claim that a language model wrote. */
function describeClaims(answer: CitedAnswer): string[] {
  const claims = checkedClaims(answer);
  if (!answer.answered || claims.length === 0) return [];
  const lines = claims.map((claim) => {
    const text = shorten(harmless(claim.text), 60);
    return `  ${claimSigns[claim.supported]} ${describeSupported(claim)}: ${text}`;
  });
  return ['', paint.bold('Claims, by what their quotes say'), ...lines];
}
