/** What was measured as a page in Markdown. */
import type { Latency } from '../../../src/evaluate/metrics/latency.ts';
import type { Duel, MeasuredSearch, Recall, Run } from './results.ts';
import { candidates, filteredParts, topK } from './side.ts';

const none = '–';
const barPercent = 20;

export function renderPage(runs: readonly Run[]): string {
  const parts = [
    '# What a store costs over its engine',
    'Made by `npm run bench -- store/engines`. The passages are of `../shared/data/train`, which is public and not in this repository.',
    explanation,
    ...(runs.length === 0 ? ['Nothing has been measured yet.'] : [overview(runs), ...runs.map(section)]),
    notMeasured,
  ];
  return `${parts.join('\n\n')}\n`;
}

const explanation = `Each store of Pincite stands beside the plain client of its engine, which does the same work on the same machine in the same run:
the two take turns, transaction by transaction and query by query, and so does who is first. *Overhead* is the time of ours over that of the client, less one; the
bar is ${barPercent} % at the median. Below zero ours is faster.

- **Documents**: passages joined to documents of about twenty, with their chunks and vectors (256 numbers, built-in model) as Pincite makes them;
  both sides get the same, ready. A transaction has ten documents. What an engine does afterwards in quiet (the HNSW index of pgvector,
  \`ANALYZE\`) is not timed.
- **Searches**: questions of the same data as text and vector; each gives ${topK} chunks, whole: text, place, metadata. *vector* is by cosine, *keyword* by
  BM25, *hybrid* is both for ${candidates} chunks at once, fused by rank; *filtered* is *vector* with a filter on metadata of the document that allows
  ${filteredParts / 10} %. These are the methods of the \`Store\`; \`kb.retrieve\` does more ([store/scale](store.md) and retrieval/latency measure that).
- **PostgreSQL**: the client is \`pg\` with a pool of 8. It fills tables with the same columns and indexes as ours, copied from them (\`LIKE … INCLUDING
  ALL\`, the HNSW index too), with the same rows: texts, JSON and vectors. In place of our blocks of postings stands a row for each, with an index; both sides analyse the texts. Its
  statements are the shortest that do it: no locks, no earlier versions; a search is one prepared statement outside any transaction, BM25
  is one with the statistics of the moment. Both sides search over new connections.
- **SQLite**: the client is \`libsql\`. It makes the same rows of the same documents itself (JSON, texts and vectors as bytes, values that filters see), a compiled
  statement a row, in tables with the same columns and indexes, in as many transactions and with the same settings (\`synchronous = FULL\`). It does not ask
  whether a document is there already, follows no versions and checks nothing. In place of our keyword index stands FTS5 over the same terms, analysed on
  both sides, with its own \`bm25()\`; in place of the matrix of bytes that ours scans, \`vector_distance_cos\` over all vectors.
- **Chroma**: the client is \`chromadb\` on a server of its own, with the same vectors, flat metadata and settings of the index, and \`libsql\` beside it as
  above, since ours keeps documents there; a search asks Chroma for ${topK} ids, *filtered* with \`where\`, and reads the chunks from SQLite. It has no search by BM25.
- *same hits*: the share of the client's hits that ours has too. Below 1 where an index is approximate, or the engine's BM25 another one.`;

function overview(runs: readonly Run[]): string {
  const head = ['overhead', 'chunks', 'ingest', 'vector', 'keyword', 'hybrid', 'filtered'];
  const rows = runs.map(({ engine, chunks, ingest, searches }) => [
    engine,
    chunks.toLocaleString('en'),
    percent(ingest.raw / ingest.ours - 1),
    ...(['vector', 'keyword', 'hybrid', 'filtered'] as const).map((name) =>
      overheadOf(searches.find((search) => search.name === name)),
    ),
  ]);
  return markdownTable(head, rows);
}

function section(run: Run): string {
  const { engine, chunks, queries, date, commit, node, machine, load, ingest, searches } = run;
  const head = ['', 'ours', 'client', 'overhead', 'same hits'];
  const rows = [
    ['ingest, chunks/s', ...rates(ingest), percent(ingest.raw / ingest.ours - 1), none],
    ...searches.map((search) => [
      `${search.name}, ms (median / p95)`,
      show(search.ours),
      show(search.raw),
      overheadOf(search),
      search.shared === undefined ? none : search.shared.toFixed(2),
    ]),
  ];
  const circumstances =
    `${date} · commit ${commit} · Node ${node} · ${machine} (load ${load.map((one) => one.toFixed(1)).join(' at the start, ')} ` +
    `at the end) · ${queries} queries a figure`;
  const title = `## ${engine}, ${chunks.toLocaleString('en')} chunks`;
  const table = markdownTable(head, rows);
  return [title, circumstances, table, ...(run.recall ? [sayRecall(run.recall)] : [])].join('\n\n');
}

function sayRecall(recalls: readonly Recall[]): string {
  const shares = recalls.map(({ allowedPercent, share }) => {
    const where =
      allowedPercent === 100 ? 'without a filter' : `where one allows ${allowedPercent} % of the documents`;
    return `${(100 * share).toFixed(1)} % ${where}`;
  });
  return `Of the ${topK} nearest chunks, told by reading all vectors, ours finds ${shares.join(', ')}.`;
}

const rates = ({ ours, raw }: Duel<number>) =>
  [ours, raw].map((rate) => Math.round(rate).toLocaleString('en'));

const show = (latency: Latency | undefined) =>
  latency === undefined
    ? none
    : [latency.p50, latency.p95].map((ms) => ms.toFixed(ms < 10 ? 2 : 1)).join(' / ');

function overheadOf(search: MeasuredSearch | undefined): string {
  return search?.raw === undefined ? none : percent(search.ours.p50 / search.raw.p50 - 1);
}

/** Bold beyond the bar. */
function percent(share: number): string {
  const rounded = Math.round(100 * share);
  const shown = `${rounded < 0 ? '−' : '+'}${Math.abs(rounded)} %`;
  return rounded > barPercent ? `**${shown}**` : shown;
}

function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = head.map((_, index) => (index === 0 ? '---' : '---:'));
  return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const notMeasured = `## Not measured

- Qdrant: what stands in for it in the tests is no server to measure.
- The network: client and server are on one machine, so round trips cost less than they will.
- Several clients at once.`;
