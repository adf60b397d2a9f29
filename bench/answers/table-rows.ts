/**
 * Do extractive answers point at the right row of the right table? Questions made of rows of the filings' tables that
 * have a year over a value: "What was Adobe's interest income in 2020?", asked over all filings. Counted are those of which such a
 * row is among the passages: whether the first citation is a row of that name, below a header with that year, in a
 * filing of that company. The documents' rows are drawn by a seed: src/answer was looked at with 7.
 *
 *   npm run bench -- answers/table-rows --store sqlite:<folder of the filings> [--collection finance] [--seed 11] [--show]
 */
import { parseArgs } from 'node:util';
import { cellsOf, isTableRow, isTableRule, labelOf } from '../../src/answer/table-row.ts';
import { openKnowledgeBase, type Citation, type Document, type KnowledgeBase } from '../../src/index.ts';

interface Asked {
  readonly question: string;
  /** How the file names of the company's filings begin. */
  readonly company: string;
  readonly label: string;
  readonly year: string;
}

/** By how the names of their files begin. */
const companies: Readonly<Record<string, string>> = {
  ADOBE: 'Adobe',
  AMAZON: 'Amazon',
  AMCOR: 'Amcor',
  BESTBUY: 'Best Buy',
  BOEING: 'Boeing',
  JOHNSON: 'Johnson & Johnson',
  MGMRESORTS: 'MGM Resorts',
  PFIZER: 'Pfizer',
  ULTABEAUTY: 'Ulta Beauty',
};
const questionsPerDocument = 6;

const { values } = parseArgs({
  options: {
    store: { type: 'string', default: '' },
    collection: { type: 'string', default: 'default' },
    seed: { type: 'string', default: '11' },
    show: { type: 'boolean', default: false },
  },
});
const { collection } = values;
const kb = await openKnowledgeBase({ store: values.store }, { create: false });
const draw = randomBelow(Number(values.seed));
const counts = { asked: 0, inPassages: 0, first: 0 };
for (const document of await kb.documents(undefined, { collection })) {
  for (const asked of await questionsOf(kb, document)) await measure(asked);
}
await kb.close();
console.log(`${counts.asked} questions; such a row is in the passages of ${counts.inPassages}`);
console.log(`  the first citation is one: ${counts.first}`);

/** Questions of some of its rows, drawn by the seed. */
async function questionsOf(base: KnowledgeBase, { documentId, sourcePath }: Document): Promise<Asked[]> {
  const prefix = companyOf(sourcePath);
  if (prefix === undefined) return [];
  const rows = (await base.chunks(documentId, { collection })).flatMap(({ content }) =>
    rowsWithYear(content),
  );
  const chosen: Asked[] = [];
  while (chosen.length < questionsPerDocument && rows.length > 0) {
    const { label, year } = rows.splice(draw(rows.length), 1)[0]!;
    const thing = label[0]!.toLowerCase() + label.slice(1);
    chosen.push({
      question: `What was ${companies[prefix]}'s ${thing} in ${year}?`,
      company: prefix,
      label,
      year,
    });
  }
  return chosen;
}

function companyOf(sourcePath: string): string | undefined {
  const name = sourcePath.slice(sourcePath.lastIndexOf('/') + 1).toUpperCase();
  return Object.keys(companies).find((prefix) => name.startsWith(prefix));
}

/** Rows of plain names such as `Net sales`, each with a year that stands over one of its values. */
function rowsWithYear(content: string): { label: string; year: string }[] {
  const lines = content.split('\n');
  let heads: string[] = [];
  return lines.flatMap((line, index) => {
    if (isTableRule(line)) heads = cellsOf(lines[index - 1] ?? '');
    if (!isTableRow(line)) heads = [];
    const label = labelOf(line);
    if (!isTableRow(line) || isTableRule(line) || !/^[A-Z][a-z]+(?: [a-z]+){1,5}$/.test(label)) return [];
    const cells = cellsOf(line);
    const years = heads.flatMap((head, column) =>
      /\d/.test(cells[column] ?? '') ? (/\b20[12]\d\b/.exec(head) ?? []) : [],
    );
    return years.length === 0 ? [] : [{ label, year: years[draw(years.length)]! }];
  });
}

async function measure({ question, company, label, year }: Asked): Promise<void> {
  const { answered, citations, retrieval } = await kb.ask(question, { collection });
  const paths = new Map(retrieval.sources.map(({ document }) => [document.documentId, document.sourcePath]));
  const isOfCompany = (documentId: string) => companyOf(paths.get(documentId) ?? '') === company;
  const isThere = retrieval.passages.some(
    ({ documentId, text }) =>
      isOfCompany(documentId) && text.split('\n').some((line) => isTableRow(line) && labelOf(line) === label),
  );
  const isRow = ({ documentId, quote, quoteContext = '' }: Citation) =>
    isOfCompany(documentId) && isTableRow(quote) && labelOf(quote) === label && quoteContext.includes(year);
  const [first] = citations;
  const isFirst = answered && first !== undefined && isRow(first);
  counts.asked++;
  if (!isThere) return;
  counts.inPassages++;
  if (isFirst) counts.first++;
  else if (values.show) console.log(`- ${question}\n  ${first?.quoteContext ?? ''} → ${first?.quote ?? ''}`);
}

/** Numbers from 0 up to a bound, the same for the same seed. */
function randomBelow(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * bound);
  };
}
