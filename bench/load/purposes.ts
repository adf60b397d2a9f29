/**
 * What becomes of each PDF of the collection, beside what its purpose demands.
 *
 *   npm run bench -- load/purposes [--purpose <name>] [--write] [--data <folder>]
 *
 * Each file is loaded in a process of its own, with its password where it has one. The table has a row a purpose, and one for
 * each file that does not end as it should: documents, errors by code, warnings, the longest time and the largest peak
 * memory of a process. No file may crash the process, take longer than 20 s or more than 600 MB. `--write` puts the table
 * into docs/benchmarks/loading.md.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { PinciteError } from '../../src/errors.ts';
import { loadDocument } from '../../src/load/load.ts';
import { collectedPdfs, defaultData, requestFor, type PdfFile } from './pdf-files.ts';

const { values } = parseArgs({
  options: {
    purpose: { type: 'string' },
    write: { type: 'boolean', default: false },
    data: { type: 'string', default: defaultData },
    /** One file in this process, by its name. */
    file: { type: 'string' },
  },
});

const maxSeconds = 20;
const maxMegabytes = 600;

interface Outcome {
  /** Code of the error; none when there is a document. */
  readonly error?: string;
  readonly pages: number;
  readonly words: number;
  readonly warnings: readonly string[];
  readonly seconds: number;
  readonly megabytes: number;
}

interface Judged extends Outcome {
  readonly file: PdfFile;
}

async function outcomeOf(file: PdfFile): Promise<Outcome> {
  const started = performance.now();
  const found = await loadDocument(requestFor(file)).then(
    ({ text, pages, warnings }) => ({ pages: pages.length, words: text.split(/\s+/).length, warnings }),
    (error: unknown) => {
      if (!(error instanceof PinciteError)) throw error;
      return { error: error.code, pages: 0, words: 0, warnings: [] };
    },
  );
  const seconds = (performance.now() - started) / 1000;
  return { ...found, seconds, megabytes: process.resourceUsage().maxRSS / 1024 };
}

/** A crash and a hang are outcomes too. */
function outcomeInProcess(file: PdfFile): Outcome {
  const options = [
    '--import',
    'jiti/register',
    import.meta.filename,
    '--data',
    values.data,
    '--file',
    file.name,
  ];
  const { status, stdout } = spawnSync(process.execPath, options, {
    encoding: 'utf8',
    timeout: 3 * maxSeconds * 1000,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  if (status === 0) return JSON.parse(stdout) as Outcome;
  return {
    error: status === null ? 'hang' : 'crash',
    pages: 0,
    words: 0,
    warnings: [],
    seconds: 0,
    megabytes: 0,
  };
}

const warned = (outcome: Outcome, about: string): boolean =>
  outcome.warnings.some((text) => text.includes(about));
const opens = ({ error }: Outcome): boolean => error === undefined || error === 'PDF_EMPTY';
const hasText = ({ error, words }: Outcome): boolean => error === undefined && words > 0;
const isTyped = ({ error }: Outcome): boolean => error !== 'crash' && error !== 'hang';

/** What a purpose demands, for those that demand more than a document with text. */
const demands: Readonly<Record<string, readonly [string, (outcome: Outcome) => boolean]>> = {
  'encrypted-needs-password': ['opens with its password', opens],
  'encrypted-empty-user-password': ['opens without a password', opens],
  'corrupt-truncated': ['a document or a typed error', isTyped],
  'decompression-bomb': ['a document or a typed error', isTyped],
  'scanned-no-text-layer': [
    'says that text is missing',
    (outcome) => outcome.error === 'PDF_EMPTY' || warned(outcome, 'Pages without text') || outcome.words < 10,
  ],
  'layout-quirks': ['text, or says that there is none', opens],
  'rotated-pages': ['text, or says that there is none', opens],
  'broken-tounicode': ['text', hasText],
};
const usual: readonly [string, (outcome: Outcome) => boolean] = ['text', hasText];

function isAsDemanded(judged: Judged): boolean {
  const [, holds] = demands[judged.file.purpose] ?? usual;
  return holds(judged) && judged.seconds <= maxSeconds && judged.megabytes <= maxMegabytes;
}

function tableOf(all: readonly Judged[]): string {
  const purposes = [...new Set(all.map(({ file }) => file.purpose))];
  const rows = purposes.map((purpose) =>
    rowOf(
      purpose,
      all.filter(({ file }) => file.purpose === purpose),
    ),
  );
  return [
    '| purpose | demanded | files | as demanded | documents | errors | with warnings | longest | most memory |',
    '| --- | --- | ---: | ---: | ---: | --- | ---: | ---: | ---: |',
    ...rows,
  ].join('\n');
}

function rowOf(purpose: string, files: readonly Judged[]): string {
  const [demanded] = demands[purpose] ?? usual;
  const documents = files.filter(({ error }) => error === undefined);
  const cells = [
    purpose,
    demanded,
    files.length,
    files.filter(isAsDemanded).length,
    documents.length,
    errorsOf(files),
    documents.filter(({ warnings }) => warnings.length > 0).length,
    `${Math.max(...files.map(({ seconds }) => seconds)).toFixed(1)} s`,
    `${Math.max(...files.map(({ megabytes }) => megabytes)).toFixed(0)} MB`,
  ];
  return `| ${cells.join(' | ')} |`;
}

/** "PDF_EMPTY 2, PDF_CORRUPTED" */
function errorsOf(files: readonly Judged[]): string {
  const codes = files.flatMap(({ error }) => error ?? []);
  const counted = [...new Set(codes)].map(
    (code) => [code, codes.filter((other) => other === code).length] as const,
  );
  return counted.map(([code, count]) => (count === 1 ? code : `${code} ${count}`)).join(', ');
}

function describeFile(judged: Judged): string {
  const { file, error, pages, words, seconds, megabytes, warnings } = judged;
  const result = error ?? `${pages} pages, ${words} words`;
  const verdict = isAsDemanded(judged) ? '' : ' NOT AS DEMANDED';
  const figures = `${(seconds * 1000).toFixed(0)} ms, ${megabytes.toFixed(0)} MB`;
  return `${file.name}: ${result}, ${figures}${verdict}${warnings.length > 0 ? `; ${warnings.join(' ')}` : ''}`;
}

/** Puts the table between its marks in the page. */
function writeTable(table: string): void {
  const page = path.join(import.meta.dirname, '../../docs/benchmarks/loading.md');
  const text = readFileSync(page, 'utf8');
  const marks = /(<!-- purposes -->\n\n)[^]*?(\n\n<!-- \/purposes -->)/;
  writeFileSync(
    page,
    text.replace(marks, (_, start: string, end: string) => `${start}${table}${end}`),
  );
}

const files = collectedPdfs(values.data);
if (values.file !== undefined) {
  console.log(JSON.stringify(await outcomeOf(files.find(({ name }) => name === values.file)!)));
} else {
  const judged: Judged[] = [];
  for (const file of files.filter(
    ({ purpose }) => values.purpose === undefined || purpose === values.purpose,
  )) {
    judged.push({ file, ...outcomeInProcess(file) });
    console.log(describeFile(judged.at(-1)!));
  }
  console.log(`\n${tableOf(judged)}`);
  if (values.write) writeTable(tableOf(judged));
}
