/**
 * The same retrieval work done by Pincite and by what else a user would take from npm, each system in a
 * process of its own.
 *
 *   npm run bench:peers -- [--datasets scifact,cranfield,cacm] [--systems minisearch,…] [--data <folder>]
 *
 * A whole run writes `results.json` here and `docs/benchmarks/peers.md`; with `--datasets` or `--systems` the
 * table is printed and nothing is written. `--render` makes the page from `results.json` again.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readBeir, sharedCollections } from '../retrieval/beir.ts';
import { catalogue } from './catalogue.ts';
import { measureCollection } from './children.ts';
import { describePackage, measureInstall } from './install.ts';
import { prepareGiven } from './prepare-given.ts';
import { renderReport } from './report.ts';
import type { Results, Row } from './results.ts';

const here = import.meta.dirname;
const root = path.join(here, '../..');
const resultsFile = path.join(here, 'results.json');
const page = path.join(root, 'docs/benchmarks/peers.md');
const { values } = parseArgs({
  options: {
    datasets: { type: 'string' },
    systems: { type: 'string' },
    data: { type: 'string', default: sharedCollections },
    render: { type: 'boolean', default: false },
  },
});
const datasets = values.datasets?.split(',') ?? ['scifact', 'cranfield', 'cacm'];
const systems = catalogue.filter(({ id }) => values.systems?.split(',').includes(id) ?? true);
const isWhole = values.datasets === undefined && values.systems === undefined;
const scratch = mkdtempSync(path.join(tmpdir(), 'pincite-peers-'));

/**
 * Installs the peers when they are missing, and Pincite as a user would get it: built, packed, and installed.
 * Returns the package's file.
 */
function prepare(): string {
  const run = (options: string[], cwd: string) => {
    const stdio = ['ignore', 'pipe', 'inherit'] as const;
    const { status, stdout } = spawnSync('npm', options, { cwd, stdio: [...stdio], encoding: 'utf8' });
    if (status !== 0) throw new Error(`npm ${options[0]} failed in ./${path.relative(root, cwd)}`);
    return stdout;
  };
  if (!existsSync(path.join(here, 'node_modules'))) run(['install', '--no-save'], here);
  const packed = run(['pack', '--silent', '--pack-destination', scratch], root);
  const file = path.join(scratch, packed.trim().split('\n').at(-1) ?? '');
  run(['install', '--no-save', '--no-package-lock', '--prefer-offline', file], here);
  return file;
}

function measureInstallations(packed: string): Results['installations'] {
  const manifest = JSON.parse(readFileSync(path.join(here, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const groups = new Map<string, string[]>();
  for (const { id, packages } of systems) {
    const key = packages.join(' ');
    groups.set(key, [...(groups.get(key) ?? []), id]);
  }
  return [...groups].map(([key, ids]) => {
    const names = key.split(' ');
    const exact = names.map((name) => `${name}@${manifest.dependencies[name]}`);
    const installation = key === '' ? measureInstall([packed], ['pincite']) : measureInstall(exact, names);
    console.error(`install ${key || 'pincite'} ${JSON.stringify(installation)}`);
    return { systems: ids, installation };
  });
}

/** Lines that are neither blank nor comment, imports counted. */
function countLines(id: string): number {
  const lines = readFileSync(path.join(here, 'systems', `${id}.ts`), 'utf8').split('\n');
  return lines.filter((line) => line.trim() !== '' && !/^\s*(\/\/|\/\*|\*)/.test(line)).length;
}

/** What is packed; `-dirty` when the working tree is not that of the commit. */
function revision(): string {
  const options = ['describe', '--always', '--dirty', '--exclude=*'];
  return spawnSync('git', options, { cwd: root, encoding: 'utf8' }).stdout.trim();
}

async function measureEverything(): Promise<Results> {
  const commit = revision();
  const packed = prepare();
  const rows: Row[] = [];
  for (const dataset of datasets) {
    const folder = path.join(values.data, dataset);
    const given = path.join(scratch, dataset);
    mkdirSync(given);
    if (systems.some((system) => system.given)) await prepareGiven(given, readBeir(folder, 'test'));
    rows.push(...(await measureCollection({ dataset, folder, given, scratch }, systems)));
  }
  const packages = [...new Set(systems.flatMap((system) => system.packages))];
  return {
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    machine: `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB of memory, ${process.platform} ${process.arch}`,
    command: 'npm run bench:peers',
    commit,
    rows,
    installations: isWhole ? measureInstallations(packed) : [],
    packages: packages.map((name) => describePackage(name)),
    lines: Object.fromEntries(systems.map(({ id }) => [id, countLines(id)])),
  };
}

function writePage(results: Results): void {
  mkdirSync(path.dirname(page), { recursive: true });
  writeFileSync(page, renderReport(results));
}

try {
  if (values.render) writePage(JSON.parse(readFileSync(resultsFile, 'utf8')) as Results);
  else {
    const results = await measureEverything();
    if (isWhole) {
      writeFileSync(resultsFile, JSON.stringify(results));
      spawnSync('npx', ['oxfmt', resultsFile], { cwd: root });
      writePage(results);
    } else console.log(renderReport(results));
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
