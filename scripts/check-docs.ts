/** Fails when ARCHITECTURE.md or README.md names a path that does not exist, or a source folder goes unnamed. */
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

for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
console.log('Every path in the documents exists.');
