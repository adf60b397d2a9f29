/** Runs as Markdown. */
import { catalogue } from './catalogue.ts';
import type { Row, Run, SearchTimes, Times } from './results.ts';

/** What stands in a cell where nothing was measured. */
const none = '–';
const targets = { p50: 15, p95: 40, openMs: 1000, residentMb: 1500 };
const corpusNames = {
  zipf: 'made-up text and clustered vectors',
  train: 'real passages, embedded with the built-in embedder',
};

/** @param memory runs in which memory alone is looked at, as others take processor time from it */
export function renderPage(runs: readonly Run[], memory: readonly Run[]): string {
  const parts = [
    '# The embedded store at scale',
    'Made by `npm run bench -- store/scale` (its head names the options); the same figures as data are in `bench/store/scale/results.json`.',
    explanation,
    '## Growth',
    growth(runs),
    '## Memory',
    ...memoryOf(memory),
    ...runs.flatMap((run) => [`## ${titleOf(run)}`, renderRun(run)]),
    notes,
  ];
  return `${parts.join('\n\n')}\n`;
}

const explanation = `Every system does the same work on the same texts and vectors of 256 dimensions, in processes of its own: one writes, and
where data is kept on disk a second one searches once (*first query ever*), and a third one opens it and searches (*open again* and what
follows). A hybrid query is the 25 nearest chunks by vector and the 50 best by words,
both started together, as a retrieval does; the query's vector is given. Filters are on a metadata field of documents (10 chunks
each). Times are of up to 200 queries after as many others; a system that needs long for them answers fewer, at least 10. Files are in the system's
cache. In brackets: how many times Pincite's figure in the same run (above 1 is slower, or larger, than Pincite's; for
ingestion faster). The machine is shared with other work; *load* is the number of processes that wanted to run in the minute before.`;

function titleOf({ corpus, chunks }: Run): string {
  return `${chunks.toLocaleString('en')} chunks: ${corpusNames[corpus]}`;
}

/** The tables of one run. */
export function renderRun(run: Run): string {
  const ours = run.rows.find(({ system }) => system === 'pincite');
  return [
    `${run.date} · commit ${run.commit} · Node ${run.node} · ${run.machine}`,
    overview(run.rows, ours),
    ...memoryOf([run]),
    searchTable(run.rows, ours),
    ...(ours?.query ? [ourTable(ours)] : []),
    ahead(run.rows, ours),
    ...run.rows.flatMap((row) => (row.failure === undefined ? [] : [`${labelOf(row)}: ${row.failure}.`])),
  ].join('\n\n');
}

/** Of processes of their own: one writes, and another one opens what is written and searches. */
function memoryOf(runs: readonly Run[]): string[] {
  const head = ['', 'writing, peak', 'open', 'after the first query', 'after all queries', 'searching, peak'];
  const rows = runs.flatMap((run) =>
    run.rows.flatMap(({ system, ingest, query }) => {
      if (query?.openedMb === undefined) return [];
      const label = catalogue.find(({ id }) => id === system)?.label ?? system;
      const cells = [ingest?.peakMb, query.openedMb, query.firstQueryMb, query.residentMb, query.peakMb];
      return [[`${run.chunks.toLocaleString('en')} chunks, ${label}`, ...cells.map(shown)]];
    }),
  );
  if (rows.length === 0) return [];
  const said = [...new Set(runs.map(({ date, commit }) => `${date}, commit ${commit}`))].join('; ');
  return [
    markdownTable(head, rows),
    `Resident megabytes of the whole process, Node and the bench's queries included (${said}). All queries are those of the tables below. Made-up text and
clustered vectors: \`npm run bench -- store/scale --systems pincite,lancedb --json bench/store/scale/memory.json\` prints them for a size, with \`--chunks\`.`,
  ];
}

function growth(runs: readonly Run[]): string {
  const head = [
    '',
    'ingest chunks/s',
    'disk MB',
    'first query ever ms',
    'open again ms',
    'first query ms',
    'hybrid p50 ms',
    'p95',
    'resident MB',
  ];
  const rows = runs.flatMap((run) => {
    const ours = run.rows.find(({ system }) => system === 'pincite');
    if (!ours?.ingest || !ours.query) return [];
    const worst = (which: 'p50' | 'p95') =>
      Math.max(...ours.query!.searches.map(({ hybrid }) => hybrid?.[which] ?? 0));
    const cells = [
      rateOf(ours),
      diskOf(ours),
      ours.first?.ms,
      ours.query.openMs,
      ours.query.firstQueryMs,
      worst('p50'),
      worst('p95'),
      ours.query.residentMb,
    ];
    return [[titleOf(run), ...cells.map(shown)]];
  });
  const met = `Of Pincite alone; hybrid times are those of the filter for which they are longest. Aims for a million chunks: hybrid p50 ≤ ${targets.p50} ms
and p95 ≤ ${targets.p95} ms with every filter, opening ≤ ${targets.openMs / 1000} s, resident ≤ ${targets.residentMb / 1000} GB.`;
  return `${markdownTable(head, rows)}\n\n${met}`;
}

function overview(rows: readonly Row[], ours: Row | undefined): string {
  const head = [
    '',
    'ingest chunks/s',
    'disk MB',
    'writing MB',
    'first query ever ms',
    'open again ms',
    'first query ms',
    'searching MB',
    'recall of vectors',
    'load',
  ];
  const body = rows.map((row) => [
    labelOf(row),
    compared(row, ours, rateOf),
    compared(row, ours, diskOf),
    compared(row, ours, ({ ingest }) => ingest?.peakMb),
    compared(row, ours, ({ first }) => first?.ms),
    compared(row, ours, ({ query }) => query?.openMs),
    compared(row, ours, ({ query }) => query?.firstQueryMs),
    compared(row, ours, ({ query }) => query?.residentMb),
    row.recall?.toFixed(3) ?? none,
    row.load.toFixed(1),
  ]);
  return markdownTable(head, body);
}

/** Of the main search of each system, p50 / p95. */
function searchTable(rows: readonly Row[], ours: Row | undefined): string {
  const shares = ours?.query?.searches.map(({ share }) => share) ?? [];
  const head = ['p50 / p95 ms', ...shares.map((share) => `hybrid, ${filterName(share)}`)];
  const body = rows
    .filter(({ query }) => query)
    .map((row) => [labelOf(row), ...shares.map((share) => cell(row, ours, share))]);
  return markdownTable(head, body);
}

function cell(row: Row, ours: Row | undefined, share: number | undefined): string {
  const own = searchOf(row, share);
  const base = searchOf(ours, share);
  // A system without vectors is compared with our search by words alone.
  const [times, ofOurs] = own?.hybrid ? [own.hybrid, base?.hybrid] : [own?.keyword, base?.keyword];
  if (!times) return none;
  const text = pair(times);
  if (row === ours || !ofOurs) return text;
  return `${text} (${twoFigures(times.p50 / ofOurs.p50)} / ${twoFigures(times.p95 / ofOurs.p95)})`;
}

function ourTable(ours: Row): string {
  const head = [
    'Pincite, p50 / p95 ms',
    'vector',
    'keyword',
    'hybrid',
    'hybrid, filter never used before',
    'processors a hybrid query',
  ];
  const body = (ours.query?.searches ?? []).map((search) => [
    filterName(search.share),
    ...[search.vector, search.keyword, search.hybrid, search.newFilter].map((times) =>
      times ? pair(times) : none,
    ),
    `${twoFigures(search.processorMs)} ms`,
  ]);
  return markdownTable(head, body);
}

/** Where a peer's figure is better than ours. */
function ahead(rows: readonly Row[], ours: Row | undefined): string {
  const lines = rows.flatMap((row) => {
    if (!ours || row === ours) return [];
    const found = [
      ...better(row, ours),
      ...(ours.query?.searches ?? []).flatMap(({ share }) => betterSearch(row, ours, share)),
    ];
    return found.length === 0 ? [] : [`- ${labelOf(row)}: ${found.join('; ')}.`];
  });
  if (rows.length < 2) return 'No peers were measured beside this run.';
  return lines.length === 0
    ? 'No peer is ahead.'
    : `Ahead of Pincite, with its figure and ours:\n\n${lines.join('\n')}`;
}

function better(row: Row, ours: Row): string[] {
  const measures: readonly [
    string,
    (row: Row) => number | undefined,
    (theirs: number, own: number) => boolean,
  ][] = [
    ['ingest chunks/s', rateOf, (theirs, own) => theirs > own],
    ['disk MB', diskOf, (theirs, own) => theirs < own],
    ['writing MB', ({ ingest }) => ingest?.peakMb, (theirs, own) => theirs < own],
    ['first query ever ms', ({ first }) => first?.ms, (theirs, own) => theirs < own],
    ['open again ms', ({ query }) => query?.openMs, (theirs, own) => theirs < own],
    ['first query ms', ({ query }) => query?.firstQueryMs, (theirs, own) => theirs < own],
    ['searching MB', ({ query }) => query?.residentMb, (theirs, own) => theirs < own],
  ];
  return measures.flatMap(([name, measure, isBetter]) => {
    const [theirs, own] = [measure(row), measure(ours)];
    if (theirs === undefined || own === undefined || !isBetter(theirs, own)) return [];
    return [`${name} ${shown(theirs)} against ${shown(own)}`];
  });
}

function betterSearch(row: Row, ours: Row, share: number | undefined): string[] {
  const [theirs, own] = [searchOf(row, share), searchOf(ours, share)];
  return (['hybrid', 'vector', 'keyword'] as const).flatMap((kind) => {
    const [a, b] = [theirs?.[kind], own?.[kind]];
    if (!a || !b || (a.p50 >= b.p50 && a.p95 >= b.p95)) return [];
    return [`${kind} with ${filterName(share)} ${pair(a)} against ${pair(b)} ms`];
  });
}

function searchOf(row: Row | undefined, share: number | undefined): SearchTimes | undefined {
  return row?.query?.searches.find((search) => search.share === share);
}

function filterName(share: number | undefined): string {
  return share === undefined ? 'no filter' : `filter ${Number((100 * share).toPrecision(3))} %`;
}

function labelOf({ system }: Row): string {
  const entry = catalogue.find(({ id }) => id === system);
  return entry?.isOurs ? `**${entry.label}**` : (entry?.label ?? system);
}

function rateOf({ ingest }: Row): number | undefined {
  return ingest && ingest.chunks / ingest.seconds;
}

function diskOf({ first }: Row): number | undefined {
  const sum = Object.values(first?.disk ?? {}).reduce((total, part) => total + part, 0);
  return sum > 0 ? sum : undefined;
}

function compared(row: Row, ours: Row | undefined, measure: (row: Row) => number | undefined): string {
  const value = measure(row);
  const base = ours && measure(ours);
  if (value === undefined) return none;
  return row === ours || base === undefined ? shown(value) : `${shown(value)} (${twoFigures(value / base)})`;
}

const pair = ({ p50, p95 }: Times) => `${twoFigures(p50)} / ${twoFigures(p95)}`;

function shown(value: number | undefined): string {
  if (value === undefined) return none;
  return value >= 100 ? Math.round(value).toLocaleString('en') : twoFigures(value);
}

/** 0.031, 0.25, 4.8, 170. */
function twoFigures(value: number): string {
  return String(Number(value.toPrecision(2)));
}

function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = head.map((_, index) => (index === 0 ? '---' : '---:'));
  return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const notes = `## Why a peer is ahead where it is

- **Ingestion, disk, opening**: a document is kept whole beside its chunks, with spans, hashes and fields, so that citations can be
  checked; texts are normalised by Unicode's rules and stemmed by language; each write is on disk when it returns. The peers keep a chunk's text and its vector.
- **First query ever**: the matrix that vector search scans is made from the database by the first search, then kept in \`derived/\`.
- **IVF-PQ**: compares a small part of the vectors, and so misses the share of the nearest that *recall* tells. Pincite's search is exact
  (docs/decisions/0005-exact-vector-search.md), and at a million vectors without a selective filter is bound by how fast they are read from memory.
- **Filters of 0.1 %, vectors**: an array in memory of which ten rows are looked at; Pincite asks the database first whether
  something has changed, and reads exact vectors from it.

## How each one is used

- **Pincite**: \`Store.write\` with 50 documents of 10 chunks at a time, each on disk when the call returns (\`synchronous=FULL\`). It
  keeps texts twice over (documents for citations, chunks) and spans beside vectors and postings, which the peers are not asked to.
  Vectors are found exactly.
- **SQLite FTS5**: \`porter unicode61\`, its own \`bm25()\`, a filter as a subquery on an indexed column; vectors as float32 in
  one array, scanned by JavaScript. Writes as large, and as durable, as Pincite's.
- **LanceDB**: full text with stemming and stop words, a B-tree on the filter's column; 20,000 chunks an \`add\`, then its indexes. Without an
  index on vectors it compares them all; with IVF-PQ it finds some of the nearest (*recall of vectors*, of the 25 nearest of 20 queries).
- **Orama**: its stemmer and stop words; all in memory, so there is nothing to open. **MiniSearch**: words alone, beside our search by words.
- FTS5 and MiniSearch get queries without stop words, which would have them score every chunk.
- In made-up text nothing but chance puts words together, and query words are drawn as the text's are.`;
