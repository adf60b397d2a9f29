import type { McpServer } from '@modelcontextprotocol/server';
import {
  describeFigure,
  toLeanSearch,
  type Hit,
  type LeanHit,
  type RetrieveResponse,
  type ScopedKnowledgeBase,
} from '../../../index.ts';
import { parameters, toolArguments } from '../arguments.ts';
import { asManyAsFit, brief, shownTitle, shownWarnings } from '../bounds.ts';
import { callTool } from '../call.ts';
import { readCursor, writeCursor } from '../../cursor.ts';
import { type McpOptions, type ToolContext, reading } from '../options.ts';
import { chosenCollections, present, shownUrl } from '../places.ts';
import { formatChunkId } from '../place-id.ts';

/** Hits of an ordinary search; who wants more gets the rest of a deep one behind them, so that pages do not overlap. */
const ordinary = 20;
const deep = 100;

export function registerSearch(server: McpServer, context: ToolContext): void {
  server.registerTool(
    'search',
    {
      title: 'Search documents',
      description:
        'Find passages by words and meaning. Gives ids for fetch and show_page, best first. "Exact words" in quotes must occur.',
      inputSchema: toolArguments({
        query: parameters.query,
        limit: parameters.int(1, 25).default(8).describe('8 unless given'),
        filter: parameters.filter,
        collections: parameters.collections,
        cursor: parameters.cursor,
      }),
      annotations: reading('Search documents'),
    },
    (given, request) =>
      callTool(context, request, async (kb, signal) => {
        const { query, limit, filter, cursor } = given;
        const from = readCursor(cursor, [query, filter, given.collections]);
        const collections = await chosenCollections(kb, given.collections, context.options);
        const response = await hitsUpTo(kb, from + limit, {
          query,
          options: { filter, ...collections, signal },
        });
        const wanted = { ...response, hits: response.hits.slice(from, from + limit) };
        const { results, warnings } = toLeanSearch(wanted, { urlOf: context.options.urlOf });
        const shown = await asManyAsFit(
          kb,
          results.map((hit) => toResult(hit, context.options)),
        );
        const to = from + shown.length;
        const goesOn = to < deep && (to < response.hits.length || response.hits.length === ordinary);
        return {
          value: {
            results: shown,
            ...(goesOn ? { nextCursor: writeCursor(to, [query, filter, given.collections]) } : {}),
            ...present({ warnings: shownWarnings(warnings) }),
          },
        };
      }),
  );
}

interface Search {
  readonly query: string;
  readonly options: Parameters<ScopedKnowledgeBase['retrieve']>[1];
}

async function hitsUpTo(
  kb: ScopedKnowledgeBase,
  count: number,
  { query, options }: Search,
): Promise<RetrieveResponse> {
  const first = await kb.retrieve(query, { ...options, topK: ordinary });
  if (count <= ordinary || first.hits.length < ordinary) return first;
  const more = await kb.retrieve(query, { ...options, topK: deep });
  const given = new Set(first.hits.map(keyOf));
  return { ...more, hits: [...first.hits, ...more.hits.filter((hit) => !given.has(keyOf(hit)))] };
}

const keyOf = ({ collection, chunk }: Hit) => formatChunkId(collection, chunk.chunkId);

function toResult(
  { id, collection, title, pages, section, score, excerpt, described, url }: LeanHit,
  options: McpOptions,
) {
  return present({
    id: formatChunkId(collection, id),
    title: shownTitle(title),
    pages,
    section: section && shownTitle(section),
    score: Math.round(score * 1000) / 1000,
    excerpt,
    figure: described && brief(describeFigure(described), 600),
    ...shownUrl(url, options),
  });
}
