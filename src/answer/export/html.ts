import type { Citation, CitedAnswer } from '../../types.ts';
import { linkOf } from '../cite/deep-link.ts';
import { placeOf, sectionBesideTitle } from '../cite/format.ts';
import { referencesOf } from '../cite/reference.ts';
import { rowsOf } from '../../text/structure/table-row.ts';
import {
  checkedClaims,
  describeCertainty,
  describeFigure,
  describeLocated,
  describeSupported,
} from './checks.ts';
import { escapeHtml } from './escape.ts';
import { htmlStyle } from './html-style.ts';
import { piecesOf } from './pieces.ts';

/** A picture of a page's region, as `kb.snapshot` gives it. */
export interface AnswerPicture {
  /** Position in the file, from 1. */
  readonly page: number;
  /** The picture. */
  readonly png: Uint8Array;
  /** Pixels. */
  readonly width: number;
  /** Pixels. */
  readonly height: number;
  /** Of the picture. */
  readonly pixelsPerPoint: number;
}

/** By `sourceId`. */
export type AnswerPictures = ReadonlyMap<number, readonly AnswerPicture[]>;

/**
 * An answer as one HTML page that loads nothing and runs no script: markers lead to the sources, each with its place,
 * its quote and pictures of it. Words of documents are escaped.
 */
export function toHtml(answer: CitedAnswer, pictures: AnswerPictures = new Map()): string {
  const { question, answered, citations, warnings } = answer;
  const languages = languagesOf(answer);
  const sources = citations.map((citation) =>
    sourceOf(citation, {
      pictures: pictures.get(citation.sourceId) ?? [],
      language: languages.get(citation),
    }),
  );
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
<section aria-label="Answer"${langOf(languages.get(citations[0]))} dir="auto">
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

const certaintyOf = (answer: CitedAnswer): string =>
  describeCertainty(answer)
    .map((line) => `<p class="soft">${line}</p>\n`)
    .join('');

const quotesStand =
  'Each quote stands in the text of its document, word for word, at the place that is named. ';

function answeredBy({ model }: CitedAnswer): string {
  if (model === 'extractive') return 'Answered without a language model, in the documents’ own sentences.';
  return `Answered by ${model}.`;
}

function paragraphsOf(answer: CitedAnswer): string {
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

interface SourceParts {
  readonly pictures: readonly AnswerPicture[];
  readonly language: string | undefined;
}

function sourceOf(citation: Citation, { pictures, language }: SourceParts): string {
  const { sourceId, title, charStart, charEnd, described } = citation;
  const link = linkOf(citation);
  const name = link
    ? `<a href="${escapeHtml(link)}" rel="noopener noreferrer">${escapeHtml(title)}</a>`
    : escapeHtml(title);
  return `<li id="source-${sourceId}">
<h3>[${sourceId}] ${name}${escapeHtml(placeOf(citation))}${sectionOf(citation)}</h3>
<p class="soft">characters ${charStart}–${charEnd} · ${locatedOf(citation)}</p>
${quotationOf(citation, language)}${described ? `\n<p class="soft" dir="auto">${escapeHtml(describeFigure(described))}</p>` : ''}
${pictures.map((picture) => figureOf(picture, citation)).join('')}</li>`;
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
  return `${context}<blockquote${attributes}>${escapeHtml(quote)}</blockquote>`;
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
function claimsOf(answer: CitedAnswer): string {
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

/** As large as on paper; where there is no room for that, it is moved, and begins where the quote does. */
function figureOf(
  { page, png, width, height, pixelsPerPoint }: AnswerPicture,
  { title, rects }: Citation,
): string {
  const size = (pixels: number) => Math.round((pixels / pixelsPerPoint) * (96 / 72));
  const data = Buffer.from(png).toString('base64');
  const starts = rects.filter((rect) => rect.page === page).map(({ x0 }) => x0);
  const left = Math.max(0, ((Math.min(...starts, width) - 10) * pixelsPerPoint) / width);
  const name = `Page ${page} of ${escapeHtml(title)}, the quote highlighted`;
  return `<figure>
<div class="picture" tabindex="0" role="group" aria-label="${name}" style="--left: ${left.toFixed(3)}">
<img src="data:image/png;base64,${data}" width="${size(width)}" height="${size(height)}" alt="${name}">
</div>
<figcaption>Page ${page} of the file</figcaption>
</figure>
`;
}

function languagesOf(answer: CitedAnswer): Map<Citation | undefined, string | undefined> {
  return new Map(
    referencesOf(answer).flatMap(({ citations, language }) =>
      citations.map((citation) => [citation, language] as const),
    ),
  );
}

const langOf = (language: string | undefined) =>
  language === undefined ? '' : ` lang="${escapeHtml(language)}"`;
