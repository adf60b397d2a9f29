import { ConfigError } from '../../errors.ts';
import type { CitedAnswer } from '../../types.ts';
import { formatCitations } from '../cite/format-citations.ts';
import { oneLine } from '../../util/strings/one-line.ts';
import { toApa } from './apa.ts';
import { toHtml, type AnswerPictures } from './html.ts';
import { toMarkdown } from './markdown.ts';
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
    markdown: toMarkdown,
    html: (answer, { snapshots }) => toHtml(answer, snapshots),
    json: (answer) => `${JSON.stringify(answer, null, 2)}\n`,
    apa: (answer) => toApa(withCited(answer)),
    bibtex: (answer) =>
      answer.answered ? `${formatCitations(answer, 'bibtex')}\n` : `% ${oneLine(answer.answer)}\n`,
    'csl-json': (answer) => `${formatCitations(withCited(answer), 'csl-json')}\n`,
  };

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
 * Where the documents do not answer, each but `csl-json`, which has no comments, says so, and `apa`, `bibtex` and
 * `csl-json` list nothing.
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
