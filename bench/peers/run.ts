/**
 * The same retrieval work done by Pincite and by what else a user would take from npm, each system in a
 * process of its own.
 *
 *   npm run bench:peers -- [--datasets scifact,cranfield,cacm,legal,finance] [--systems minisearch,…] [--ranks] [--data <folder>]
 *
 * It writes what it measured into `results.json` here, collection by collection, and makes `docs/benchmarks/peers.md` of
 * that; with `--systems` the page of these is printed and nothing is written. A run without any of these flags also
 * measures installations and looks up versions. `--ranks` takes no times, and Pincite from its sources, so that nothing is built or
 * installed. `--render` makes the page from `results.json` again.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { catalogue } from './catalogue.ts';
import { measureCollection } from './children.ts';
import { collectionNames, prepareCollection, writeCollection } from './collection.ts';
import { describePackage, measureInstall } from './install.ts';
import { prepareGiven } from './prepare-given.ts';
import { renderReport } from './report.ts';
import type { MeasuredCollection, Results, Row } from './results.ts';

const here = import.meta.dirname;
const root = path.join(here, '../..');
const resultsFile = path.join(here, 'results.json');
const page = path.join(root, 'docs/benchmarks/peers.md');
const { values } = parseArgs({
  options: {
    datasets: { type: 'string' },
    systems: { type: 'string' },
    ranks: { type: 'boolean', default: false },
    data: { type: 'string', default: path.join(root, '../shared/data') },
    render: { type: 'boolean', default: false },
  },
});
if (!existsSync(values.data)) throw new Error(`${values.data} is missing; name the folder with --data`);
const datasets = values.datasets?.split(',') ?? collectionNames;
const systems = catalogue.filter(({ id }) => values.systems?.split(',').includes(id) ?? true);
const isWhole = values.datasets === undefined && values.systems === undefined && !values.ranks;
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

async function measureDataset(
  name: string,
  commit: string,
): Promise<{ collection: MeasuredCollection; rows: Row[] }> {
  const folder = path.join(scratch, name);
  mkdirSync(folder);
  const collection = await prepareCollection(name, values.data);
  writeCollection(folder, collection);
  const { documents, originals, queries } = collection;
  const able = systems.filter((system) => !system.originals || originals !== undefined);
  if (able.some((system) => system.given)) await prepareGiven(folder, collection);
  const rows = await measureCollection({ dataset: name, folder, scratch, ranksOnly: values.ranks }, able);
  const date = new Date().toISOString().slice(0, 10);
  return {
    collection: { name, documents: documents.length, queries: queries.length, date, commit },
    rows,
  };
}

/** Keeps what each collection gave as soon as it is there, unless some systems alone are measured. */
async function measureEverything(): Promise<Results> {
  const commit = revision();
  const packed = values.ranks ? '' : prepare();
  const measured = [];
  for (const name of datasets) {
    measured.push(await measureDataset(name, commit));
    if (values.systems === undefined) writeResults(merge(readResults(), resultsOf(measured)));
  }
  const packages = [...new Set(systems.flatMap((system) => system.packages))];
  return {
    ...resultsOf(measured),
    installations: isWhole ? measureInstallations(packed) : [],
    packages: isWhole ? packages.map((name) => describePackage(name)) : [],
  };
}

const resultsOf = (measured: readonly Awaited<ReturnType<typeof measureDataset>>[]): Results => ({
  node: process.version,
  machine: `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB of memory, ${process.platform} ${process.arch}`,
  collections: measured.map(({ collection }) => collection),
  rows: measured.flatMap(({ rows }) => rows),
  installations: [],
  packages: [],
  lines: Object.fromEntries(systems.map(({ id }) => [id, countLines(id)])),
});

const readResults = () => JSON.parse(readFileSync(resultsFile, 'utf8')) as Results;

/** What was measured now in place of what was measured of the same collections before. */
function merge(before: Results, now: Results): Results {
  const isOld = (name: string) => now.collections.every((collection) => collection.name !== name);
  const order = ({ name }: MeasuredCollection) => collectionNames.indexOf(name);
  return {
    ...now,
    collections: [...before.collections.filter(({ name }) => isOld(name)), ...now.collections].sort(
      (a, b) => order(a) - order(b),
    ),
    rows: [...before.rows.filter(({ dataset }) => isOld(dataset)), ...now.rows],
    installations: now.installations.length > 0 ? now.installations : before.installations,
    packages: now.packages.length > 0 ? now.packages : before.packages,
  };
}

function writeResults(results: Results): void {
  writeFileSync(resultsFile, JSON.stringify(results));
  spawnSync('npx', ['oxfmt', resultsFile], { cwd: root });
  writeFileSync(page, renderReport(results));
}

try {
  if (values.render) writeFileSync(page, renderReport(readResults()));
  else {
    const results = await measureEverything();
    if (values.systems === undefined) writeResults(merge(readResults(), results));
    else console.log(renderReport(results));
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
