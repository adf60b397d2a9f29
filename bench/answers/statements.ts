/**
 * Do extractive answers point at the financial statement that has to show what is asked for? Questions made of measures
 * and companies, such as "What is the FY2022 capex for Adobe? Give a response … by relying on the details shown in the statement of
 * cash flows.", over the annual reports of FinanceBench. Counted are those of which the statement's page is among the hits.
 * The captions of src/answer/statement-lines.ts and their weights were looked at with these questions.
 *
 *   npm run bench -- answers/statements --store sqlite:<folder of the filings> [--collection finance] [--show]
 */
import { parseArgs } from 'node:util';
import { openKnowledgeBase } from '../../src/index.ts';

type Statement = 'cash' | 'income' | 'balance';

interface Report {
  readonly file: string;
  readonly company: string;
  readonly year: number;
  /** Counted from 1. */
  readonly pages: Readonly<Record<Statement, number>>;
}

const reports: readonly Report[] = [
  { file: 'ADOBE_2022_10K', company: 'Adobe', year: 2022, pages: { balance: 53, income: 54, cash: 57 } },
  { file: 'AMAZON_2017_10K', company: 'Amazon', year: 2017, pages: { balance: 40, income: 38, cash: 37 } },
  { file: 'AMCOR_2023_10K', company: 'Amcor', year: 2023, pages: { balance: 52, income: 50, cash: 53 } },
  { file: 'BESTBUY_2023_10K', company: 'Best Buy', year: 2023, pages: { balance: 39, income: 40, cash: 42 } },
  { file: 'BOEING_2022_10K', company: 'Boeing', year: 2022, pages: { balance: 57, income: 55, cash: 59 } },
  { file: 'PFIZER_2021_10K', company: 'Pfizer', year: 2021, pages: { balance: 59, income: 57, cash: 61 } },
];

const measures: Readonly<Record<Statement, readonly string[]>> = {
  cash: [
    'capital expenditure amount',
    'capex',
    'cash flow from operating activities',
    'depreciation and amortization',
    'amount of cash spent on share repurchases',
    'net cash used in investing activities',
    'net cash from financing activities',
  ],
  income: [
    'total revenue',
    'cost of goods sold (COGS)',
    'operating income',
    'net income',
    'diluted EPS',
    'SG&A expense',
    'income tax expense',
    'pre-tax income',
  ],
  balance: [
    'net PPNE',
    'total current assets',
    'net inventory',
    'accounts payable',
    'net accounts receivable',
    'total assets',
    'long-term debt',
    'total current liabilities',
    "shareholders' equity",
    'retained earnings',
  ],
};
const names: Readonly<Record<Statement, readonly string[]>> = {
  cash: ['cash flow statement', 'statement of cash flows'],
  income: ['income statement', 'P&L statement', 'statement of income'],
  balance: ['balance sheet', 'statement of financial position'],
};
const forms: readonly ((about: {
  measure: string;
  company: string;
  year: number;
  name: string;
}) => string)[] = [
  ({ measure, company, year, name }) =>
    `What is the FY${year} ${measure} (in USD millions) for ${company}? Give a response to the question by relying on the details shown in the ${name}.`,
  ({ measure, company, year, name }) =>
    `Answer the following question as if you are an equity research analyst. According to the details clearly outlined within the ${name}, what is the FY${year} ${measure} for ${company}?`,
];

const { values } = parseArgs({
  options: {
    store: { type: 'string', default: '' },
    collection: { type: 'string', default: 'default' },
    show: { type: 'boolean', default: false },
  },
});
await using kb = await openKnowledgeBase({ store: values.store }, { create: false });
const counts = { asked: 0, retrieved: 0, answered: 0, first: 0 };
for (const { question, report, page } of questions()) {
  const { answered, citations, retrieval } = await kb.ask(question, { collection: values.collection });
  const source = retrieval.sources.find(({ document }) => document.sourcePath.endsWith(`${report.file}.pdf`));
  const isOnPage = ({ documentId, pageNumbers }: { documentId: string; pageNumbers: readonly number[] }) =>
    documentId === source?.document.documentId && pageNumbers.includes(page);
  const [first] = citations;
  const isFirst = first !== undefined && isOnPage(first);
  counts.asked++;
  if (!retrieval.hits.some(({ chunk }) => isOnPage(chunk))) continue;
  counts.retrieved++;
  if (answered) counts.answered++;
  if (isFirst) counts.first++;
  else if (values.show)
    console.log(`- ${question}\n  ${first?.title} p. ${first?.pageNumbers} ${first?.quote}`);
}
console.log(`${counts.asked} questions; the statement's page is among the hits of ${counts.retrieved}`);
console.log(`  answered: ${counts.answered}`);
console.log(`  the first citation is on it: ${counts.first}`);

/** One for each measure and report; forms, names and years take turns. */
function questions(): { question: string; report: Report; page: number }[] {
  const pairs = reports.flatMap((report) =>
    (Object.keys(measures) as Statement[]).flatMap((statement) =>
      measures[statement].map((measure) => ({ report, statement, measure })),
    ),
  );
  return pairs.map(({ report, statement, measure }, turn) => {
    const name = names[statement][turn % names[statement].length]!;
    const about = { measure, company: report.company, year: report.year - (turn % 2), name };
    const question = forms[turn % forms.length]!(about);
    return { question, report, page: report.pages[statement] };
  });
}
