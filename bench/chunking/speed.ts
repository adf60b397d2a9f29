/**
 * Processor time and memory of cutting, beside bare tokenization of the same text: the corpora of the chunking and the
 * legal set, as often as the size needs. Prints a Markdown table.
 *
 *   npm run bench -- chunking/speed [--megabytes 2,10,50] [--methods token,structure,…] [--seconds 60] [--data <folder>]
 *
 * Each method is measured in a process of its own, in turns with gpt-tokenizer's `encode`, after both have been warmed up on
 * 2 MB of other text, abstracts of SciFact. Times are medians of five turns, three of more than 10 MB. Memory is the peak
 * of the process after the first cut less that of a process that only has the text. A method that takes longer than
 * `seconds` is stopped.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { encode } from 'gpt-tokenizer/encoding/cl100k_base';
import { openBuiltInEmbedder } from '../../src/embed/built-in/built-in.ts';
import { loadDocument } from '../../src/load/load.ts';
import { loadTokenizer } from '../../src/text/tokens/tokens.ts';
import { allChunkers } from './splitters.ts';

const { values } = parseArgs({
  options: {
    megabytes: { type: 'string', default: '2,10,50' },
    methods: {
      type: 'string',
      default:
        'token,recursive,structure,semantic,semantic-optimal,langchain-recursive,chonkie-recursive,chonkie-token',
    },
    seconds: { type: 'string', default: '60' },
    data: { type: 'string', default: path.join(import.meta.dirname, '../../../shared/data') },
    /** One measurement in this process: `method megabytes`. */
    measure: { type: 'string' },
  },
});
if (!existsSync(values.data)) throw new Error(`${values.data} is missing: name the folder with --data.`);
const chunkSize = 512;
const overlap = 50;
const limits = { maxBytes: 2 ** 30, maxPages: 10_000, maxChars: 2 ** 30 };

interface Measured {
  /** Seconds of cutting and of bare tokenization. */
  readonly cutting: number;
  readonly tokenizing: number;
  /** Megabytes. */
  readonly memory: number;
}

function textOf(megabytes: number): string {
  const folders = ['chunking/corpora', 'legal/corpus'].map((folder) => path.join(values.data, folder));
  const files = folders.flatMap((folder) => readdirSync(folder).map((name) => path.join(folder, name)));
  const text = files.map((file) => readFileSync(file, 'utf8')).join('\n\n');
  const length = megabytes * 1e6;
  return text.repeat(Math.ceil(length / text.length)).slice(0, length);
}

function otherText(): string {
  const abstracts = readFileSync(path.join(values.data, 'retrieval/scifact/corpus.jsonl'), 'utf8');
  return abstracts.slice(0, 2e6);
}

type Work = () => Promise<unknown>;

async function cuttingOf(method: string): Promise<(text: string) => Promise<Work>> {
  const chunker = (await allChunkers(openBuiltInEmbedder())).get(method)!;
  const tokenizer = await loadTokenizer('cl100k_base');
  return async (text) => {
    const bytes = new TextEncoder().encode(text);
    const document = await loadDocument({ bytes, name: 'corpora.txt', limits });
    return () => chunker.chunk(document, { chunkSize, overlap, tokenizer });
  };
}

const tokenizingOf =
  (text: string): Work =>
  async () =>
    encode(text).length;

async function secondsOf(work: Work): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

const peakMemory = () => process.resourceUsage().maxRSS / 1024;
const median = (times: readonly number[]) => [...times].sort((a, b) => a - b)[times.length >> 1]!;

async function measureHere(method: string, megabytes: number): Promise<Measured> {
  const text = textOf(megabytes);
  if (method === 'nothing') return { cutting: 0, tokenizing: 0, memory: peakMemory() };
  const workOf = await cuttingOf(method);
  const cut = await workOf(text);
  await cut();
  const memory = peakMemory();
  await warmUp([await workOf(otherText()), tokenizingOf(otherText())]);
  const tokenize = tokenizingOf(text);
  const cutting: number[] = [];
  const tokenizing: number[] = [];
  for (let turn = 0; turn < (megabytes > 10 ? 3 : 5); turn++) {
    tokenizing.push(await secondsOf(tokenize));
    cutting.push(await secondsOf(cut));
  }
  return { cutting: median(cutting), tokenizing: median(tokenizing), memory };
}

async function warmUp(works: readonly Work[]): Promise<void> {
  for (let turn = 0; turn < 3; turn++) for (const work of works) await work();
}

/** Undefined when it takes too long or fails. */
function measureThere(method: string, megabytes: number): Measured | undefined {
  const options = ['--measure', `${method} ${megabytes}`, '--data', values.data];
  const { status, stdout } = spawnSync(
    process.execPath,
    ['--import', 'jiti/register', import.meta.filename, ...options],
    { encoding: 'utf8', timeout: Number(values.seconds) * 1000, stdio: ['ignore', 'pipe', 'ignore'] },
  );
  return status === 0 ? (JSON.parse(stdout) as Measured) : undefined;
}

function printTable(): void {
  console.log('| MB | method | seconds | tokenize | × tokenize | MB a second | memory |');
  console.log('| ---: | --- | ---: | ---: | ---: | ---: | ---: |');
  for (const megabytes of values.megabytes.split(',').map(Number)) {
    const nothing = measureThere('nothing', megabytes)!;
    for (const method of values.methods.split(',')) {
      const measured = measureThere(method, megabytes);
      const figures = measured && [
        measured.cutting.toFixed(2),
        measured.tokenizing.toFixed(2),
        (measured.cutting / measured.tokenizing).toFixed(2),
        (megabytes / measured.cutting).toFixed(1),
        `${(measured.memory - nothing.memory).toFixed(0)} MB`,
      ];
      const cells = figures ?? [`over ${values.seconds}, or failed`, '', '', '', ''];
      console.log(`| ${[megabytes, method, ...cells].join(' | ')} |`);
    }
  }
}

if (values.measure === undefined) printTable();
else {
  const [method = '', megabytes] = values.measure.split(' ');
  console.log(JSON.stringify(await measureHere(method, Number(megabytes))));
}
