/** Each flag once: its name, words, parsing and default together. Commands pick what they need. */
import { InvalidArgumentError, Option } from 'commander';
import type { Metadata, Filter } from '../../../index.ts';
import { methods, modes, ocrChoices, presets } from './choices.ts';
import { regionFlag } from './place-on-page.ts';
import { docsPage } from '../../../util/strings/docs-page.ts';

const integer =
  (minimum: number, maximum = Infinity) =>
  (text: string) => {
    const value = Number(text);
    if (Number.isInteger(value) && value >= minimum && value <= maximum) return value;
    const range =
      maximum === Infinity ? `of at least ${minimum}` : `from ${minimum} to ${maximum.toLocaleString('en')}`;
    throw new InvalidArgumentError(`Give a whole number ${range}.`);
  };

function share(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && value >= 0 && value <= 1) return value;
  throw new InvalidArgumentError('Give a number from 0 to 1.');
}

function named(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('Give a name.');
  return text;
}

const json = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InvalidArgumentError(`This is not JSON (${(error as Error).message}).`);
  }
};

/** The library says what else is no filter; commander would make an empty text of `null`. */
function filter(text: string): Filter {
  const value = text.trimStart().startsWith('{') ? json(text) : null;
  if (value === null) throw new InvalidArgumentError('Write {"field": value}, as in \'{"format": "pdf"}\'.');
  return value as Filter;
}

function keyValue(text: string, previous: Metadata = {}): Metadata {
  const separator = text.indexOf('=');
  if (separator < 1) throw new InvalidArgumentError('Write key=value.');
  const value = text.slice(separator + 1);
  return { ...previous, [text.slice(0, separator)]: typedValue(value) };
}

/** Fields of a document that flags set, and those that are changed once it is there. */
const fieldFlags: Readonly<Record<string, string>> = { project: '--project', tags: '--tag', type: '--type' };
const laterFields = new Set(['creators', 'dateCreated', 'title']);

/** The same for `--meta`, where the fields of a document have flags of their own. */
function metaValue(text: string, previous?: Metadata): Metadata {
  const [name = ''] = text.split('=', 1);
  const value = text.slice(name.length + 1);
  if (Object.hasOwn(fieldFlags, name))
    throw new InvalidArgumentError(`A document has a field of this name: write ${fieldFlags[name]} ${value}`);
  if (laterFields.has(name))
    throw new InvalidArgumentError(
      `A document has a field of this name: write pincite update <document> --set ${text}, once it is added.`,
    );
  return keyValue(text, previous);
}

/** A boolean or number only where nothing of its writing is lost: `007` and twenty digits stay text. */
function typedValue(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  return Number.isFinite(Number(text)) && String(Number(text)) === text ? Number(text) : text;
}

function versionChoice(text: string): number | 'all' {
  if (text === 'all') return text;
  const latest = Number(text);
  if (Number.isInteger(latest) && latest >= 1) return latest;
  throw new InvalidArgumentError('Give all, or a whole number of at least 1.');
}

/** `--queue docs` takes what is to be added for the URL; the library says which URL is none. */
function queueUrl(text: string): string {
  if (text.includes(':')) return text;
  throw new InvalidArgumentError(
    'Give sqlite:./folder or postgres://user@host/database, or write --queue after the sources to use PINCITE_QUEUE.',
  );
}

const codes = (text: string) => text.split(',').map((code) => code.trim());

const collect = (text: string, previous: string[] = []) => [...previous, text];

/** @param parse of its value, with what an earlier one of the same flag gave */
function option<Value>(
  syntax: string,
  description: string,
  parse?: (text: string, previous: Value) => Value,
): Option {
  const made = new Option(syntax, description);
  return parse ? made.argParser(parse) : made;
}

export const flags = {
  atVersion: option('--at-version <n>', 'an earlier version, where versions are kept', integer(1)),
  store: option('--store <url>', 'where collections are kept (default: sqlite:./.pincite)'),
  collection: option('--collection <name>', 'collection to use', named).default('default'),
  queue: option(
    '--queue <url>',
    'where jobs are kept: sqlite:./folder or postgres://user@host/database (default: PINCITE_QUEUE)',
  ),
  toQueue: option(
    '--queue [url]',
    'leave the work to `pincite worker`: only note what is to be added, there or where PINCITE_QUEUE says',
    queueUrl,
  ),
  concurrency: option('--concurrency <n>', 'documents under way at once (default: 16)', integer(1, 64)),
  config: option('--config <file>', 'configuration file (default: pincite.config.yaml, .yml or .json here)'),
  json: option('--json', 'print as JSON'),
  /** A flag of its own: an optional value of --json would take the argument after it. */
  jsonFull: option('--json=full', "print the library's whole response as JSON").implies({ json: true }),
  where: option('--where <json>', 'filter, such as \'{"year": {"$gte": 2024}}\'', filter),
  whereDocument: option(
    '--where-document <json>',
    'what the text must say: \'{"$contains": "insolvency"}\', $notContains, $regex',
    json,
  ),
  region: option(
    '--region <page:place>',
    'only what stands there: 2:top-right, 1:bottom, 1:x0,y0,x1,y1 in points or parts of the page, or \'{"near": "Total"}\'',
    regionFlag,
  ),
  context: option('--context <n>', 'read so many chunks before and after each hit too', integer(0, 20)),
  budget: option('--budget <tokens>', 'tokens that may be read together', integer(1)),
  group: option('--group', 'by document: the best five, with three hits each at most'),
  hyde: option('--hyde', 'search also for what a language model writes as an answer'),
  noHyde: option('--no-hyde', 'search for the query alone, whatever is configured'),
  rerank: option('--rerank', 'order hits by the configured reranker (default where there is one)'),
  noRerank: option('--no-rerank', 'leave hits in the order in which they were found'),
  mode: option(
    '--mode <mode>',
    'full, hybrid: by words and meaning; vector, fast: by meaning alone; keyword: by words alone',
  ).choices(modes),
  model: option(
    '--model <provider:model>',
    'who answers, such as ollama:llama3 (default: extractive, no model)',
  ),
  stream: option('--stream', 'print the answer as it comes (default with a model, on a terminal)'),
  noStream: option('--no-stream', 'print the answer once it is whole'),
  topK: option('-k, --top-k <n>', 'hits to return (default: retrieval.topK, 20)', integer(1, 10_000)),
  threshold: option('--threshold <score>', 'leave out hits with a lower relevance, 0 to 1', share),
  explain: option('--explain', 'say what put each hit where it stands'),
  mmr: option('--mmr <share>', 'put hits that are alike apart: how much relevance counts, 0 to 1', share),
  noRoute: option('--no-route', 'search in --collection, whatever the configured routing says'),
  recency: option('--recency <preset>', 'how much documents count more by their date').choices([
    'off',
    'light',
    'medium',
    'heavy',
  ]),
  limit: option('--limit <n>', 'rows to print', integer(1)),
  offset: option('--offset <n>', 'rows to skip', integer(0)),
  meta: option('--meta <key=value>', 'metadata for all documents; repeatable', metaValue),
  tag: option('--tag <tag>', 'tag for all documents; repeatable', collect),
  project: option('--project <name>', 'project of all documents'),
  type: option('--type <type>', 'your own kind of document: deliverable, note, …'),
  password: option('--password <password>', 'password of encrypted files'),
  chunkMethod: option('--chunk-method <name>', `how to cut documents (${docsPage('chunking.md')})`).choices(
    methods,
  ),
  ocr: option(
    '--ocr <when>',
    'read pages of PDFs by OCR: auto reads those without text, pictures also pictures on others',
  ).choices(ocrChoices),
  ocrLanguages: option('--ocr-languages <codes>', 'languages of OCR, such as eng,deu', codes),
  chunkSize: option('--chunk-size <tokens>', 'most tokens a chunk', integer(16, 8192)),
  crawl: option('--crawl', 'read the site below a URL, each page as a document'),
  crawlDepth: option(
    '--depth <n>',
    'with --crawl: links from the start to a page (default: 2)',
    integer(0, 100),
  ),
  maxPages: option('--max-pages <n>', 'with --crawl: pages to download (default: 100)', integer(1)),
  sitemap: option('--sitemap', "with --crawl: the pages that the site's sitemap lists"),
  include: option('--include <path>', "with --crawl: paths to read, such as '/docs/**'; repeatable", collect),
  exclude: option('--exclude <path>', 'with --crawl: paths to leave out; repeatable', collect),
  delay: option('--delay <ms>', 'with --crawl: least time between two requests (default: 200)', integer(0)),
  summaries: option('--summaries', 'find sections by sentences that sum them up (hierarchical)'),
  cutMethod: option('--method <name>', `how to cut (see ${docsPage('chunking.md')})`).choices(methods),
  cutSize: option('--size <tokens>', 'most tokens a chunk', integer(16, 8192)),
  preset: option('--preset <name>', 'sizes by purpose').choices(presets),
  show: option('--show [file]', 'print the whole text in its chunks, or write that as an HTML page'),
  overlap: option('--overlap <tokens>', 'tokens that neighbours share', integer(0)),
  compare: option(
    '--compare <name:key=value,…>',
    'a configuration to measure; repeatable, the first is the baseline',
    collect,
  ),
  metrics: option('--metrics <list>', 'such as ndcg@10,recall@100,mrr; the first is the one to judge by'),
  gate: option('--gate <file>', 'YAML file of limits, such as "ndcg@10: 0.65"; exit code 1 when not met'),
  report: option('--report <file>', 'write an HTML page with tables and plots'),
  runDir: option('--run-dir <folder>', 'write run files and judgments for trec_eval'),
  run: option('--run <name=file>', 'a run file of another system to measure beside; repeatable', collect),
  documents: option(
    '--documents <path>',
    'files or folders to index for the evaluation; repeatable',
    collect,
  ),
  answers: option('--answers', 'also ask for answers and measure their citations'),
  split: option('--split <name>', 'judgments of a BEIR folder: qrels/<name>.tsv (default: test)'),
  depth: option('--depth <n>', 'ranks to look at (default: 100; 10 with --label)', integer(1)),
  seed: option('--seed <n>', 'seed of the tests of significance, and of --synthesize', integer(0)),
  count: option('--count <n>', 'drafts wanted, with --synthesize (default: 20)', integer(1)),
  keepVersions: option(
    '--keep-versions',
    `leave what is replaced as an earlier version (see ${docsPage('updates.md')})`,
  ),
  versions: option(
    '--versions <n|all>',
    'look at earlier versions too: all, or the latest n of each',
    versionChoice,
  ),
  set: option('--set <key=value>', 'metadata or a field such as title, tags, project; repeatable', keyValue),
  unset: option('--unset <key>', 'remove metadata or a field; repeatable', collect),
  metadata: option('--metadata <json>', 'many at once: \'{"status": "final", "due": null}\'', json),
  document: option('--document <id>', 'a document to change, as an argument does; repeatable', collect),
  chunk: option(
    '--chunk <id>',
    'a single chunk to change the metadata of, such as report#0003; repeatable',
    collect,
  ),
  with: option('--with <source>', 'a file, folder or URL that comes; repeatable', collect),
  ignore: option('--ignore <pattern>', 'leave out, as a line of .gitignore does; repeatable', collect),
  replace: (what: string) => option('--force', what),
  collections: option('--collection <name>', 'collection to take; repeatable (default: all)', collect),
  port: option(
    '--port <n>',
    'port to listen to (default: server.port, 7878); 0 takes a free one',
    integer(0, 65_535),
  ),
  only: option('--only <collection>', 'a collection that it opens; repeatable (default: all)', collect),
  days: option('--days <n>', 'days until it expires (default: never)', integer(1, 36_500)),
  force: option('--force', 'process documents again even where nothing has changed'),
} as const;

/** How what is added is read, and what is said of it: `SourceFlags`. */
export const sourceFlags = [
  flags.meta,
  flags.tag,
  flags.project,
  flags.type,
  flags.password,
  flags.ocr,
  flags.ocrLanguages,
];
