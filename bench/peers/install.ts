/** Size and time of an installation: that of a second `npm install` into an empty folder, when npm's cache has everything. */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { installLimitSeconds } from './limits.ts';
import type { Installation, PackageFacts } from './results.ts';

/** @param specifiers what stands after `npm install`; `names` are shown in its place. */
export function measureInstall(specifiers: readonly string[], names = specifiers): Installation {
  const folder = mkdtempSync(path.join(tmpdir(), 'pincite-install-'));
  try {
    const first = install(folder, specifiers);
    if (first.status !== 0) return { packages: names, failure: failureOf(first.stderr) };
    rmSync(path.join(folder, 'node_modules'), { recursive: true });
    rmSync(path.join(folder, 'package-lock.json'));
    const started = performance.now();
    install(folder, specifiers);
    const seconds = (performance.now() - started) / 1000;
    const bytes = sizeOf(path.join(folder, 'node_modules'));
    return { packages: names, megabytes: bytes / 1e6, seconds, installed: countPackages(folder) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function install(folder: string, specifiers: readonly string[]) {
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ private: true }));
  const options = ['install', '--prefer-offline', '--no-audit', '--no-fund', ...specifiers];
  return spawnSync('npm', options, { cwd: folder, encoding: 'utf8', timeout: installLimitSeconds * 1000 });
}

/** The first sentence of npm's complaint. */
function failureOf(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => line.startsWith('npm error'));
  const told = lines.find((line) => !/^npm error (code|errno|path|command)\b/.test(line)) ?? lines[0];
  return told?.replace('npm error ', '') ?? `took longer than ${installLimitSeconds} s`;
}

function sizeOf(file: string): number {
  const status = lstatSync(file);
  if (!status.isDirectory()) return status.size;
  return readdirSync(file).reduce((sum, name) => sum + sizeOf(path.join(file, name)), 0);
}

function countPackages(folder: string): number {
  const lock = JSON.parse(readFileSync(path.join(folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, unknown>;
  };
  return Object.keys(lock.packages).filter((place) => place !== '' && existsSync(path.join(folder, place)))
    .length;
}

/** Version and licence as installed beside this file, and the day of that version's release. */
export function describePackage(name: string): PackageFacts {
  const manifest = JSON.parse(
    readFileSync(path.join(import.meta.dirname, 'node_modules', name, 'package.json'), 'utf8'),
  ) as { version: string; license?: string };
  const view = spawnSync('npm', ['view', name, 'time', '--json'], { encoding: 'utf8' });
  const times = (view.status === 0 ? JSON.parse(view.stdout) : {}) as Record<string, string>;
  return {
    name,
    version: manifest.version,
    licence: manifest.license ?? 'in its LICENSE file only',
    released: times[manifest.version]?.slice(0, 10) ?? 'unknown',
  };
}
