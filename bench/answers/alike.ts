/**
 * Are documents of one kind told apart? Ten leases, loans, minutes or data sheets in a knowledge base of their own, and questions that name
 * one of them, ask which of them say something, or ask of all.
 *
 * A folder of `bench/answers/alike/<half>/` is a collection; beside it stand its questions, `<collection>.json`:
 *
 *   { "question": "Which leases allow dogs?", "type": "which", "expect": [["fern-hill.md", "The Tenant may keep one dog"]] }
 *
 * `type` is `one` (of one document: any of the places expected answers), `which`, `all` (of each document the place expected), or `miss`
 * (nothing is expected: no document says so). Rules are made by looking at half `a`, and judged by `b`.
 *
 *   npm run bench -- answers/alike [--half a] [--collection leases] [--show] [--code <folder>]
 *
 * `places` counts, of questions for several documents, the places expected that are cited. `--show` prints the questions that are not answered rightly. `--code` names the clone of another commit, with its packages.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    half: { type: 'string', default: '' },
    collection: { type: 'string', default: '' },
    show: { type: 'boolean', default: false },
    code: { type: 'string', default: fileURLToPath(new URL('../../', import.meta.url)) },
  },
});

type Place = readonly [file: string, text: string];

interface Question {
  readonly question: string;
  readonly type: 'one' | 'which' | 'all' | 'miss';
  readonly expect: readonly Place[];
}

const outcomes = ['right', 'partly', 'wrong', 'declined'] as const;
type Outcome = (typeof outcomes)[number];

const { openKnowledgeBase } = (await import(
  `${values.code}/src/index.ts`
)) as typeof import('../../src/index.ts');
const folder = fileURLToPath(new URL('alike/', import.meta.url));
const tallies = new Map<string, Record<Outcome | 'places' | 'expected', number>>();

for (const half of ['a', 'b'].filter((one) => one.startsWith(values.half))) {
  const files = readdirSync(path.join(folder, half)).filter((file) => file.endsWith('.json'));
  for (const file of files.filter((one) => one.startsWith(values.collection)).sort()) {
    const documents = path.join(folder, half, path.parse(file).name);
    await using kb = await openKnowledgeBase({ store: 'sqlite::memory:', embedding: { adapt: 'off' } });
    await kb.addDocuments([documents]);
    const questions = JSON.parse(readFileSync(path.join(folder, half, file), 'utf8')) as Question[];
    for (const question of questions) {
      const { answered, citations } = await kb.ask(question.question);
      const quotes = citations.map(({ sourcePath, quote }) => [path.basename(sourcePath), quote] as const);
      const outcome = answered ? judge(question, quotes) : 'declined';
      const row = `${half} ${question.type}`;
      const tally = tallies.get(row) ?? {
        right: 0,
        partly: 0,
        wrong: 0,
        declined: 0,
        places: 0,
        expected: 0,
      };
      tally[outcome]++;
      tally.expected += question.expect.length;
      if (answered)
        tally.places += question.expect.filter((place) => quotes.some((one) => isAt(one, place))).length;
      tallies.set(row, tally);
      if (values.show && outcome !== (question.type === 'miss' ? 'declined' : 'right'))
        console.log(
          `${outcome}: ${question.question}\n  ${quotes.map((one) => one.join(': ')).join('\n  ')}`,
        );
    }
  }
}

console.log(['questions', ...outcomes, 'places'].map((name) => name.padStart(10)).join(''));
for (const [row, tally] of tallies) {
  const places = row.endsWith('which') || row.endsWith('all') ? `${tally.places} of ${tally.expected}` : '';
  const cells = [...outcomes.map((name) => String(tally[name])), places];
  console.log(row.padStart(10) + cells.map((cell) => cell.padStart(10)).join(''));
}

/** Of `which` and `all`: rightly where each document expected is cited, partly where some are, wrongly where any other is. */
function judge({ type, expect }: Question, quotes: readonly Place[]): Outcome {
  if (type === 'one') {
    const isThere = expect.some((place) => quotes.some((one) => isAt(one, place)));
    return isThere ? 'right' : 'wrong';
  }
  const expected = new Set(expect.map(([file]) => file));
  const cited = new Set(quotes.map(([file]) => file));
  if ([...cited].some((file) => !expected.has(file))) return 'wrong';
  return cited.size === expected.size ? 'right' : 'partly';
}

function isAt([cited, quote]: Place, [file, text]: Place): boolean {
  return cited === file && holds(quote, text);
}

function holds(quote: string, text: string): boolean {
  const [a, b] = [quote, text].map((one) => one.replaceAll(/\s+/g, ' ').trim());
  return a!.includes(b!) || b!.includes(a!);
}
