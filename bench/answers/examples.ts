/**
 * Extractive answers over the example documents: which of the questions in `examples/questions.yaml` are answered, with
 * how many citations, whether one of them (and the first) is the expected quote, and which questions without an answer
 * are declined. A set to look at, not to report on: rules of src/answer were written with it in view.
 *
 *   npm run bench -- answers/examples [--show]
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { openKnowledgeBase, type CitedAnswer } from '../../src/index.ts';

interface Place {
  readonly name: string;
  readonly quote: string;
}

interface Question {
  readonly query: string;
  readonly answer: string;
  readonly answerable: boolean;
  readonly documents?: readonly Place[];
}

const { values } = parseArgs({ options: { show: { type: 'boolean', default: false } } });
const examples = new URL('../../examples/', import.meta.url);
const questions = parse(readFileSync(new URL('questions.yaml', examples), 'utf8')) as Question[];

await using kb = await openKnowledgeBase({ store: 'sqlite::memory:' });
await kb.addDocuments([{ source: new URL('documents', examples).pathname }]);
const answers = await Promise.all(questions.map(({ query }) => kb.ask(query)));
const rows = questions.map((question, index) => ({ question, answer: answers[index]! }));
if (values.show) for (const row of rows) show(row);
const answerable = rows.filter(({ question }) => question.answerable);
const others = rows.filter(({ question }) => !question.answerable);
const answered = answerable.filter(({ answer }) => answer.answered);
const expected = answered.map(({ question, answer }) => expectedAt(question, answer));
const citations = answered.reduce((sum, { answer }) => sum + answer.citations.length, 0);
console.log(
  `answered ${answered.length} of ${answerable.length}, declined ${others.filter(({ answer }) => !answer.answered).length} of ${others.length}`,
);
console.log(
  `an expected quote is cited: ${expected.filter((at) => at >= 0).length}, first: ${expected.filter((at) => at === 0).length}`,
);
console.log(`citations an answer: ${(citations / answered.length).toFixed(2)}`);

/** The index of the first citation that has a part of an expected quote; −1 for none. */
function expectedAt({ documents = [] }: Question, { citations: cited }: CitedAnswer): number {
  return cited.findIndex(({ sourcePath, quote }) =>
    documents.some((place) => sourcePath.endsWith(place.name) && sharesWords(quote, place.quote)),
  );
}

function sharesWords(quote: string, wanted: string): boolean {
  const [a, b] = [quote, wanted].map((text) => text.replaceAll(/[\s|]+/g, ' ').trim());
  return a!.includes(b!) || b!.includes(a!);
}

function show({ question, answer }: { question: Question; answer: CitedAnswer }): void {
  console.log(`\n${question.query}\n  = ${question.answerable ? question.answer : 'nothing'}`);
  console.log(answer.answered ? `  ${expectedAt(question, answer)}` : '  declined');
  for (const { quote } of answer.citations) console.log(`  - ${quote.replaceAll(/\s+/g, ' ').slice(0, 160)}`);
}
