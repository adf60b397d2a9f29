/**
 * Pages a second of the filings on one core, and the memory that a long file takes.
 *
 *   npm run bench -- load/speed [--turns 3] [--pages 1000] [--data <folder>]
 *
 * Each way has a process of its own in every turn, the ways take turns, and the table has medians. They run bundled, as the package
 * does: translated file by file as it is loaded, the same code takes a sixth longer. `pincite` loads whole documents:
 * text, layout, tables, links, sections. `PDFium, characters` asks PDFium for the code and the box of every character, and
 * keeps nothing; `pdf.js, items` asks pdf.js for its text items; `pdftotext` is poppler's. Seconds are of processor time after a
 * first small document, with pdftotext of the whole process. The engines' own share is all that could be saved.
 *
 * The long file has the words of the filings at their places, as many pages as asked for.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
// oxlint-disable-next-line import/no-named-as-default -- its types know the default export only
import PDFDocument from 'pdfkit';
import { build } from 'tsdown';
import { loadDocument } from '../../src/load/load.ts';
import { median } from '../../src/load/pdf/geometry.ts';
import { hasPoppler } from '../../test/support/poppler.ts';
import { makePage } from './made-pages.ts';
import { defaultData, filings, limits, requestFor } from './pdf-files.ts';
import { ways } from './ways.ts';

const { values } = parseArgs({
  options: {
    turns: { type: 'string', default: '3' },
    pages: { type: 'string', default: '1000' },
    data: { type: 'string', default: defaultData },
    /** One measurement in this process. */
    way: { type: 'string' },
    long: { type: 'string' },
  },
});

interface Measured {
  readonly pages: number;
  readonly seconds: number;
  readonly megabytes: number;
}

const secondsOf = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1e6;
const peakMegabytes = (): number => process.resourceUsage().maxRSS / 1024;

async function measureWay(name: string): Promise<Measured> {
  const read = ways[name]!;
  await read(await makePage({}));
  const files = filings(values.data).map((file) => requestFor(file).bytes);
  const before = process.cpuUsage();
  let pages = 0;
  for (const bytes of files) pages += await read(bytes);
  return { pages, seconds: secondsOf(process.cpuUsage(before)), megabytes: peakMegabytes() };
}

/** Processor seconds of pdftotext over the filings, as the shell counts them. */
function secondsOfPoppler(): number {
  const commands = filings(values.data).map((file) => `pdftotext '${file.path}' /dev/null`);
  const { stdout } = spawnSync('bash', ['-c', `${commands.join(' 2>/dev/null; ')}; times`], {
    encoding: 'utf8',
  });
  const [, children = ''] = stdout.trim().split('\n');
  return children
    .split(' ')
    .map((time) => /(\d+)m([\d.]+)s/.exec(time)!)
    .reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0);
}

/** This file and all of ours that it imports in one; it lies where packages are found. */
async function bundle(): Promise<string> {
  const outDir = path.join(import.meta.dirname, '../../node_modules/.cache/bench-speed');
  await build({
    config: false,
    entry: { speed: import.meta.filename },
    outDir,
    platform: 'node',
    target: 'node20',
    external: [/^[^./]/],
    dts: false,
    logLevel: 'error',
  });
  return path.join(outDir, 'speed.mjs');
}

function inProcess<T>(program: string, options: readonly string[]): T {
  const all = [program, '--data', values.data, ...options];
  const { stdout, stderr, status } = spawnSync(process.execPath, all, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as T;
}

function printSpeed(program: string): void {
  const turns = Array.from({ length: Number(values.turns) }, () => ({
    measured: Object.keys(ways).map((way) => inProcess<Measured>(program, ['--way', way])),
    poppler: hasPoppler ? secondsOfPoppler() : undefined,
  }));
  const { pages } = turns[0]!.measured[0]!;
  console.log(`${pages} pages\n\n| way | pages a second | peak memory |\n| --- | ---: | ---: |`);
  for (const [index, way] of Object.keys(ways).entries()) {
    const seconds = median(turns.map(({ measured }) => measured[index]!.seconds));
    const memory = median(turns.map(({ measured }) => measured[index]!.megabytes));
    console.log(`| ${way} | ${(pages / seconds).toFixed(0)} | ${memory.toFixed(0)} MB |`);
  }
  const poppler = median(turns.flatMap((turn) => turn.poppler ?? []));
  console.log(`| pdftotext | ${poppler === 0 ? 'not installed' : (pages / poppler).toFixed(0)} | |`);
}

/** A file with the words of the filings where they stand there. */
async function makeLongFile(count: number): Promise<Uint8Array> {
  const pdf = new PDFDocument({ autoFirstPage: false, margin: 0 });
  const parts: Buffer[] = [];
  const ended = new Promise((resolve) => pdf.on('end', resolve));
  pdf.on('data', (part: Buffer) => parts.push(part));
  let made = 0;
  while (made < count) {
    for (const file of filings(values.data)) {
      const { text, pages } = await loadDocument(requestFor(file));
      for (const { width, height, layout } of pages.slice(0, count - made)) {
        pdf.addPage({ size: [width, height], margin: 0 }).fontSize(9);
        for (const { x0, y0, charStart, charEnd } of layout)
          pdf.text(text.slice(charStart, charEnd), x0, y0, { lineBreak: false });
        made++;
      }
    }
  }
  pdf.end();
  await ended;
  return new Uint8Array(Buffer.concat(parts));
}

/** Memory in use when so many pages have been read, and at the most. */
async function measureLong(file: string): Promise<{ done: number; megabytes: number }[]> {
  const bytes = new Uint8Array(readFileSync(file));
  const seen: { done: number; megabytes: number }[] = [];
  const onPage = (done: number, total: number): void => {
    if (done % Math.ceil(total / 4) === 0)
      seen.push({ done, megabytes: process.memoryUsage().rss / 2 ** 20 });
  };
  const { pages } = await loadDocument({ bytes, name: 'long.pdf', limits, onPage });
  return [...seen, { done: pages.length, megabytes: peakMegabytes() }];
}

async function printMemory(program: string): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'pincite-long-'));
  try {
    const file = path.join(folder, 'long.pdf');
    writeFileSync(file, await makeLongFile(Number(values.pages)));
    const seen = inProcess<{ done: number; megabytes: number }[]>(program, ['--long', file]);
    console.log('\n| pages read | memory |\n| ---: | ---: |');
    for (const { done, megabytes } of seen.slice(0, -1))
      console.log(`| ${done} | ${megabytes.toFixed(0)} MB |`);
    console.log(`| peak, arranged as well | ${seen.at(-1)!.megabytes.toFixed(0)} MB |`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (values.way !== undefined) console.log(JSON.stringify(await measureWay(values.way)));
else if (values.long !== undefined) console.log(JSON.stringify(await measureLong(values.long)));
else {
  const program = await bundle();
  printSpeed(program);
  await printMemory(program);
}
