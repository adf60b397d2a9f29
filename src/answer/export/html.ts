import type { Citation } from '../../types.ts';
import { fileIn, fileOf } from '../cite/file-of.ts';
import { placeOf, sectionBesideTitle } from '../cite/format.ts';
import { describeRows, rowsOf } from '../../text/structure/table-row.ts';
import {
  checkedClaims,
  describeCertainty,
  describeFigure,
  describeLocated,
  describeSupported,
} from './checks.ts';
import { escapeHtml } from '../../util/strings/escape-html.ts';
import { htmlStyle } from './html-style.ts';
import { piecesOf, type LinkOf, type WrittenAnswer } from './pieces.ts';

/** What an answer alone does not say. */
interface HtmlParts {
  readonly linkOf: LinkOf;
  /** ISO 639-1, of the document that is cited. */
  readonly languageOf?: (citation: Citation) => string | undefined;
  /** HTML of pictures of the quote, below it. */
  readonly figuresOf?: (citation: Citation) => string;
}

/**
 * An answer as one HTML page that loads nothing and runs no script: markers lead to the sources, each with its place,
 * its quote and pictures of it. Words of documents are escaped.
 */
export function toHtml(answer: WrittenAnswer, parts: HtmlParts): string {
  const { question, answered, citations, warnings } = answer;
  const sources = citations.map((citation) => sourceOf(citation, parts));
  const [first] = citations;
  const title = escapeHtml(question.replaceAll(/\s+/g, ' ').trim());
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'">
<meta name="generator" content="pincite ask">
<title>${title}</title>
<style>${htmlStyle}</style>
</head>
<body>
<header>
<h1 dir="auto">${title}</h1>
</header>
<main>
<section aria-label="Answer"${langOf(first && parts.languageOf?.(first))} dir="auto">
${paragraphsOf(answer)}
</section>
${certaintyOf(answer)}${claimsOf(answer)}${warnings.map((warning) => `<p class="soft">Note: ${escapeHtml(warning)}</p>\n`).join('')}${
    sources.length === 0
      ? ''
      : `<section aria-labelledby="sources">
<h2 id="sources">${answered ? 'Sources' : 'The nearest places'}</h2>
<ol>
${sources.join('\n')}
</ol>
</section>
`
  }</main>
<footer class="soft">${sources.length === 0 ? '' : quotesStand}${escapeHtml(answeredBy(answer))}</footer>
</body>
</html>
`;
}

const certaintyOf = (answer: WrittenAnswer): string =>
  describeCertainty(answer)
    .map((line) => `<p class="soft">${line}</p>\n`)
    .join('');

const quotesStand =
  'Beside each quote stands whether it was found at the place that is named, and how exactly. ';

function answeredBy({ model }: WrittenAnswer): string {
  if (model === 'extractive') return 'Answered without a language model, in the documents’ own sentences.';
  return `Answered by ${model}.`;
}

function paragraphsOf(answer: WrittenAnswer): string {
  const html = piecesOf(answer)
    .map((piece) => {
      if (piece.kind === 'text')
        return escapeHtml(piece.text)
          .replaceAll(/\n\n+/g, '</p>\n<p>')
          .replaceAll(/\n(?!<p>)/g, '<br>\n');
      const links = piece.sourceIds.map(
        (id) => `<a class="marker" href="#source-${id}" aria-label="Source ${id}">[${id}]</a>`,
      );
      return ` ${links.join('')}`;
    })
    .join('');
  return `<p>${html}</p>`;
}

function sourceOf(citation: Citation, { linkOf, languageOf, figuresOf }: HtmlParts): string {
  const { sourceId, title, charStart, charEnd, described } = citation;
  const link = linkOf(citation);
  const file = fileIn(fileOf(citation.sourcePath));
  const name = link
    ? `<a href="${escapeHtml(link)}" rel="noopener noreferrer">${escapeHtml(title)}</a>`
    : escapeHtml(title);
  return `<li id="source-${sourceId}">
<h3>[${sourceId}] ${name}${escapeHtml(placeOf(citation))}${sectionOf(citation)}</h3>
<p class="soft">${file === undefined ? '' : `<bdi>${escapeHtml(file)}</bdi> · `}characters ${charStart.toLocaleString('en')}–${charEnd.toLocaleString('en')} · ${locatedOf(citation)}</p>
${quotationOf(citation, languageOf?.(citation))}${described ? `\n<p class="soft" dir="auto">${escapeHtml(describeFigure(described))}</p>` : ''}
${figuresOf?.(citation) ?? ''}</li>`;
}

/** Beside a page; `placeOf` names the section where there are no pages. */
function sectionOf(citation: Citation): string {
  const heading = sectionBesideTitle(citation);
  if (heading === undefined || citation.pageNumbers.length === 0) return '';
  return `<span class="soft" dir="auto"> · ${escapeHtml(heading)}</span>`;
}

/** Rows as a table below their header; else the words, below what they are not to be read without. */
function quotationOf({ quote, quoteContext, quoteCaption }: Citation, language: string | undefined): string {
  const rows = rowsOf(quote);
  const attributes = `${langOf(language)} dir="auto"`;
  if (rows !== undefined) {
    const heads = (rowsOf(quoteContext ?? '') ?? []).map((cells) => tableRow(cells, 'th')).join('');
    const head = heads === '' ? '' : `<thead>${heads}</thead>`;
    const body = rows.map((cells) => tableRow(cells, 'td')).join('');
    const caption = quoteCaption === undefined ? '' : `<caption>${escapeHtml(quoteCaption)}</caption>`;
    return `<blockquote${attributes}><table>${caption}${head}<tbody>${body}</tbody></table></blockquote>`;
  }
  const context =
    quoteContext === undefined ? '' : `<p class="soft" dir="auto">after “${escapeHtml(quoteContext)}”</p>\n`;
  return `${context}<blockquote${attributes}>${escapeHtml(describeRows(quote))}</blockquote>`;
}

function tableRow(cells: readonly string[], name: 'td' | 'th'): string {
  return `<tr>${cells.map((cell) => `<${name}>${escapeHtml(cell)}</${name}>`).join('')}</tr>`;
}

function locatedOf(citation: Citation): string {
  const words = describeLocated(citation);
  const isFound = citation.located === 'exact' || citation.located === 'normalised';
  return isFound ? `<span class="good">✓ ${words}</span>` : words;
}

/** Whether the quotes bear out each claim that a language model wrote. */
function claimsOf(answer: WrittenAnswer): string {
  const claims = checkedClaims(answer);
  if (claims.length === 0) return '';
  const rows = claims.map(
    (claim) =>
      `<li><strong>${describeSupported(claim)}</strong>: <span dir="auto">${escapeHtml(claim.text)}</span></li>`,
  );
  return `<section aria-labelledby="claims">
<h2 id="claims">Claims, by what their quotes say</h2>
<ul>
${rows.join('\n')}
</ul>
</section>
`;
}

const langOf = (language: string | undefined) =>
  language === undefined ? '' : ` lang="${escapeHtml(language)}"`;
