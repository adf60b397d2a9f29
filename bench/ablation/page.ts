/** What was measured as a page in Markdown. */
import type { Comparison } from '../../src/evaluate/index.ts';
import type { Cell, MeasuredSet, Results } from './results.ts';
import { defaultRow, type Config } from './rows.ts';
import { ablationSets } from './sets.ts';

/** From here a difference is called chance. */
const chance = 0.05;
const none = '–';

export function renderPage({ sets }: Results, defaults: Config): string {
  const parts = [
    '# What each part of a search is worth',
    'Made by `npm run bench -- ablation`, which searches through `kb.evaluate`, as `pincite eval --compare` does. The collections are public and not in this repository.',
    explanation(defaults),
    '## Each part on every set',
    overview(sets),
    ...sets.flatMap(section),
    notMeasured,
  ];
  return `${parts.join('\n\n')}\n`;
}

function explanation({ retrieval, chunking }: Config): string {
  return `The first four rows of a table are the way from plain vectors to the default, each with one thing more than the one before: built-in
word table and windows of ${chunking.chunkSize} tokens; chunks by \`${chunking.method}\` of the same size; the table adapted to the documents; keyword search
beside the vectors. The default is mode \`full\` without a reranker, at least 25 candidates by vectors and 50 by words, fused by
\`minmax\` with vector weight \`${retrieval.vectorWeight}\`, deduplicated; documents that a query names move up, which the row *without looking for documents that are named* takes away. The other rows differ from it in what they say and in nothing else. Where
documents are judged, the evaluation itself neither deduplicates nor caps: a document stands where its best chunk stands. Rows *within the
document* have a filter that a user could give, since the question names its document: they know more than the others.

A difference has the p-value of a paired randomisation test (two-sided, for this one comparison: of twenty that differ by chance
only, one is expected below ${chance}); bold is beyond chance by it. Brackets are 95 % bootstrap intervals of means. *ms* is the median of a
search for as many hits as are judged; rows take turns query by query on a machine that is shared, so compare times within a
table. [Metrics](../evaluation.md#metrics) are those of \`pincite eval\`. What follows from the figures is in
[the decision](../decisions/0009-retrieval-defaults.md).`;
}

/** Rows are parts, columns sets: what each step gains over the step before, and what else differs from the default. */
function overview(sets: readonly MeasuredSet[]): string {
  const names = new Set(sets.flatMap(({ figures }) => figures.slice(1).map(({ name }) => name)));
  const rows = [...names].map((row) => [
    row,
    ...sets.map(({ figures }) => {
      const figure = figures.find(({ name }) => name === row);
      return difference(figure?.isStep ? figure.cells[0]?.gain : figure?.cells[0]?.against);
    }),
  ]);
  const head = ['', ...sets.map(({ name }) => `${name}, ${metricsOf(name)[0]}`)];
  const lead =
    'Steps (+) beside the step before, all else beside the default, by the metric that judges the set:';
  return `${lead}\n\n${markdownTable(head, rows)}`;
}

function section({
  name,
  queries,
  figures,
  warnings,
  date,
  commit,
  node,
  machine,
  load,
  minutes,
}: MeasuredSet): string[] {
  const [judging = '', ...others] = metricsOf(name);
  const { about = '', depth } = setOf(name);
  const head = ['', judging, 'beside the step before', 'beside the default', ...others, 'ms'];
  const rows = figures.map(({ name: row, cells, medianMs }) => [
    row === defaultRow ? `**${row}**` : row,
    meanOf(cells[0]!),
    difference(cells[0]!.gain),
    difference(cells[0]!.against),
    ...cells.slice(1).map(meanWithDifference),
    medianMs.toFixed(1),
  ]);
  const circumstances =
    `${date} · commit ${commit} · Node ${node} · ${machine} (load ${load.map((one) => one.toFixed(1)).join(' at the start, ')} ` +
    `at the end) · ${minutes.toFixed(0)} minutes`;
  return [
    `## ${name}`,
    `${about} ${queries} queries; a search is for ${depth} hits. Later columns are means, with the difference from the default.`,
    circumstances,
    markdownTable(head, rows),
    ...(warnings.length > 0 ? [warnings.map((warning) => `- Note: ${warning}`).join('\n')] : []),
  ];
}

function setOf(wanted: string) {
  const set = ablationSets.find(({ name }) => name === wanted);
  if (set === undefined) throw new Error(`There is no set ${wanted}`);
  return set;
}

const metricsOf = (name: string) => setOf(name).metrics;

const show = (value: number) => value.toFixed(3);
const signed = (value: number) => `${value < 0 ? '−' : '+'}${show(Math.abs(value))}`;
const showP = (p: number) => (p < 0.001 ? 'p < 0.001' : `p ${show(p)}`);
const meanOf = ({ mean, interval }: Cell) => `${show(mean)} (${interval.map(show).join('–')})`;

function difference(comparison: Comparison | undefined): string {
  if (comparison === undefined) return none;
  const { difference: value, pValue } = comparison;
  const shown = `${signed(value)}, ${showP(pValue)}`;
  return pValue < chance ? `**${shown}**` : shown;
}

function meanWithDifference(cell: Cell): string {
  return cell.against === undefined ? show(cell.mean) : `${show(cell.mean)} (${difference(cell.against)})`;
}

function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = head.map((_, index) => (index === 0 ? '---' : '---:'));
  return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const notMeasured = `## Not measured

- A cross-encoder: none comes with the package, and weights of none were at hand. What one takes is in [docs/retrieval.md](../retrieval.md#reranking);
  what it is worth on your documents, \`pincite eval --compare plain:rerank=false --compare reranked:rerank=true\` says.
- Understanding queries (rewriting, HyDE, self-query) and routing by a model: both need a language model.
- Recency on sets other than finance, whose documents have no dates (those of finance are all years old); type weights, as no set has types.
- Ways and sizes of cutting beside each other: [docs/benchmarks/chunking.md](chunking.md).`;
