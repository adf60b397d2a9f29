/** Results as a page in Markdown. */
import { catalogue } from './catalogue.ts';
import { claims } from './claims.ts';
import { repeats, timedQueries, timeLimitSeconds } from './limits.ts';
import { groups, linesOf, twoFigures, type Group, type Line, type Measure } from './lines.ts';
import type { Results } from './results.ts';

/** What stands in a cell where nothing was measured. */
const none = '–';

export function renderReport(results: Results): string {
  const parts = [
    '# Pincite beside its peers',
    `Node ${results.node} · ${results.machine}`,
    'Made by `npm run bench:peers`; the same figures as data are in `bench/peers/results.json`.',
    collectionTable(results),
    explanation,
    '## Where a peer is ahead, and where Pincite is',
    claims(results),
    '## Why, where a peer takes less',
    reasons,
    ...results.collections.flatMap(({ name }) => [
      `## ${name}`,
      ...groups.flatMap((group) => section(results, name, group)),
    ]),
    ...(results.installations.length > 0 ? ['## Installation', installTable(results)] : []),
    ...(results.packages.length > 0 ? ['## Versions', versionTable(results)] : []),
    notes,
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Collections may be of different runs. */
function collectionTable({ collections }: Results): string {
  const head = ['collection', 'indexed', 'queries', 'measured', 'commit'];
  const rows = collections.map(({ name, documents, queries, date, commit }) => [
    `${name}: ${about[name] ?? ''}`,
    documents.toLocaleString('en'),
    queries.toLocaleString('en'),
    date,
    commit,
  ]);
  return markdownTable(head, rows);
}

const about: Readonly<Record<string, string>> = {
  scifact: "abstracts of BEIR's SciFact",
  cranfield: 'abstracts of Cranfield',
  cacm: 'abstracts of CACM',
  legal: 'pieces of the 95 contracts of ContractNLI (LegalBench-RAG)',
  finance: 'pages of 12 filings (FinanceBench)',
};

const explanation = `Every system does the same work in a process of its own. Quality is trec_eval's nDCG@10, recall@10 and recall@100, computed by
one and the same code: of documents, each at the place of its best chunk; of excerpts of contracts, found by a hit that touches them; of
pages of filings, found by a hit that stands on them. Times and memory are medians of ${repeats} runs that take
turns; *first* is how soon one document is found, from loading the system on in a new process; *open* how soon
a new process over what is in files has its first answer; *query* is the time of the ten best hits, median and p95 of up to ${timedQueries} queries after as
many others; *MB* are the peak of the whole process, Node included: of the one that indexes, the collection's text included, and of the one that
searches, which has done nothing else where the data is in files. Pincite learns from the collection behind the calls once all can be found; queries
were timed after that. In brackets: how many times Pincite's figure in the **same turn of the same run**, median of the turns
(below 1 is less than Pincite's). The machine is shared and noisy, so trust the ratios rather than the figures; where there are none, ranks alone were measured.

Contracts and filings are cut before they are indexed: contracts into the pieces that LangChain.js's RecursiveCharacterTextSplitter makes at
its defaults, filings into pages, with the text that Pincite reads of them. All systems that rank by words index these, and so does the row
*Pincite, keyword*, which they are compared with; *of the originals* Pincite gets whole contracts and PDFs, and cuts them itself. The systems with given vectors get the
chunks that Pincite makes of the originals, so there the row of the originals is compared, which has the same chunks. Our
chunks of contracts are longer than the pieces (1,940 and 756 characters in the mean), and a longer hit touches more; those of filings are
shorter than pages (1,637 and 3,593).`;

/** Shares by `npm run bench -- profile`. */
const reasons = `Of the aims, beside LanceDB: hybrid queries are ahead of its hybrid in the median, and the searching process holds no more than its own, on all five collections. Keyword queries take at most 1.2 times its median on Cranfield, CACM and
the contracts. On SciFact it is 1.25 times in the run of this page, during which the machine did other work, and .95 times (3.7 and 3.9 ms) in three quiet turns of these two alone (\`--datasets scifact --systems pincite-keyword,lancedb-text\`, the same day);
on filings 1.4 times, where ten hits are whole pages. Indexing takes 8 to 20 times as long, not 4.

The shares of processor time here are those of \`npm run bench -- profile\`, over scifact, in one process.

- **Indexing.** A peer is given rows and indexes their words; engines in memory keep no more than that. Pincite tells each document's format and language,
  counts its tokens, cuts it, embeds it, and writes it whole or not at all, with its text, the places of its passages and checksums. Of the processor time of 5,183 abstracts
  31 % are their language, tokens and terms, 8 % vectors, 26 % the database, 5 % reading, 6 % cutting, 9 % the way of a document from one of these to the next, 7 % garbage. The index of words alone, which is what
  peers make, is 6 %. LanceDB does its part in native code on all cores.
- **First document.** The vocabulary of tokens, the table that tells languages and that of word vectors are read before it.
- **Keyword query.** 27 % of its time is the database, mostly the hits read whole, 19 % the index of words. A peer gives the rows of its index as they are; the ten hits of a retrieval are read whole, with the records of their
  documents, and checked against their hashes. Then names of documents and phrases in the query are looked for, and passages are made of what stands together. The
  index itself answers before LanceDB does in the median ([store.md](store.md), *keyword*).
- **Vectors in memory** (HNSWLib, LangChain.js, Vectra): they look at given vectors alone; a hybrid search of Pincite embeds the query and ranks by words too.
- **Memory.** Of 195 MB of objects and buffers at the end of adding, 105 stay after a collection: V8 collects late where there is room.
- **Size.** An install holds PDFium, an SQLite engine, the embedder's table and the bundled readers of all formats; a peer holds an index.`;

function section(results: Results, dataset: string, group: Group): string[] {
  const lines = linesOf(results, dataset, group);
  if (lines.length === 0) return [];
  const head = [
    '',
    'nDCG@10',
    'recall@10',
    'recall@100',
    'first s',
    'index s',
    'open s',
    'query p50 ms',
    'p95 ms',
    'MB, indexing',
    'MB, searching',
  ];
  const table = lines.map((line) => [
    line.isOurs ? `**${line.system.label}**` : line.system.label,
    ...(['ndcg@10', 'recall@10', 'recall@100'] as const).map(
      (metric) => line.row.quality?.[metric].toFixed(4) ?? none,
    ),
    compared(line, 'firstMs', (ms) => (ms / 1000).toFixed(2)),
    compared(line, 'indexMs', (ms) => (ms / 1000).toFixed(2)),
    compared(line, 'openMs', (ms) => (ms / 1000).toFixed(2)),
    compared(line, 'p50Ms', twoFigures),
    compared(line, 'p95Ms', twoFigures),
    compared(line, 'indexMb', (megabytes) => megabytes.toFixed(0)),
    compared(line, 'searchMb', (megabytes) => megabytes.toFixed(0)),
  ]);
  const failures = lines.flatMap(({ system, row: { quality, failure } }) =>
    failure
      ? [`${system.label}, ${quality ? 'timing its queries' : 'ranking for all queries'}: ${failure}.`]
      : [],
  );
  return [`### ${dataset}: ${group.title.toLowerCase()}`, markdownTable(head, table), ...failures];
}

function compared(line: Line, measure: Measure, show: (value: number) => string): string {
  const value = line.median(measure);
  const ratio = line.ratio(measure);
  if (value === undefined) return none;
  return line.isOurs || ratio === undefined ? show(value) : `${show(value)} (${twoFigures(ratio)})`;
}

function installTable({ installations, lines }: Results): string {
  const head = ['`npm install`', 'MB', 'seconds', 'packages', "lines of the user's code"];
  const rows = installations.map(({ systems, installation }) => {
    const { packages, megabytes, seconds, installed, failure } = installation;
    const used = systems
      .filter(isUsed)
      .map((id) => `${id} ${lines[id]}`)
      .join(', ');
    return failure === undefined
      ? [packages.join(' '), megabytes!.toFixed(1), seconds!.toFixed(1), String(installed), used]
      : [packages.join(' '), `does not install: ${failure}`, none, none, used];
  });
  return markdownTable(head, rows);
}

const isUsed = (id: string) => catalogue.find((system) => system.id === id)?.qualityOnly !== true;

function versionTable({ packages }: Results): string {
  const rows = packages.map(({ name, version, licence, released }) => [name, version, licence, released]);
  return markdownTable(['package', 'version', 'licence', 'released'], rows);
}

function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = head.map((_, index) => (index === 0 ? '---' : '---:'));
  return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const notes = `## How each one is used

Each adapter in \`bench/peers/systems/\` is what the system's own documentation shows, at its defaults.

- **Pincite**: \`addDocuments\` and \`retrieve\` of the built library, data in files. Its indexing chunks, detects the language,
  embeds, and writes documents in groups, also where only words are searched afterwards; most peers only keep an index in memory.
- **Our terms at Anserini's parameters**: the store has k1 1.2 and b 0.75 only, so this row is an exact scorer in the bench
  over the terms of our analyser, a document being one text. Anserini's published nDCG@10 for scifact is 0.679.
- Engines that keep data in files give each hit with its text, as Pincite does.
- **LanceDB**: full text with stemming and stop words; hybrid is its reciprocal rank fusion over exact vector search. Newer
  lines than 0.37 declare Node 22.
- **SQLite FTS5**: by hand, with its Porter stemmer, in the engine that Pincite's store is built on.
- **MiniSearch, Orama**: title and text as two fields. Orama's second row switches on its own stemmer and stop words, which are
  separate packages. Orama's hybrid leaves out vectors with a similarity below 0.8, its default.
- **LangChain.js**: BM25Retriever over RecursiveCharacterTextSplitter's default chunks; its hybrid is EnsembleRetriever over that
  retriever and the memory store. hnswlib-node has no prebuilt binary: its installation compiles and needs a C++ compiler.
- **vectorstores**: the maintained fork of LlamaIndexTS, whose own core package is marked "deprecated and no longer maintained".
- **FlexSearch**: with \`suggest\`, else a hit must have every word of the query and hardly any query of these finds something.
- **wink**: with the text preparation of its documentation.
- **Vectra**: its index over vectors; its keyword search reads every document from disk again for each query and was left out.
  Newer lines than 0.12 declare Node 22.
- **Given vectors**: a system that has no embedder of its own gets Pincite's chunks (title, headings and content as one text) with Pincite's
  vectors, made before the clock starts; the queries' vectors are looked up. Pincite's own rows embed inside the clock.
- **Lines of the user's code** are the lines of the adapter that are neither blank nor comment, imports counted. The seconds of an
  installation are those of a second \`npm install\` into an empty folder, when npm's cache has everything; MB are what is in
  \`node_modules\` then. A system that takes longer than ${timeLimitSeconds} s over one collection is ended and reported as such;
  rankings run side by side on all cores, so on a busy machine that limit is reached sooner than the times of queries suggest.`;
