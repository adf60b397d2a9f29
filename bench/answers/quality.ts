/**
 * Are answers without a model right, and given when they should be? Questions over documents, through `ask` as it comes:
 * how many are answered, how many of the answers have a right first citation and any right one, how many questions that
 * the documents do not answer are declined (`hard`: they speak of the same subject; `easy`: of others), and whether
 * `certainty` tells the truth (expected calibration error over tenths, with the reliability of each).
 *
 * No set here was used for training or choosing, but for `examples`, `contracts-even` and `financebench`, which were looked at; the
 * training sets are named in training/answers/train.ts.
 *
 *   npm run bench -- answers/quality [--set xquad-de] [--certainty 0.8] [--most 200] [--show] [--beside <folder>]
 *
 * `--beside` names the clone of another commit, with its packages, which is measured after this one by its own script.
 */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { quantile } from '../../src/evaluate/metrics/metrics.ts';
import type { CitedAnswer } from '../../src/index.ts';
import { drawFrom } from '../../training/answers/draw.ts';
import { openSet } from '../../training/answers/measure.ts';
import {
  contracts,
  examples,
  factbook,
  financeBench,
  pairedPassages,
  plainContracts,
  scifactQuestions,
  xquad,
  xquadCut,
  type AnswerSet,
  type Case,
} from '../../training/answers/sets.ts';

const { values } = parseArgs({
  options: {
    set: { type: 'string', default: '' },
    certainty: { type: 'string', default: '0.8' },
    most: { type: 'string', default: '3000' },
    show: { type: 'boolean', default: false },
    beside: { type: 'string' },
  },
});

const sets: Readonly<Record<string, () => AnswerSet | undefined>> = {
  'xquad-en': () => xquad('en', 'even', 'paragraphs'),
  'xquad-de': () => xquad('de', 'even', 'paragraphs'),
  'xquad-ar': () => xquad('ar', 'even', 'paragraphs'),
  'xquad-zh': () => xquad('zh', 'even', 'paragraphs'),
  'cut-xquad-en': () => xquadCut('en', 'even', drawFrom(31)),
  'cut-xquad-de': () => xquadCut('de', 'even', drawFrom(32)),
  'cut-xquad-ar': () => xquadCut('ar', 'even', drawFrom(33)),
  'cut-xquad-zh': () => xquadCut('zh', 'even', drawFrom(34)),
  contractnli: contracts,
  'contracts-even': () => plainContracts('even'),
  'contracts-odd': () => plainContracts('odd'),
  'scifact-train': () => scifactQuestions('train'),
  'scifact-validation': () => scifactQuestions('validation'),
  fairytaleqa: () => pairedPassages('fairytaleqa', 300),
  medquad: () => pairedPassages('medquad', 300),
  factbook: () => factbook('even', drawFrom(7)),
  examples,
  financebench: financeBench,
};

interface Outcome {
  readonly asked: Case;
  readonly answer: CitedAnswer;
  readonly first: boolean;
  readonly any: boolean;
  readonly ms: number;
}

const percent = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(0)} %`;

console.log('set            asked  answered  right first  right any  hard declined  easy declined   ECE  ms');
for (const [name, make] of Object.entries(sets)) {
  if (!name.startsWith(values.set)) continue;
  const set = make();
  if (set === undefined) console.log(`${name}: skipped, ../shared/data is not there`);
  else report(name, await run(set));
}

if (values.beside !== undefined) {
  console.log(`\nbeside, ${values.beside}:`);
  const { set, certainty, most } = values;
  const script = ['--import', 'jiti/register', 'bench/answers/quality.ts'];
  const options = ['--set', set, '--certainty', certainty, '--most', most];
  spawnSync(process.execPath, [...script, ...options], { cwd: values.beside, stdio: 'inherit' });
}

async function run(set: AnswerSet): Promise<Outcome[]> {
  const open = (documents: AnswerSet['documents']) =>
    openSet({ ...set, documents }, { certainty: Number(values.certainty) });
  const together = set.isApart ? undefined : await open(set.documents);
  const step = Math.max(1, set.cases.length / Number(values.most));
  const chosen = Array.from(
    { length: Math.floor(set.cases.length / step) },
    (_, at) => set.cases[Math.floor(at * step)]!,
  );
  const outcomes: Outcome[] = [];
  for (const asked of chosen) {
    const { kb, uriOf, filterOf } =
      together ?? (await open(set.documents.filter(({ uri }) => uri === asked.filter?.uri)));
    const start = performance.now();
    const answer = await kb.ask(asked.question, filterOf(asked));
    const ms = performance.now() - start;
    const right = answer.citations.map(({ documentId, quote, charStart, charEnd, pageNumbers }) =>
      Boolean(asked.isRight?.({ uri: uriOf(documentId), quote, charStart, charEnd, pages: pageNumbers })),
    );
    outcomes.push({ asked, answer, first: right[0] ?? false, any: right.includes(true), ms });
    if (values.show) show(asked, answer, right[0] ?? false);
    if (set.isApart) await kb.close();
  }
  await together?.kb.close();
  return outcomes;
}

function report(name: string, outcomes: readonly Outcome[]): void {
  const of = (condition: string) => outcomes.filter(({ asked }) => asked.condition === condition);
  const declined = (condition: string): string =>
    percent(of(condition).filter(({ answer }) => !answer.answered).length, of(condition).length);
  const answered = of('answerable').filter(({ answer }) => answer.answered);
  const { error, tenths } = calibration(outcomes);
  const columns = [
    String(of('answerable').length).padStart(5),
    percent(answered.length, of('answerable').length).padStart(9),
    percent(answered.filter(({ first }) => first).length, answered.length).padStart(12),
    percent(answered.filter(({ any }) => any).length, answered.length).padStart(10),
    declined('hard').padStart(14),
    declined('easy').padStart(14),
    error.toFixed(3).padStart(6),
    quantile(
      0.5,
      outcomes.map(({ ms }) => ms),
    )
      .toFixed(0)
      .padStart(3),
  ];
  console.log(`${name.padEnd(13)} ${columns.join(' ')}`);
  console.log(`  reliability: ${tenths.join('  ')}`);
}

/** Each tenth of certainty with the share of right first citations, where enough questions fall into it. */
function calibration(outcomes: readonly Outcome[]): { error: number; tenths: string[] } {
  let error = 0;
  const tenths: string[] = [];
  for (let tenth = 0; tenth < 10; tenth++) {
    const own = outcomes.filter(
      ({ answer: { certainty = 0 } }) => Math.min(Math.floor(certainty * 10), 9) === tenth,
    );
    if (own.length === 0) continue;
    const mean = own.reduce((sum, { answer: { certainty = 0 } }) => sum + certainty, 0) / own.length;
    const right = own.filter(({ first }) => first).length / own.length;
    error += (own.length / outcomes.length) * Math.abs(mean - right);
    if (own.length >= 5) tenths.push(`${mean.toFixed(2)}→${right.toFixed(2)} (${own.length})`);
  }
  return { error, tenths };
}

function show({ question, condition }: Case, answer: CitedAnswer, isRight: boolean): void {
  const state = answer.answered ? (isRight ? 'right' : 'WRONG') : 'declined';
  console.log(`${state} (${answer.certainty?.toFixed(2)}) ${condition}: ${question}`);
  for (const { title, pageNumbers, quote } of answer.citations.slice(0, answer.answered ? 4 : 1)) {
    console.log(`  → ${title} p. ${pageNumbers.join('–')}: ${quote.replaceAll(/\s+/g, ' ').slice(0, 200)}`);
  }
}
