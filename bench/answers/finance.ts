/**
 * Where do extractive answers over annual reports point? The 39 questions of FinanceBench over its 12 filings, asked
 * over all of them: how many are answered, and whether the first citation stands on an evidence page, among the
 * questions of which such a page was retrieved. An answer that abstains cites the nearest evidence; both are told apart.
 * All questions were looked at; weights were set on made ones (table-rows.ts, statements.ts), but that of a row in its
 * statement partly on these.
 *
 *   npm run bench -- answers/finance --store sqlite:<folder of the filings> [--collection finance] [--show]
 */
import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openKnowledgeBase, type CitedAnswer, type KnowledgeBase } from '../../src/index.ts';

interface Question {
  readonly doc_name: string;
  readonly question: string;
  readonly answer: string;
  /** `evidence_page_num` counts from 0. */
  readonly evidence: readonly { readonly evidence_page_num: number }[];
}

interface Outcome {
  readonly question: Question;
  readonly answer: CitedAnswer;
  readonly retrieved: boolean;
  readonly firstOnPage: boolean;
  readonly anyOnPage: boolean;
}

const { values } = parseArgs({
  options: {
    store: { type: 'string', default: '' },
    collection: { type: 'string', default: 'default' },
    show: { type: 'boolean', default: false },
  },
});
const file = new URL('../../../shared/data/finance/questions.jsonl', import.meta.url);
if (!existsSync(file)) console.log('skipped: ../shared/data/finance is not there');
else await report(file);

async function report(questionsFile: URL): Promise<void> {
  const lines = readFileSync(questionsFile, 'utf8').trim().split('\n');
  const questions = lines.map((line) => JSON.parse(line) as Question);
  const kb = await openKnowledgeBase({ store: values.store }, { create: false });
  const outcomes: Outcome[] = [];
  for (const question of questions) outcomes.push(await ask(kb, question));
  await kb.close();
  if (values.show) for (const outcome of outcomes) show(outcome);
  summarise(outcomes);
}

async function ask(kb: KnowledgeBase, question: Question): Promise<Outcome> {
  const answer = await kb.ask(question.question, { collection: values.collection });
  const wanted = new Set(question.evidence.map(({ evidence_page_num }) => evidence_page_num + 1));
  const source = answer.retrieval.sources.find(({ document }) =>
    document.sourcePath.endsWith(`${question.doc_name}.pdf`),
  );
  const isEvidence = (documentId: string, pages: readonly number[]) =>
    documentId === source?.document.documentId && pages.some((page) => wanted.has(page));
  const onPage = answer.citations.map(({ documentId, pageNumbers }) => isEvidence(documentId, pageNumbers));
  const { hits } = answer.retrieval;
  return {
    question,
    answer,
    retrieved: hits.some(({ chunk }) => isEvidence(chunk.documentId, chunk.pageNumbers)),
    firstOnPage: onPage[0] ?? false,
    anyOnPage: onPage.includes(true),
  };
}

function summarise(outcomes: readonly Outcome[]): void {
  const retrieved = outcomes.filter((outcome) => outcome.retrieved);
  const answered = retrieved.filter(({ answer }) => answer.answered);
  const share = (part: readonly Outcome[], test: (outcome: Outcome) => boolean) =>
    `${part.filter(test).length} of ${part.length}`;
  const citations = answered.reduce((sum, { answer }) => sum + answer.citations.length, 0);
  console.log(`${outcomes.length} questions, evidence page retrieved for ${retrieved.length}`);
  console.log(
    `  answered                               ${share(retrieved, ({ answer }) => answer.answered)}`,
  );
  console.log(
    `  first citation on an evidence page     ${share(retrieved, ({ firstOnPage }) => firstOnPage)}`,
  );
  console.log(
    `    among those answered                 ${share(answered, ({ firstOnPage }) => firstOnPage)}`,
  );
  console.log(`  any citation on an evidence page       ${share(retrieved, ({ anyOnPage }) => anyOnPage)}`);
  console.log(
    `  citations an answer                    ${(citations / Math.max(1, answered.length)).toFixed(2)}`,
  );
}

function show({ question, answer, retrieved, firstOnPage }: Outcome): void {
  const pages = question.evidence.map(({ evidence_page_num }) => evidence_page_num + 1);
  const state = `${answer.answered ? 'answered' : 'abstained'}, ${retrieved ? 'retrieved' : 'not retrieved'}`;
  console.log(
    `\n${firstOnPage ? '+' : '-'} ${question.question}\n  ${question.doc_name} p. ${pages.join(', ')}; ${state}`,
  );
  console.log(`  expected: ${question.answer}`);
  for (const { title, pageNumbers, quote } of answer.citations) {
    console.log(`  → ${title} p. ${pageNumbers.join('–')}: ${quote.replaceAll(/\s+/g, ' ').slice(0, 160)}`);
  }
}
