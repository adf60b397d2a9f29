/**
 * `npm run hosts -- [name…]` packs the built package, and for each host (all unless named) installs it with the host's tools
 * into an empty folder, builds a small program there and runs it: it adds a Markdown document and a PDF, asks, and searches.
 * Prints what was to be written and what came of it. Run `npm run build` first. All take about 5 minutes on two cores, and
 * 3 GB of disk while they run; npm needs the registry or its cache.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { hosts } from './hosts/hosts.mjs';

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(hosts);
const unknown = names.filter((name) => !Object.hasOwn(hosts, name));
if (unknown.length > 0) {
  console.error(`No such host: ${unknown.join(', ')}. There are ${Object.keys(hosts).join(', ')}.`);
  process.exit(2);
}

const longestStepMs = 600_000;
const root = mkdtempSync(join(tmpdir(), 'pincite-hosts-'));
const environment = {
  ...process.env,
  DOCUMENTS: resolve('examples/documents'),
  NEXT_TELEMETRY_DISABLED: '1',
  npm_config_loglevel: 'error',
};

/** @throws with what it printed, where it fails. */
function run([program, ...args], cwd) {
  const options = { cwd, encoding: 'utf8', env: environment, timeout: longestStepMs, maxBuffer: 2 ** 26 };
  const { status, stdout, stderr, error } = spawnSync(program, args, options);
  if (status === 0) return stdout;
  throw new Error(
    `${[program, ...args].join(' ')} (${status ?? error?.message})\n${stdout}${stderr}`.slice(0, 3000),
  );
}

function writeFiles(folder, files = {}) {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

const versionOf = (folder, name) =>
  JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')).version;

/** What is wrong with what the program printed. */
function faultOf(printed) {
  const { added, errors, quote, hits, problems } = JSON.parse(printed.trim().split('\n').at(-1));
  const isRight = added === 2 && errors.length === 0 && problems.length === 0 && hits > 0;
  return isRight && /law of Ireland/.test(quote) ? undefined : printed;
}

/** @returns what went wrong. */
function tryWay(folder, { files, build = [], run: command, refuses, aside }) {
  for (const made of ['out', '.next']) rmSync(join(folder, made), { recursive: true, force: true });
  writeFiles(folder, files);
  try {
    for (const step of build) run(step, folder);
    if (aside === undefined) return faultOf(run(command, folder));
    // What is to run by itself must not find the folder that it was built in.
    const place = join(root, 'aside');
    cpSync(join(folder, aside), place, { recursive: true });
    cpSync(join(folder, 'ask-server.mjs'), join(place, 'ask-server.mjs'));
    return faultOf(
      run(
        command.map((part) => part.replace(`${aside}/`, '')),
        place,
      ),
    );
  } catch (error) {
    return refuses?.test(error.message) ? undefined : error.message;
  }
}

const rows = [];
const faults = [];
try {
  const tarball = run(
    ['npm', 'pack', '--silent', '--ignore-scripts', '--pack-destination', root],
    '.',
  ).trim();
  for (const name of names) {
    const { needs, files, build = [], ways } = hosts[name];
    const folder = join(root, name);
    let version = process.versions.node;
    let installFault;
    try {
      writeFiles(folder, { 'package.json': '{"private":true}', ...files });
      run(['npm', 'install', '--no-audit', '--no-fund', join(root, tarball), ...needs], folder);
      for (const step of build) run(step, folder);
      if (needs.length > 0) version = versionOf(folder, needs[0].replace(/(?<!^)@.*/, ''));
    } catch (error) {
      installFault = error.message;
    }
    for (const way of ways) {
      const { write = '', refuses } = way;
      const started = performance.now();
      const fault = installFault ?? tryWay(folder, way);
      const seconds = ((performance.now() - started) / 1000).toFixed(0);
      const good = refuses === undefined ? 'works' : 'refused as it should be';
      const result = fault === undefined ? good : 'FAILS';
      rows.push({ host: name, version, write, result, seconds });
      console.error(`${name} ${version}: ${result} (${seconds} s) ${write}`);
      if (fault !== undefined) faults.push(`${name}: ${fault}`);
    }
    rmSync(folder, { recursive: true });
  }
} finally {
  rmSync(root, { recursive: true, force: true });
}
for (const fault of faults) console.error(`\n${fault}`);
console.table(rows);
process.exitCode = faults.length > 0 ? 1 : 0;
