import type { Citation } from '../../types.ts';
import { fileIn, fileOf } from '../cite/file-of.ts';
import { placeOf } from '../cite/format.ts';
import { oneLine } from '../../util/strings/one-line.ts';
import { describeRows, rowsOf } from '../../text/structure/table-row.ts';
import {
  checkedClaims,
  describeCertainty,
  describeFigure,
  describeLocated,
  describeSupported,
} from './checks.ts';
import { escapeMarkdown, markdownAddress } from './escape.ts';
import { piecesOf, type LinkOf, type TextPiece, type WrittenAnswer } from './pieces.ts';

/**
 * An answer as Markdown with a footnote for each citation: where the source is, a link, and the quote. Words of
 * documents are escaped, so that nothing in them becomes a link, an image or a heading.
 */
export function toMarkdown(answer: WrittenAnswer, linkOf: LinkOf): string {
  const body = piecesOf(answer)
    .map((piece) =>
      piece.kind === 'text' ? wordsOf(piece) : piece.sourceIds.map((id) => `[^${id}]`).join(''),
    )
    .join('');
  const marks = answer.citations.map(({ sourceId }) => `[^${sourceId}]`).join(' ');
  const nearest = answer.answered || marks === '' ? [] : [`The nearest places: ${marks}`];
  return [
    `# ${escapeMarkdown(answer.question.replaceAll(/\s+/g, ' '))}`,
    body,
    ...describeCertainty(answer).map((line) => `*${line}*`),
    ...nearest,
    ...claimsOf(answer),
    ...answer.warnings.map((warning) => `> Note: ${escapeMarkdown(warning.replaceAll(/\s+/g, ' '))}`),
    ...answer.citations.map((citation) => footnote(citation, linkOf(citation))),
  ]
    .map((block) => `${block}\n`)
    .join('\n');
}

/** Whether the quotes bear out each claim that a language model wrote, as a list. */
function claimsOf(answer: WrittenAnswer): string[] {
  const claims = checkedClaims(answer);
  if (claims.length === 0) return [];
  const rows = claims.map(
    (claim) => `- **${describeSupported(claim)}**: ${escapeMarkdown(oneLine(claim.text))}`,
  );
  return [['Claims, by what their quotes say:', '', ...rows].join('\n')];
}

/** Table rows, and claims with a line of their own, stay so: elsewhere a line break in Markdown is a space. */
function wordsOf({ text, isRow = false }: TextPiece): string {
  const words = escapeMarkdown(text);
  return isRow || text === '\n' ? words.replaceAll('\n', '\\\n') : words;
}

function footnote(citation: Citation, link: string | undefined): string {
  const title = escapeMarkdown(citation.title.replaceAll(/\s+/g, ' '));
  const file = fileIn(fileOf(citation.sourcePath));
  const source = link === undefined ? title : `[${title}](${markdownAddress(link)})`;
  return [
    [
      `[^${citation.sourceId}]: ${source}${escapeMarkdown(placeOf(citation))}`,
      ...(file === undefined ? [] : [escapeMarkdown(file)]),
      describeLocated(citation),
    ].join(' · '),
    '',
    ...quotation(citation).map((line) => `    > ${line}`.trimEnd()),
    ...(citation.described ? ['', `    ${escapeMarkdown(oneLine(describeFigure(citation.described)))}`] : []),
  ].join('\n');
}

/** Rows as a table below their header; else the words, below what they are not to be read without. */
function quotation({ quote, quoteContext, quoteCaption }: Citation): string[] {
  const rows = rowsOf(quote);
  if (rows !== undefined) {
    const columns = rows[0]?.map(() => '') ?? [];
    const [header = columns, ...groups] = rowsOf(quoteContext ?? '') ?? [];
    const caption = quoteCaption === undefined ? [] : [...escaped(quoteCaption), ''];
    return [
      ...caption,
      tableRow(header),
      `|${' --- |'.repeat(header.length)}`,
      ...[...groups, ...rows].map(tableRow),
    ];
  }
  return [
    ...(quoteContext === undefined ? [] : [...escaped(`after “${oneLine(quoteContext)}”`), '']),
    ...escaped(describeRows(quote)),
  ];
}

function tableRow(cells: readonly string[]): string {
  return `| ${cells.map(escapeMarkdown).join(' | ')} |`;
}

const escaped = (text: string) => text.split('\n').map((line) => escapeMarkdown(line.trim()));
