import type { Command } from 'commander';
import type { RetrieveOptions, RetrieveResponse, Filter, Hit } from '../../../../index.ts';
import { describeEmptiness } from '../../print/describe-emptiness.ts';
import type { ShownHit } from '../../print/describe-hits.ts';
import { given } from '../../options/overrides.ts';
import { flags } from '../../options/flags.ts';
import { note, paint } from '../../terminal/paint.ts';
import {
  createCommand,
  jsonOf,
  printJson,
  printLines,
  withStoredKnowledgeBase,
  type SessionOptions,
} from '../../session.ts';
import { describePages } from '../../print/describe-place.ts';
import { plural, wrap } from '../../terminal/layout.ts';

export interface QueryFlags extends SessionOptions {
  readonly where?: Filter;
  readonly whereDocument?: RetrieveOptions['whereDocument'];
  readonly region?: RetrieveOptions['region'];
  readonly mode?: RetrieveOptions['mode'];
  readonly hyde?: boolean;
  readonly rerank?: boolean;
  readonly context?: number;
  readonly budget?: number;
  readonly topK?: number;
  readonly threshold?: number;
  readonly recency?: RetrieveOptions['recency'];
  readonly mmr?: number;
  readonly versions?: 'all' | number;
  /** True unless switched off. */
  readonly route: boolean;
}

interface SearchFlags extends QueryFlags {
  readonly explain?: boolean;
  readonly group?: boolean;
}

export const queryFlags = [
  flags.topK,
  flags.where,
  flags.whereDocument,
  flags.region,
  flags.mode,
  flags.hyde,
  flags.noHyde,
  flags.rerank,
  flags.noRerank,
  flags.context,
  flags.budget,
  flags.threshold,
  flags.recency,
  flags.mmr,
  flags.versions,
  flags.noRoute,
];

/** Where no collection is named, routing chooses. */
export function toRetrieveOptions(options: QueryFlags, command: Command): RetrieveOptions {
  const { where: filter, whereDocument, region, mode, topK, threshold: scoreThreshold, recency } = options;
  const { hyde, rerank, context: contextWindow, budget: tokenBudget, mmr, versions, route } = options;
  const isNamed = command.getOptionValueSource('collection') === 'cli';
  const collection = route && !isNamed ? undefined : options.collection;
  const restricted = { collection, filter, whereDocument, region, versions };
  const asked = { mode, hyde, rerank, topK, scoreThreshold, recency, mmr };
  return given({ ...restricted, ...asked, contextWindow, tokenBudget });
}

export function searchCommand(): Command {
  return createCommand('search', 'find the passages nearest to a query', [
    ...queryFlags,
    flags.group,
    flags.explain,
  ])
    .argument('<query...>', 'what to look for')
    .helpAfter(`
On a terminal the first five hits have their text and the others a line each, unless -k says how many are wanted.
"Exact words" in quotes put the passages that have them first; a star finds the beginnings of words.

Examples:
  pincite search "liability cap"
  pincite search '"material adverse effect" invoic*'
  pincite search "drift correction" -k 5 --mode keyword
  pincite search "notice period" -k 3 --explain
  pincite search "fees" --group --where-document '{"$contains": "EUR"}'
  pincite search "signature" --region 1:bottom --context 1 --budget 1000
  pincite search "revenue" --where '{"format": "pdf", "pageNumbers": {"$gte": 10}}' --json`)
    .action(search);
}

async function search(words: string[], options: SearchFlags, command: Command): Promise<void> {
  await withStoredKnowledgeBase(options, async (kb, signal) => {
    const { explain, group: groupByDocument } = options;
    const response = await kb.retrieve(words.join(' '), {
      ...toRetrieveOptions(options, command),
      explain,
      groupByDocument,
      signal,
    });
    if (options.json) return printJson(await jsonOf(response, options, ({ toLeanSearch }) => toLeanSearch));
    const lines = await describeFound(response, options);
    const isEmpty = response.hits.length === 0 && response.queries.route === undefined;
    printLines([...lines, ...(isEmpty ? await describeEmptiness(kb, options.collection) : [])]);
  });
}

/** Hits with what matches in them; what was read around them, where the call asks for that; by document, where it does. */
async function describeFound(response: RetrieveResponse, options: SearchFlags): Promise<string[]> {
  // It needs the library, which `--help` need not wait for.
  const { describeGroups, describeHits } = await import('../../print/describe-hits.ts');
  if (response.passages.length > 0 && (options.context ?? options.budget) !== undefined) {
    return [...response.warnings.map(note), ...describePassages(response)];
  }
  const shown = await findExcerpts(response);
  return options.group ? describeGroups(response, shown) : describeHits(response, shown, mostWhole(options));
}

/** Hits with their text on a terminal, where nobody says how many: more is too much to read. */
const wholeOnTerminal = 5;

const mostWhole = ({ topK, explain }: SearchFlags) =>
  process.stdout.isTTY && topK === undefined && !explain ? wholeOnTerminal : undefined;

/** Each hit with what matches in it, and the section where that stands. */
async function findExcerpts(response: RetrieveResponse): Promise<ShownHit[]> {
  const { excerptOf, excerptText, sectionOf } = await import('../../../../index.ts');
  return response.hits.map((hit) => {
    const excerpt = excerptOf(response, hit);
    const text = excerptText(hit.chunk, excerpt, paint.bold);
    return { hit, text, section: sectionOf(hit.chunk, excerpt.bestStart) };
  });
}

type Passage = RetrieveResponse['passages'][number];

/** The passages that were read around hits and merged, best first, and what the budget left out. */
function describePassages({ passages, hits, sources, omitted }: RetrieveResponse): string[] {
  const describe = (passage: Passage) => {
    const { documentId, collection, chunkIds, charStart, charEnd, tokenCount, text } = passage;
    const title =
      sources.find(({ document }) => document.documentId === documentId && document.collection === collection)
        ?.document.title ?? documentId;
    const pages = describePages(pagesOf(passage, hits));
    return [
      ...wrap(paint.bold(`${passage.rank}. ${title}${pages && `, ${pages}`}`)),
      ...text.split(/\n{2,}/).flatMap((paragraph) => wrap(paragraph, { indent: 3 })),
      ...wrap(
        `characters ${charStart}–${charEnd}, ${plural(tokenCount, 'token')}, of ${chunkIds.join(', ')}`,
        {
          indent: 3,
        },
      ).map(paint.dim),
      '',
    ];
  };
  const beyond = omitted.length === 0 ? [] : [`Beyond the budget: ${omitted.join(', ')}.`];
  return [...passages.flatMap(describe), ...beyond];
}

function pagesOf({ chunkIds }: Passage, hits: readonly Hit[]): number[] {
  const pages = hits.flatMap(({ chunk }) => (chunkIds.includes(chunk.chunkId) ? chunk.pageNumbers : []));
  return [...new Set(pages)].sort((one, other) => one - other);
}
