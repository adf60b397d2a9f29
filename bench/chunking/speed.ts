/**
 * Processor time and memory of cutting, beside bare tokenization of the same text, each in a process of its own: the
 * corpora of the chunking and the legal set, as often as the size needs. Prints a Markdown table.
 *
 *   npm run bench -- chunking/speed [--megabytes 2,10,50] [--methods token,structure,…] [--seconds 60] [--data <folder>]
 *
 * `tokenize` is gpt-tokenizer's `encode`. Time is the least of three runs for up to 10 MB, after one that is not counted
 * on 2 MB. Memory is the peak of the process less that of one that only has the text. A method that takes longer than
 * `seconds` is stopped.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { encode } from 'gpt-tokenizer/encoding/cl100k_base';
import { openBuiltInEmbedder } from '../../src/embed/built-in.ts';
import { loadDocument } from '../../src/load/load.ts';
import { loadTokenizer } from '../../src/text/tokens.ts';
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
  readonly seconds: number;
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

async function workOf(method: string, text: string): Promise<() => Promise<unknown>> {
  if (method === 'nothing') return async () => text.length;
  if (method === 'tokenize') return async () => encode(text).length;
  const embedder = await openBuiltInEmbedder();
  const chunker = (await allChunkers(embedder)).get(method)!;
  const tokenizer = await loadTokenizer('cl100k_base');
  const bytes = new TextEncoder().encode(text);
  const document = await loadDocument({ bytes, name: 'corpora.txt', limits });
  return () => chunker.chunk(document, { chunkSize, overlap, tokenizer });
}

async function measureHere(method: string, megabytes: number): Promise<Measured> {
  const warmUp = await workOf(method, textOf(2));
  await warmUp();
  const work = await workOf(method, textOf(megabytes));
  let seconds = Number.POSITIVE_INFINITY;
  for (let run = 0; run < (megabytes > 10 ? 1 : 3); run++) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    seconds = Math.min(seconds, (user + system) / 1e6);
  }
  return { seconds, memory: process.resourceUsage().maxRSS / 1024 };
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
  console.log('| MB | method | seconds | × tokenize | MB a second | memory |');
  console.log('| ---: | --- | ---: | ---: | ---: | ---: |');
  for (const megabytes of values.megabytes.split(',').map(Number)) {
    const nothing = measureThere('nothing', megabytes)!;
    const bare = measureThere('tokenize', megabytes)!;
    for (const method of ['tokenize', ...values.methods.split(',')]) {
      const measured = method === 'tokenize' ? bare : measureThere(method, megabytes);
      const figures = measured && [
        measured.seconds.toFixed(2),
        (measured.seconds / bare.seconds).toFixed(2),
        (megabytes / measured.seconds).toFixed(1),
        `${(measured.memory - nothing.memory).toFixed(0)} MB`,
      ];
      const cells = figures ?? [`over ${values.seconds}, or failed`, '', '', ''];
      console.log(`| ${[megabytes, method, ...cells].join(' | ')} |`);
    }
  }
}

if (values.measure === undefined) printTable();
else {
  const [method = '', megabytes] = values.measure.split(' ');
  console.log(JSON.stringify(await measureHere(method, Number(megabytes))));
}
