/**
 * Does the form of a document help its answers, or mislead them? Documents of many forms (contracts, forms, mails, minutes,
 * slides, manuals, price lists, papers, …), all in one knowledge base, and questions whose answers are known.
 *
 * A folder of `bench/answers/structure/` is a kind; beside each document stands `<document>.yaml`:
 *
 *   - query: How long is the notice period?
 *     answer: three months          # is in the answer; a list where several must be
 *   - query: How long is the warranty?
 *     answer: null                  # no document says so
 *
 * Documents are of two halves, by their names: rules are made by looking at `a`, and judged by `b`.
 *
 *   npm run bench -- answers/structure [--kind forms] [--half a] [--show] [--beside <folder>]
 *
 * `--show` prints the questions that are not answered rightly. `--beside` names the clone of another commit, with its packages,
 * whose code is asked the same.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';

const { values } = parseArgs({
  options: {
    kind: { type: 'string', default: '' },
    half: { type: 'string', default: '' },
    show: { type: 'boolean', default: false },
    beside: { type: 'string' },
    code: { type: 'string', default: fileURLToPath(new URL('../../', import.meta.url)) },
  },
});

interface Question {
  readonly query: string;
  readonly answer: string | readonly string[] | null;
}

/** What came of the questions of one kind and half. */
interface Tally {
  right: number;
  wrong: number;
  declined: number;
  nearMisses: number;
  misled: number;
}

const folder = fileURLToPath(new URL('structure/', import.meta.url));
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.yaml'))
  .sort();
const documents = files.map((file) => {
  const path = file.slice(0, -'.yaml'.length);
  const [kind] = path.split(/[/\\]/);
  const half = createHash('sha1').update(path).digest()[0]! % 2 === 0 ? 'a' : 'b';
  const questions = parse(readFileSync(folder + file, 'utf8')) as Question[];
  return { path, kind: kind!, half, questions };
});

const { openKnowledgeBase } = (await import(
  `${values.code}/src/index.ts`
)) as typeof import('../../src/index.ts');
const kb = await openKnowledgeBase({ store: 'sqlite::memory:', embedding: { adapt: 'off' } });
await kb.addDocuments(documents.map(({ path }) => folder + path));

const tallies = new Map<string, Tally>();
for (const { path, kind, half, questions } of documents) {
  if (!kind.startsWith(values.kind) || !half.startsWith(values.half)) continue;
  for (const question of questions) await ask(question, path, [`${kind} ${half}`, `all ${half}`]);
}
await kb.close();

console.log('documents          right  wrong  declined  near misses  answered');
for (const [name, tally] of [...tallies].sort(([one], [other]) => one.localeCompare(other))) {
  const { right, wrong, declined, nearMisses, misled } = tally;
  const columns = [
    String(right).padStart(5),
    String(wrong).padStart(5),
    String(declined).padStart(8),
    String(nearMisses).padStart(11),
    String(misled).padStart(8),
  ];
  console.log(`${name.padEnd(17)}  ${columns.join('  ')}`);
}

if (values.beside !== undefined) {
  console.log(`\nbeside, ${values.beside}:`);
  const options = ['--kind', values.kind, '--half', values.half, '--code', values.beside];
  const script = ['--import', 'jiti/register', fileURLToPath(import.meta.url)];
  spawnSync(process.execPath, [...script, ...options, ...(values.show ? ['--show'] : [])], {
    stdio: 'inherit',
  });
}

async function ask({ query, answer }: Question, path: string, names: readonly string[]): Promise<void> {
  const given = await kb.ask(query);
  const said = plain(`${given.answer} ${given.citations[0]?.quote ?? ''}`);
  const isRight = answer !== null && [answer].flat().every((part) => said.includes(plain(part)));
  for (const name of names) {
    const tally = tallies.get(name) ?? { right: 0, wrong: 0, declined: 0, nearMisses: 0, misled: 0 };
    tallies.set(name, tally);
    if (answer === null) tally.nearMisses += 1;
    if (!given.answered) tally.declined += answer === null ? 0 : 1;
    else if (answer === null) tally.misled += 1;
    else if (isRight) tally.right += 1;
    else tally.wrong += 1;
  }
  if (!values.show || (answer === null ? !given.answered : given.answered && isRight)) return;
  const what = answer === null ? 'MISLED' : given.answered ? 'WRONG' : 'DECLINED';
  console.log(`${what} [${path}] ${query}\n  expected: ${[answer ?? 'nothing'].flat().join(' + ')}`);
  console.log(`  ${given.answered ? 'said' : 'declined'} (${String(given.certainty)}): ${given.answer}`);
  for (const { quote } of given.citations.slice(0, 2)) console.log(`  “${quote}”`);
}

function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ');
}
