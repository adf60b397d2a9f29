/**
 * What an install costs: the packed package in an empty folder, its packages, its size on the disk, the time that npm takes
 * (packages in npm's cache), then the first import and `--help`. Run `npm run build` first, then `npm run bench -- install`.
 * Needs the registry or npm's cache.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { lstatSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const rounds = 9;
const folder = mkdtempSync(join(tmpdir(), 'pincite-install-'));
const npm = (...args: string[]) =>
  execFileSync('npm', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
const packed = JSON.parse(
  execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
    encoding: 'utf8',
  }),
) as [{ filename: string; size: number }];
writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
const started = performance.now();
npm('install', `./${packed[0].filename}`);
const seconds = (performance.now() - started) / 1000;

const sizeOf = (path: string): number => {
  const stat = lstatSync(path);
  if (!stat.isDirectory()) return stat.size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
};
const packages = npm('ls', '--all', '--parseable').trim().split('\n').length - 1;
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
console.log(`package          ${megabytes(packed[0].size)}`);
console.log(
  `installed        ${packages} packages, ${megabytes(sizeOf(join(folder, 'node_modules')))}, ${seconds.toFixed(1)} s`,
);

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!;
const time = (...args: string[]) =>
  median(
    Array.from({ length: rounds }, () => {
      const begin = performance.now();
      const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
      if (status !== 0) throw new Error(stderr);
      return performance.now() - begin;
    }),
  );
const bare = time('-e', '0');
for (const [name, args] of [
  ["import 'pincite'", ['--input-type=module', '-e', "import 'pincite'"]],
  ['pincite --help', ['node_modules/pincite/dist/cli.mjs', '--help']],
] as const) {
  const ms = time(...args);
  console.log(`${name.padEnd(16)} ${ms.toFixed(0)} ms, ${(ms / bare).toFixed(1)} × bare node`);
}
rmSync(folder, { recursive: true });
