/** What was measured as a page in Markdown. */
import { columnsOf, type Column, type MeasuredComparison } from './figures.ts';
import type { Config, StandingSet } from './sets.ts';
import { judge, nameOthers, show, showP } from './verdicts.ts';

export interface MeasuredSet {
  readonly set: StandingSet;
  readonly comparisons: readonly MeasuredComparison[];
}

export interface Circumstances {
  readonly defaults: Config;
  readonly date: string;
  readonly command: string;
  readonly commit: string;
  readonly node: string;
  readonly machine: string;
  /** Processes that wanted a core, at the start and at the end. */
  readonly load: readonly [number, number];
  readonly minutes: number;
}

export function renderPage(sets: readonly MeasuredSet[], circumstances: Circumstances): string {
  const { defaults, date, command, commit, node, machine, load, minutes } = circumstances;
  const sections = sets.flatMap(({ set, comparisons }) => [
    `## ${set.name}`,
    `${set.about} ${comparisons[0]?.results[0]?.queries.length} queries; a search is for ${set.depth} hits.`,
    ...comparisons.flatMap((measured) => section(measured, defaults)),
    ...warningsOf(comparisons),
  ]);
  const judged = sets.flatMap(({ set, comparisons }) =>
    comparisons.map((measured) => {
      const title = measured.comparison.title.toLowerCase();
      return `- **${set.name}**, ${title}. ${judge(columnsOf(measured, defaults)[0]!)}`;
    }),
  );
  const parts = [
    '# The defaults beside their alternatives',
    `${date} · commit ${commit} · Node ${node} · ${machine}, shared with other work ` +
      `(load ${load.map((one) => one.toFixed(1)).join(' at the start, ')} at the end) · ${minutes.toFixed(0)} minutes`,
    `Made by \`${command}\`; every number is of that run. The collections are public and not in this repository.`,
    explanation(defaults),
    '## Where a default is the best, and where it is not',
    judged.join('\n'),
    ...sections,
  ];
  return `${parts.join('\n\n')}\n`;
}

function explanation({ retrieval, chunking }: Config): string {
  const { fusion, candidates, maxChunksPerDocument, deduplicate } = retrieval;
  return `The default searches vectors and words (mode \`${retrieval.mode}\`, here without a reranker; at least ${candidates.vector} candidates of vectors and
${candidates.keyword} of words), fuses by \`${fusion.method}\` with ${fusion.vectorWeight} for the vectors, ${deduplicate ? 'deduplicates' : 'does not deduplicate'}, and ranks more than ${maxChunksPerDocument} chunks of a document behind all
others; chunks are cut by \`${chunking.method}\`, ${chunking.chunkSize} tokens with an overlap of ${chunking.overlap}. Every other configuration differs in what its name says and in
nothing else. Where documents are judged, the evaluation itself switches deduplication and the cap off: a document
stands where its best chunk stands.

A cell has the mean over the queries, its 95 % bootstrap interval, and the p-value of a paired randomisation test against
the default (two-sided, for this one comparison: of twenty that differ by chance only, one is expected below 0.05, from
where a difference is called more than chance). Bold is the best of its column. *ms* is the median of a search;
configurations of a table take turns query by query, so compare times within a table. The [metrics](../evaluation.md#metrics) are those of \`pincite eval\`. This page reports and
decides nothing: weights are tuned on the training queries of scifact only.`;
}

function section(measured: MeasuredComparison, defaults: Config): string[] {
  const { title, split, tokenBudget } = measured.comparison;
  const columns = columnsOf(measured, defaults);
  const sentences = [judge(columns[0]!), ...columns.flatMap(nameOthers)];
  const queries =
    split === undefined ? [] : [`${measured.results[0]?.queries.length} queries of the split \`${split}\`.`];
  const budget =
    tokenBudget === undefined
      ? []
      : [
          `Larger chunks bring more text among the first five, so the first column gives each size the same room: the
first ${tokenBudget.toLocaleString('en')} / size chunks, which have at most as many tokens. Cutting by structure may leave chunks less
full than cutting by tokens, and then brings less text into the same room.`,
        ];
  return [
    `### ${title}`,
    ...queries,
    ...budget,
    table(measured, columns),
    sentences.map((sentence) => `- ${sentence}`).join('\n'),
  ];
}

function table({ results }: MeasuredComparison, columns: readonly Column[]): string {
  const head = ['', ...columns.map(({ label }) => label), 'ms'];
  const rule = head.map((_, index) => (index === 0 ? '---' : '---:'));
  const rows = results.map(({ name, latencyMs }, index) => [
    name,
    ...columns.map((column) => cell(column, index)),
    latencyMs.p50.toFixed(1),
  ]);
  return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function cell({ figures }: Column, index: number): string {
  const { mean, interval, against } = figures[index]!;
  const isBest = mean === Math.max(...figures.map((one) => one.mean));
  const shown = isBest ? `**${show(mean)}**` : show(mean);
  const p = against === undefined ? '' : `, ${showP(against.pValue)}`;
  return `${shown} (${interval.map(show).join('–')})${p}`;
}

/** What an evaluation noted: excerpts that were not found, documents that were left out. */
function warningsOf(comparisons: readonly MeasuredComparison[]): string[] {
  const results = comparisons.flatMap((measured) => measured.results);
  const warnings = new Set(results.flatMap((result) => result.warnings));
  return warnings.size === 0 ? [] : [[...warnings].map((warning) => `- Note: ${warning}`).join('\n')];
}
