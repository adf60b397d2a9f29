import type { Command } from 'commander';
import type { excerptOf, Hit, RetrieveOptions, RetrieveResponse } from '../../../index.ts';
import { describePages } from '../describe-pages.ts';
import { excerptText } from '../excerpt-text.ts';
import { flags } from '../flags.ts';
import { displayPath, plural, shorten, wrap } from '../layout.ts';
import { paint } from '../paint.ts';
import {
  createCommand,
  printJson,
  printLines,
  withStoredKnowledgeBase,
  type SessionOptions,
} from '../session.ts';

export interface QueryFlags extends SessionOptions {
  readonly where?: unknown;
  readonly mode?: RetrieveOptions['mode'];
  readonly topK?: number;
  readonly threshold?: number;
  readonly versions?: 'all' | number;
}

export const queryFlags = () => [
  flags.topK(),
  flags.where(),
  flags.mode(),
  flags.threshold(),
  flags.versions(),
];

export function toRetrieveOptions(options: QueryFlags): RetrieveOptions {
  const { collection, where: filter, mode, topK, threshold: scoreThreshold, versions } = options;
  return { collection, filter, mode, topK, scoreThreshold, versions };
}

export function searchCommand(): Command {
  return createCommand('search', 'find the passages nearest to a query', queryFlags())
    .argument('<query>', 'what to look for')
    .addHelpText(
      'after',
      `
"Exact words" in quotes put the passages that have them first; a star finds the beginnings of words.

Examples:
  pincite search "liability cap"
  pincite search '"material adverse effect" invoic*'
  pincite search "drift correction" -k 5 --mode keyword
  pincite search "revenue" --where '{"format": "pdf", "pageNumbers": {"$gte": 10}}' --json`,
    )
    .action(search);
}

async function search(query: string, options: QueryFlags): Promise<void> {
  await withStoredKnowledgeBase(options, async (kb, signal) => {
    const topK = options.topK ?? (options.json ? undefined : 8);
    const response = await kb.retrieve(query, { ...toRetrieveOptions(options), topK, signal });
    if (options.json) return printJson(response);
    const { excerptOf: excerpt } = await import('../../../index.ts'); // `--help` need not wait for it
    printLines(describeHits(response, excerpt));
  });
}

function describeHits(response: RetrieveResponse, excerpt: typeof excerptOf): string[] {
  const documents = new Map(response.sources.map(({ document }) => [document.documentId, document]));
  const lines = response.warnings.map((warning) => `${paint.yellow('Note:')} ${warning}`);
  if (response.hits.length === 0) return [...lines, 'Nothing found.'];
  for (const hit of response.hits) {
    const document = documents.get(hit.chunk.documentId);
    lines.push(
      `${paint.bold(`${hit.rank}. ${document?.title ?? hit.chunk.documentId}`)}${describePlace(hit)}`,
    );
    lines.push(...wrap(excerptText(hit.chunk, excerpt(response, hit), paint.bold), { indent: 3 }));
    const path = document === undefined ? '' : `${displayPath(document.sourcePath)}  `;
    lines.push(paint.dim(`   ${path}${hit.chunk.chunkId}  relevance ${hit.relevanceScore.toFixed(2)}`), '');
  }
  lines.push(paint.dim(`${plural(response.hits.length, 'hit')} in ${response.stats.totalMs.toFixed(0)} ms`));
  return lines;
}

function describePlace({ chunk }: Hit): string {
  const pages = describePages(chunk.pageNumbers);
  const section = chunk.sectionHeading === undefined ? '' : ` · ${shorten(chunk.sectionHeading, 60)}`;
  return `${pages && `, ${pages}`}${paint.dim(section)}`;
}
