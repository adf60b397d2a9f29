/** An answer to take away: as Markdown with footnotes, or a page of HTML, as the command line writes them. */
import { fileIn } from '../../src/answer/cite/file-of.ts';
import { toHtml } from '../../src/answer/export/html.ts';
import { toMarkdown } from '../../src/answer/export/markdown.ts';
import type { WrittenAnswer } from '../../src/answer/export/pieces.ts';
import { linkTo, placeOf } from '../parts/place.ts';
import { saveFile } from '../parts/save.ts';
import { copyText } from '../reader/copy.ts';
import type { Answer, Citation } from '../shapes.ts';
import type { Turn } from './conversations.ts';

/** @throws Error where the browser does not let it. */
export async function copyAsMarkdown(turn: Turn, answer: Answer): Promise<void> {
  await copyText(toMarkdown(written(turn, answer), ({ url }) => url));
}

/** Saves a file that is called as the question is. */
export function saveAsHtml(turn: Turn, answer: Answer): void {
  const html = toHtml(written(turn, answer), { linkOf: ({ url }) => url });
  saveFile(new Blob([html], { type: 'text/html' }), fileName(turn));
}

/** Characters. */
const longestName = 60;

function fileName({ question }: Turn): string {
  const words = question.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim();
  return `${[...words].slice(0, longestName).join('').trim() || 'answer'}.html`;
}

function written({ question, citations }: Turn, answer: Answer): WrittenAnswer {
  const { answer: text, answered, certainty, claims, model, warnings } = answer;
  return {
    question,
    answer: text,
    answered,
    certainty,
    claims,
    model,
    warnings,
    citations: citations.map(asCited),
  };
}

/** As the library names it; its link is the place in this page. */
const asCited = (citation: Citation): WrittenAnswer['citations'][number] => ({
  sourceId: citation.n,
  collection: citation.collection,
  documentId: citation.documentId,
  documentVersion: citation.documentVersion,
  chunkId: citation.id,
  sourcePath: fileIn(citation) ?? '',
  url: new URL(linkTo(placeOf(citation)), location.href).href,
  title: citation.title,
  authors: [],
  pageNumbers: citation.pages,
  pageLabels: citation.printedPages,
  sectionHeading: citation.section,
  charStart: citation.charStart,
  charEnd: citation.charEnd,
  quote: citation.quote,
  quoteContext: citation.context,
  quoteCaption: citation.caption,
  cell: citation.cell,
  rects: citation.rects,
  described: citation.described,
  retrievalScore: 0,
  located: citation.located,
  quoteSimilarity: citation.similarity ?? 1,
});
