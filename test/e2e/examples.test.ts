import { readFile, readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { resolve } from 'node:path';
import { parse } from 'yaml';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeExamples } from '../../scripts/build-examples.ts';
import { numberAt, parseFacts, type Facts } from '../../scripts/examples/facts.ts';

const examples = fileURLToPath(new URL('../../examples/', import.meta.url));
const documents = resolve(examples, 'documents');

interface Outline {
  readonly title: string;
  readonly dest: string | unknown[] | null;
  readonly items: readonly Outline[];
}

interface Pdf {
  readonly pages: readonly string[];
  readonly labels: readonly string[];
  readonly outline: readonly Outline[];
  /** 0-based page of each top bookmark. */
  readonly chapterPages: readonly number[];
}

/** A page object as pdf.js names it. */
interface PageReference {
  readonly num: number;
  readonly gen: number;
}

interface Passage {
  readonly name: string;
  readonly page?: number;
  readonly section?: string;
  readonly quote: string;
}

interface Question {
  readonly id: string;
  readonly query: string;
  readonly answer: string;
  readonly answerable: boolean;
  readonly documents?: readonly Passage[];
  readonly near?: readonly Passage[];
}

async function readPdf(name: string): Promise<Pdf> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const data = new Uint8Array(await readFile(resolve(documents, name)));
  const task = getDocument({ data, verbosity: 0 });
  const pdf = await task.promise;
  const pages: string[] = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const content = await (await pdf.getPage(number)).getTextContent();
    pages.push(
      content.items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''),
    );
  }
  const labels = (await pdf.getPageLabels()) ?? [];
  const outline = (await pdf.getOutline()) ?? [];
  const chapterPages: number[] = [];
  for (const { dest } of outline) chapterPages.push(await pdf.getPageIndex(dest?.[0] as PageReference));
  await task.destroy();
  return { pages, labels, outline, chapterPages };
}

/** Letters and figures only: neither line ends nor divided words nor mark-up stand in the way of a quote. */
const bare = (text: string): string => text.replace(/<[^>]+>/g, '').replace(/[\s-]+/g, '');

const made = await makeExamples();
const names = [...made.keys()];
const pdfs = new Map<string, Pdf>();

beforeAll(async () => {
  for (const name of names.filter((each) => each.endsWith('.pdf'))) pdfs.set(name, await readPdf(name));
});

const pdf = (name: string): Pdf => pdfs.get(name) as Pdf;

async function textOf(name: string): Promise<string> {
  return pdfs.get(name)?.pages.join('') ?? readFile(resolve(documents, name), 'utf8');
}

async function pageOf(passage: Passage): Promise<string> {
  return passage.page ? (pdf(passage.name).pages[passage.page - 1] ?? '') : textOf(passage.name);
}

describe('the example documents', () => {
  it.each(names)('%s is made byte for byte from its source', async (name) => {
    expect((await readFile(resolve(documents, name))).equals(made.get(name) as Buffer)).toBe(true);
  });

  it('are all made by the script and stay below 1.5 MB', async () => {
    expect((await readdir(documents)).sort()).toEqual(names.sort());
    expect([...made.values()].reduce((sum, bytes) => sum + bytes.length, 0)).toBeLessThan(1_500_000);
  });

  it('leave no fact unfilled', () => {
    for (const bytes of made.values()) expect(bytes.toString('latin1')).not.toContain('{{');
  });
});

describe('the annual report', () => {
  const name = 'annual-report-2025.pdf';

  it('labels its front matter in roman and its body in Arabic numerals', () => {
    expect(pdf(name).labels).toHaveLength(23);
    expect(pdf(name).labels.slice(0, 6)).toEqual(['i', 'ii', 'iii', 'iv', '1', '2']);
    expect(pdf(name).labels.at(-1)).toBe('19');
  });

  it('nests its bookmarks in chapters, sections and subsections', () => {
    const chapter = pdf(name).outline.find((item) => item.title === 'Segment review');
    const section = chapter?.items.find((item) => item.title === 'Revenue by region');
    expect(section?.items.map((item) => item.title)).toContain('Nordic countries');
  });

  it('repeats its running header on every page but the cover', () => {
    const [cover, ...rest] = pdf(name).pages;
    expect(cover).not.toContain('Sundmere Instruments plc | Annual report 2025');
    for (const page of rest) expect(page).toContain('Sundmere Instruments plc | Annual report 2025');
  });

  it('names in its contents the page that each chapter begins on', () => {
    const { pages, labels, outline, chapterPages } = pdf(name);
    const contents = bare(pages.slice(2, 4).join(''));
    expect(outline.length).toBeGreaterThan(12);
    outline.forEach(({ title }, index) => {
      const label = labels[chapterPages[index] as number];
      if (title !== 'Contents') expect(contents).toContain(bare(`${title}${label}`));
    });
  });

  it('divides words at the line ends of its columns', () => {
    expect(pdf(name).pages[5]?.match(/[a-z]-\n[a-z]/g)?.length).toBeGreaterThan(4);
  });
});

describe('the other PDFs', () => {
  it('have the promised pages', () => {
    expect(pdf('supply-agreement-2024.pdf').pages).toHaveLength(9);
    expect(pdf('supply-agreement-amendment-1.pdf').pages).toHaveLength(2);
    expect(pdf('sensor-drift-white-paper.pdf').pages).toHaveLength(3);
  });

  it('number the clauses of the agreement without a gap', () => {
    const titles = pdf('supply-agreement-2024.pdf').outline.flatMap((item) => [item, ...item.items]);
    const numbers = titles.map(({ title }) => /^(\d+)\. /.exec(title)?.[1]).filter(Boolean);
    expect(numbers).toEqual(Array.from({ length: 24 }, (_, index) => String(index + 1)));
  });
});

describe('the facts', () => {
  let facts: Facts;
  const sum = (...paths: string[]): number => paths.reduce((total, path) => total + numberAt(facts, path), 0);

  beforeAll(async () => {
    facts = parseFacts(await readFile(resolve(examples, 'sources', 'facts.yaml'), 'utf8'));
  });

  it.each(['y2024', 'y2025'])(
    'add up in %s: segments, regions, income statement and balance sheet',
    (year) => {
      const at = (group: string, ...parts: string[]): number =>
        sum(...parts.map((part) => `${group}.${part}.${year}`));
      const replaced = year === 'y2025' ? at('income', 'membrane') : 0;
      expect(at('segments', 'probes', 'loggers', 'software', 'services')).toBe(at('income', 'revenue'));
      expect(at('regions', 'islands', 'nordic', 'continent', 'america')).toBe(at('income', 'revenue'));
      expect(at('income', 'revenue') - at('income', 'costOfSales')).toBe(at('income', 'grossProfit'));
      const expenses = at('income', 'research', 'selling', 'administration') + replaced;
      expect(at('income', 'grossProfit') - expenses).toBe(at('income', 'operatingProfit'));
      const finance = at('income', 'financeIncome') - at('income', 'financeCosts');
      expect(at('income', 'operatingProfit') + finance).toBe(at('income', 'beforeTax'));
      expect(at('income', 'beforeTax') - at('income', 'tax')).toBe(at('income', 'profit'));
      expect(at('assets', 'plant', 'development', 'leased', 'inventories', 'receivables', 'cash')).toBe(
        at('assets', 'total'),
      );
      const debts = at('liabilities', 'borrowings', 'leases', 'payables', 'deferred', 'warranty', 'tax');
      expect(debts).toBe(at('liabilities', 'total'));
      expect(at('assets', 'total') - debts).toBe(sum(`equity.${year}`));
      expect(at('liabilities', 'borrowings') - at('assets', 'cash')).toBe(sum(`netDebt.${year}`));
    },
  );

  it('carry cash, equity and employees from one statement to the next', () => {
    const spent = sum('cashFlow.investment', 'cashFlow.dividends', 'cashFlow.repayment', 'cashFlow.leases');
    expect(sum('assets.cash.y2024', 'cashFlow.operating') - spent).toBe(sum('assets.cash.y2025'));
    expect(sum('equity.y2024', 'income.profit.y2025') - sum('cashFlow.dividends')).toBe(sum('equity.y2025'));
    expect(sum('people.averil', 'people.skarnvik', 'people.ohio', 'people.field')).toBe(sum('people.total'));
  });
});

describe('the questions', async () => {
  const questions = parse(await readFile(resolve(examples, 'questions.yaml'), 'utf8')) as Question[];

  it('are at least twenty that the documents answer and five that they do not', () => {
    expect(questions.filter((question) => question.answerable).length).toBeGreaterThanOrEqual(20);
    expect(questions.filter((question) => !question.answerable).length).toBeGreaterThanOrEqual(5);
    expect(new Set(questions.map((question) => question.id)).size).toBe(questions.length);
  });

  it.each(questions.map((question) => [question.id, question] as const))(
    '%s points at words that stand there',
    async (_, question) => {
      const passages = (question.answerable ? question.documents : question.near) ?? [];
      expect(passages.length).toBeGreaterThan(0);
      for (const passage of passages) {
        const page = bare(await pageOf(passage));
        expect(page).toContain(bare(passage.quote));
        expect(bare(await textOf(passage.name))).toContain(bare(passage.section ?? ''));
      }
    },
  );
});
