/**
 * Answers without a model to questions on tables of annual reports: of those that a row or a sentence answers, how many are answered, and
 * rightly; of those that would have to be calculated, how many are answered all the same.
 *
 *   npm run bench -- answers/figures --file tatqa_dataset_test_gold.json
 *
 * The file is one of `dataset_raw` of TAT-QA (github.com/NExTplusplus/TAT-QA, CC BY 4.0), which is not in `../shared/data`. Each page, a table
 * with its text, becomes a document, and its questions are asked of it alone. *Right* is what has all expected words in the answer or its first quote. A *cell* that
 * the first citation names is right where it is the one expected value, but for what is no letter and no digit.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openKnowledgeBase } from '../../src/index.ts';

interface Page {
  readonly table: { readonly table: readonly (readonly string[])[] };
  readonly paragraphs: readonly { readonly order: number; readonly text: string }[];
  readonly questions: readonly {
    readonly question: string;
    readonly answer: unknown;
    readonly answer_type: 'span' | 'multi-span' | 'arithmetic' | 'count';
  }[];
}

const { values } = parseArgs({ options: { file: { type: 'string' } } });
if (values.file === undefined) throw new Error('--file names no file of TAT-QA');
const pages = JSON.parse(readFileSync(values.file, 'utf8')) as Page[];

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A short line without a stop is a heading; the table stands behind the first paragraph. */
function htmlOf({ table: { table }, paragraphs }: Page): string {
  const [first = '', ...others] = paragraphs
    .toSorted((a, b) => a.order - b.order)
    .map(({ text }) => {
      const tag = text.length < 70 && !/[.:;,]\s*$/.test(text) ? 'h2' : 'p';
      return `<${tag}>${escaped(text)}</${tag}>`;
    });
  const rows = table.map((row) => `<tr>${row.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`);
  return `<!doctype html><body>\n${[first, `<table>${rows.join('\n')}</table>`, ...others].join('\n')}\n</body>`;
}

const wordsOf = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()} `;

await using kb = await openKnowledgeBase({ store: 'sqlite::memory:', embedding: { adapt: 'off' } });
const inputs = pages.map((page, number) => ({
  source: new TextEncoder().encode(htmlOf(page)),
  sourceType: 'binary' as const,
  uri: `page-${number}.html`,
  documentId: `page-${number}`,
}));
await kb.addDocuments(inputs, { returnChunks: false });
const cells = { named: 0, right: 0 };
const counts = new Map<string, { asked: number; answered: number; right: number }>();
for (const [number, { questions }] of pages.entries()) {
  for (const { question, answer: expected, answer_type: type } of questions) {
    const { answered, answer, citations } = await kb.ask(question, {
      filter: { documentId: `page-${number}` },
    });
    const said = wordsOf(`${answer} ${citations[0]?.quote ?? ''}`);
    const isRight = [expected].flat().every((value) => said.includes(wordsOf(String(value))));
    const kind = type === 'arithmetic' ? 'calculated' : type === 'count' ? 'counted' : 'said';
    const count = counts.get(kind) ?? { asked: 0, answered: 0, right: 0 };
    count.asked += 1;
    if (answered) count.answered += 1;
    if (answered && isRight) count.right += 1;
    counts.set(kind, count);
    const cell = citations[0]?.cell;
    if (kind !== 'said' || cell === undefined) continue;
    cells.named += 1;
    const [value, ...others] = [expected].flat();
    if (others.length === 0 && wordsOf(String(value)) === wordsOf(cell.quote)) cells.right += 1;
  }
}
for (const [kind, { asked, answered, right }] of counts) {
  console.log(`${kind}: ${asked} asked, ${answered} answered, ${right} right`);
}
console.log(`cells: ${cells.named} named, ${cells.right} right`);
