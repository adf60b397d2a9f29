/**
 * Packs what `npm publish` would send, after `npm run build`, and fails where it would disappoint who installs it: a link of
 * its pages, a page that messages name or a package that its code loads is not in it, `pincite --help` loads the library, or `publint` or `attw` finds fault. Needs no network.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';

interface Pack {
  readonly tarball: string;
  readonly files: readonly string[];
  readonly bytes: number;
}

function packInto(destination: string): Pack {
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', destination];
  const { status, stdout, stderr } = spawnSync('npm', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm pack failed: ${stderr}`);
  const [packed] = JSON.parse(stdout) as [{ filename: string; size: number; files: { path: string }[] }];
  const files = packed.files.map(({ path }) => path);
  if (!files.includes('dist/cli.mjs')) throw new Error('dist/ is missing: run `npm run build` first');
  if (!files.includes('docs/api/index.md')) throw new Error('docs/api is missing: run `npm run api` first');
  return { tarball: join(destination, packed.filename), files, bytes: packed.size };
}

/** Relative links to files or folders that are not in the package, and to headings that their page has not. */
function checkLinks({ files }: Pack): string[] {
  const pages = files.filter((path) => path.endsWith('.md') && !isOfOthers(path));
  return pages.flatMap((page) =>
    linksOf(page).flatMap((link) => {
      const [path, heading] = link.split('#') as [string, string?];
      const target = path === '' ? page : posix.join(posix.dirname(page), path);
      if (!isPacked(files, target)) return [`${page} links to ${link}, which is not in the package`];
      if (heading === undefined || !target.endsWith('.md') || headingsOf(target).has(heading)) return [];
      return [`${page} links to ${link}, a heading that is not there`];
    }),
  );
}

/** Documents of others; and the reference, whose links TypeDoc checks. */
const isOfOthers = (path: string) => path.startsWith('examples/documents/') || path.startsWith('docs/api/');

const isPacked = (files: readonly string[], path: string) =>
  files.some((file) => file === path || file.startsWith(path.endsWith('/') ? path : `${path}/`));

const withoutCode = (markdown: string) =>
  markdown.replaceAll(/^```.*?^```/gms, '').replaceAll(/`[^`\n]*`/g, 'code');

const linksOf = (page: string) =>
  [...withoutCode(readFileSync(page, 'utf8')).matchAll(/\]\((?![a-z]+:)([^()\s]+)\)/g)].map(
    ([, link]) => link!,
  );

/** As they are named in links: in lower case, with hyphens for spaces, without other signs. */
function headingsOf(page: string): Set<string> {
  const text = readFileSync(page, 'utf8').replaceAll(/^```.*?^```/gms, '');
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading!);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

/** Pages that the source names, and strings that name one otherwise than by `docsPage`, which finds it where it is installed. */
function checkNamedPages({ files }: Pack): string[] {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((path) => posix.join('src', path.replaceAll('\\', '/')))
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'));
  return sources.flatMap((path) => {
    const source = readFileSync(path, 'utf8');
    const called = [...source.matchAll(/docsPage\('([^']+)'\)/g)].map(([, page]) => `docs/${page!}`);
    const named = [...source.matchAll(/\bdocs\/[\w/-]+\.md/g)].map(([page]) => page);
    const inText = source
      .split('\n')
      .filter((line) => /^(?!\s*(\/?\*|\/\/)).*\bdocs\/[\w/-]+\.md/.test(line));
    return [
      ...[...called, ...named]
        .filter((page) => !files.includes(page))
        .map((page) => `${path} names ${page}, which is not in the package`),
      ...inText.map((line) => `${path} names a page without docsPage(): ${line.trim()}`),
    ];
  });
}

/**
 * Packages that are loaded by their name where they are used, and that an install has not: bundlers look for them too. Names of
 * optional packages go through `importPeer`.
 */
function checkLoaded(): string[] {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: object };
  const files = readdirSync('dist').filter((name) => name.endsWith('.mjs'));
  return files.flatMap((file) => {
    const code = readFileSync(join('dist', file), 'utf8').replaceAll(/^\s*(\*|\/\/).*$/gm, '');
    const names = [...code.matchAll(/(?:\bimport|createRequire\([^()]*\))\("([^".][^"]*)"\)/g)].map(
      ([, name]) => name!,
    );
    return names
      .filter((name) => !name.startsWith('node:') && !Object.hasOwn(dependencies, name))
      .map((name) => `dist/${file} loads ${name}, which is no dependency`);
  });
}

/** Packages that `pincite --help` waits for. A helper that the program shares with the library may bring all of it in. */
function checkStart(): string[] {
  const seen = new Set<string>();
  const packages = new Set<string>();
  const follow = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    const imports = readFileSync(join('dist', file), 'utf8').matchAll(
      /^import (?:[^"'();]* from )?"([^"]+)";$/gm,
    );
    for (const [, name] of imports) {
      if (name!.startsWith('./')) follow(name!.slice(2));
      else if (!name!.startsWith('node:')) packages.add(name!);
    }
  };
  const [, program] = readFileSync('dist/cli.mjs', 'utf8').match(/import\("\.\/([^"]+)"\)/) ?? [];
  if (program === undefined) throw new Error('dist/cli.mjs starts no program');
  follow(program);
  packages.delete('commander');
  return packages.size === 0 ? [] : [`pincite --help loads ${[...packages].sort().join(', ')}`];
}

/** Whether the program finds no fault; it says itself what it finds. */
function run(program: string, args: readonly string[]): boolean {
  const { status, stdout, stderr } = spawnSync(join('node_modules', '.bin', program), args, {
    encoding: 'utf8',
  });
  if (status !== 0) console.error(`${program}:\n${stdout}${stderr}`);
  return status === 0;
}

const folder = mkdtempSync(join(tmpdir(), 'pincite-package-'));
try {
  const pack = packInto(folder);
  const problems = [...checkLinks(pack), ...checkNamedPages(pack), ...checkLoaded(), ...checkStart()];
  for (const problem of problems) console.error(problem);
  const passed = [
    run('publint', ['run', pack.tarball, '--strict']),
    run('attw', [pack.tarball, '--profile', 'esm-only', '--no-definitely-typed', '--format', 'ascii']),
  ];
  const megabytes = (pack.bytes / 1e6).toFixed(1);
  if (problems.length > 0 || passed.includes(false)) process.exitCode = 1;
  else console.log(`The package holds what it names: ${pack.files.length} files, ${megabytes} MB packed.`);
} finally {
  rmSync(folder, { recursive: true });
}
