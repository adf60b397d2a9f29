import { ConfigError } from '../../errors.ts';
import type { Citation, CitedAnswer } from '../../types.ts';
import { apaStyle } from '../cite/apa.ts';
import { linkOf } from '../cite/deep-link.ts';
import { formatCitations } from '../cite/format-citations.ts';
import { referencesOf } from '../cite/reference.ts';
import { describeRows } from '../../text/structure/table-row.ts';
import { oneLine } from '../../util/strings/one-line.ts';
import { escapeMarkdown } from './escape.ts';
import { figureOf, type AnswerPictures } from './figures.ts';
import { toHtml } from './html.ts';
import { toMarkdown } from './markdown.ts';
import { piecesOf } from './pieces.ts';
import { toText } from './text.ts';

export const answerFormats = ['text', 'markdown', 'html', 'json', 'apa', 'bibtex', 'csl-json'] as const;
/** What an answer is written as. */
export type AnswerFormat = (typeof answerFormats)[number];

/** What `exportAnswer` takes. */
export interface ExportAnswerOptions {
  /** What `kb.snapshot` gave, by the `sourceId` of its citation; shown by `html`. */
  readonly snapshots?: AnswerPictures;
}

const writers: Readonly<Record<AnswerFormat, (answer: CitedAnswer, options: ExportAnswerOptions) => string>> =
  {
    text: toText,
    markdown: (answer) => toMarkdown(answer, linkOf),
    html: toPage,
    json: (answer) => `${JSON.stringify(answer, null, 2)}\n`,
    apa: toApa,
    bibtex: (answer) =>
      answer.answered ? `${formatCitations(answer, 'bibtex')}\n` : `% ${oneLine(answer.answer)}\n`,
    'csl-json': (answer) => `${formatCitations(withCited(answer), 'csl-json')}\n`,
  };

function toPage(answer: CitedAnswer, { snapshots }: ExportAnswerOptions): string {
  const languages = languagesOf(answer);
  return toHtml(answer, {
    linkOf,
    languageOf: (citation) => languages.get(citation),
    figuresOf: (citation) =>
      (snapshots?.get(citation.sourceId) ?? []).map((picture) => figureOf(picture, citation)).join(''),
  });
}

function languagesOf(answer: CitedAnswer): Map<Citation, string | undefined> {
  return new Map(
    referencesOf(answer).flatMap(({ citations, language }) =>
      citations.map((citation) => [citation, language] as const),
    ),
  );
}

/** What is nearest to an answer that was declined is no source of one. */
const withCited = (answer: CitedAnswer): CitedAnswer =>
  answer.answered ? answer : { ...answer, citations: [] };

/**
 * An answer as a file of its own.
 *
 * - `text`: with the list of sources
 * - `markdown`: with a footnote for each citation
 * - `html`: one page, without scripts or anything from elsewhere, with the snapshots that are given
 * - `json`: the answer as it is
 * - `apa`: Markdown with author, date and page in the text, and a reference list
 * - `bibtex`, `csl-json`: the cited documents alone
 *
 * Where the documents do not answer, each but `csl-json`, which has no comments, says so; `bibtex` and `csl-json` list nothing,
 * the others the nearest places.
 *
 * @throws ConfigError for another format.
 */
export function exportAnswer(
  answer: CitedAnswer,
  format: AnswerFormat,
  options: ExportAnswerOptions = {},
): string {
  if (!answerFormats.includes(format)) {
    throw new ConfigError(`There is no answer format "${format}"`, {
      hint: `Formats are ${answerFormats.join(', ')}.`,
    });
  }
  return writers[format](answer, options);
}

/** An answer by APA 7, in Markdown: author, date and page for each marker, before the full stop, and the reference list. */
function toApa(answer: CitedAnswer): string {
  const style = apaStyle(referencesOf(answer));
  let body = '';
  for (const piece of piecesOf(answer)) {
    if (piece.kind === 'text') body += escapeMarkdown(piece.text);
    else {
      const cited = ` ${style.inText(piece.sourceIds)}`;
      body = body.endsWith('.') ? `${body.slice(0, -1)}${cited}.` : body + cited;
    }
  }
  const places = answer.citations.map(({ sourceId, quote, quoteContext, quoteCaption }) => {
    const words = oneLine(describeRows(quote, quoteContext, quoteCaption));
    return `- “${escapeMarkdown(words)}” ${style.inText([sourceId])}`;
  });
  const nearest = answer.answered || places.length === 0 ? [] : ['The nearest places:', places.join('\n')];
  const list = style.list.length === 0 ? [] : ['# References', ...style.list];
  return `${[body, ...nearest, ...list].join('\n\n')}\n`;
}
