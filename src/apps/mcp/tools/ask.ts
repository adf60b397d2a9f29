import type { McpServer } from '@modelcontextprotocol/server';
import { toLeanAnswer, type LeanAnswer, type LeanCitation } from '../../../index.ts';
import { parameters, toolArguments } from '../arguments.ts';
import { brief, firstThatFits, shownTitle, shownWarnings } from '../bounds.ts';
import { callTool } from '../call.ts';
import { type McpOptions, type ToolContext, reading } from '../options.ts';
import { chosenCollections, present, shownUrl } from '../places.ts';
import { formatChunkId, formatPlaceId } from '../place-id.ts';

export function registerAsk(server: McpServer, context: ToolContext): void {
  server.registerTool(
    'ask',
    {
      title: 'Ask the documents',
      description:
        'Answer one question from the documents. [1] in the answer is citation 1: a quote with its place, `located` says whether it stands there word for word. answered: false means that they may not say: look at nearest, the closest places, before you say so.',
      inputSchema: toolArguments({
        question: parameters.query.max(4000),
        filter: parameters.filter,
        collections: parameters.collections,
      }),
      annotations: reading('Ask the documents'),
    },
    ({ question, filter, ...given }, request) =>
      callTool(context, request, async (kb, signal) => {
        const { options } = context;
        const collections = await chosenCollections(kb, given.collections, options);
        const asked = await kb.ask(question, { filter, ...collections, signal });
        const answer = toLeanAnswer(asked, { urlOf: options.urlOf });
        const value = await firstThatFits(
          kb,
          sizes.map((size) => () => describeAnswer(answer, size, options)),
        );
        return { value };
      }),
  );
}

/** How much of an answer is shown; long ones are shown shorter. */
interface Size {
  readonly answerChars: number;
  readonly quoteChars: number;
  readonly citations: number;
}
const sizes: readonly Size[] = [
  { answerChars: Infinity, quoteChars: Infinity, citations: Infinity },
  { answerChars: Infinity, quoteChars: 1000, citations: Infinity },
  { answerChars: Infinity, quoteChars: 300, citations: 20 },
  { answerChars: 3000, quoteChars: 100, citations: 10 },
];

function describeAnswer(answer: LeanAnswer, size: Size, options: McpOptions): Record<string, unknown> {
  const { answered, certainty, citations, claims, nearest, contradictions } = answer;
  const shown = citations.slice(0, size.citations);
  const describe = (citation: LeanCitation) => describeCitation(citation, size, options);
  const leftOut = citations.length - shown.length;
  const unsupported = claims
    .filter(({ supported }) => supported === 'no')
    .map(({ text }) => brief(text, 300));
  return {
    answered,
    answer: brief(answer.answer, size.answerChars),
    citations: shown.map(describe),
    ...present({
      certainty,
      nearest: nearest?.slice(0, size.citations).map(describe),
      unsupported: unsupported.slice(0, 20),
      contradictions: contradictions?.slice(0, 10),
      warnings: [
        ...shownWarnings(answer.warnings),
        ...(leftOut > 0 ? [`${leftOut} more citations were left out: ask for less.`] : []),
      ],
    }),
  };
}

function describeCitation(citation: LeanCitation, { quoteChars }: Size, options: McpOptions) {
  const { n, collection, documentId, documentVersion: version, charStart, charEnd, located } = citation;
  const span = charStart < charEnd ? { charStart, charEnd } : undefined;
  return present({
    n,
    id: span
      ? formatPlaceId({ collection, documentId, version, span })
      : formatChunkId(collection, citation.id),
    quote: brief(citation.quote, quoteChars),
    caption: citation.caption && brief(citation.caption, 300),
    columns: citation.context && brief(citation.context, 500),
    title: shownTitle(citation.title),
    pages: citation.pages,
    printedPages: citation.printedPages,
    section: citation.section && shownTitle(citation.section),
    ...shownUrl(citation.url, options),
    located,
  });
}
