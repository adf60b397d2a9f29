/**
 * Fails when ARCHITECTURE.md or README.md names a path that does not exist, a source folder goes unnamed, docs/requirements.md
 * names a test that does not exist, or a class of error is thrown nowhere.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';

const problems: string[] = [];
const architecture = readFileSync('ARCHITECTURE.md', 'utf8');

for (const page of ['ARCHITECTURE.md', 'README.md']) {
  const text = readFileSync(page, 'utf8');
  for (const [, path] of text.matchAll(
    /`((?:src|test|bench|soak|docs|examples|scripts|assets|\.ci)\/[\w./-]+)`/g,
  )) {
    if (!existsSync(path!)) problems.push(`${page} names ${path}, which does not exist`);
  }
  for (const [, path] of text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)) {
    if (!existsSync(path!)) problems.push(`${page} links to ${path}, which does not exist`);
  }
}
for (const entry of readdirSync('src', { withFileTypes: true })) {
  const name = `src/${entry.name}`;
  if (name.endsWith('.test.ts')) continue;
  if (!architecture.includes(`\`${name}`)) problems.push(`ARCHITECTURE.md does not name ${name}`);
}

const requirements = readFileSync('docs/requirements.md', 'utf8');
for (const [, file, name] of requirements.matchAll(/`([^`]+\.ts)`: “([^”]+)”/g)) {
  if (!existsSync(file!)) problems.push(`docs/requirements.md names ${file}, which does not exist`);
  else if (
    !readFileSync(file!, 'utf8')
      .replaceAll(String.raw`\'`, "'")
      .includes(name!)
  )
    problems.push(`docs/requirements.md names the test “${name}”, which ${file} does not have`);
}
const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => readFileSync(`src/${file}`, 'utf8'));
for (const [, error] of readFileSync('src/errors.ts', 'utf8').matchAll(/^export class (\w+Error) /gm)) {
  const isThrown = sources.some((source) =>
    new RegExp(`(?:new|=) ${error}\\b|Failure: ${error}\\b`).test(source),
  );
  if (!isThrown) problems.push(`${error} is thrown nowhere`);
}

for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
console.log('Every path and every test in the documents exists.');
