import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadDataset } from './load-dataset.ts';

let folder: string;
async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}

const legalTest = (file: string) => ({
  query: 'What?',
  snippets: [{ file_path: file, span: [0, 3], answer: 'one' }],
});
const question = (id: string, document: string) =>
  JSON.stringify({
    financebench_id: id,
    question: 'How much?',
    answer: '5',
    evidence: [{ doc_name: document, evidence_page_num: 0 }],
  });

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pincite-sets-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('the chunking evaluation', () => {
  const header = 'question,references,corpus_id\n';
  const references = '"[{""content"": ""two"", ""start_index"": 4, ""end_index"": 7}]"';

  it('gives questions with excerpts and the corpora they are about', async () => {
    await write({
      'questions_df.csv': `${header}Which?,${references},notes\n`,
      'corpora/notes.md': 'one two',
    });
    const { queries, documents } = await loadDataset(folder);
    expect(queries).toMatchObject([
      {
        query: 'Which?',
        relevantSpans: [{ documentId: 'notes', charStart: 4, charEnd: 7, text: 'two' }],
      },
    ]);
    expect(documents).toEqual([{ documentId: 'notes', source: 'one two', sourceType: 'text' }]);
  });

  it('is refused for broken references, missing corpora and missing columns', async () => {
    await write({ 'questions_df.csv': `${header}Which?,"[{",notes\n`, 'corpora/notes.md': 'one two' });
    await expect(loadDataset(folder)).rejects.toThrow(/questions_df\.csv:2: .*not JSON/);
    await write({ 'questions_df.csv': `${header}Which?,${references},other\n` });
    await expect(loadDataset(folder)).rejects.toThrow(/Cannot read .*other\.md/);
    await write({ 'questions_df.csv': 'question,corpus_id\nWhich?,notes\n' });
    await expect(loadDataset(folder)).rejects.toThrow(/questions_df\.csv:1: there is no column "references"/);
  });
});

describe('LegalBench-RAG', () => {
  it('gives queries with spans of the texts', async () => {
    await write({
      'nda.json': JSON.stringify({ tests: [legalTest('nda/a.txt')] }),
      'corpus/a.txt': 'one two',
    });
    const dataset = await loadDataset(folder);
    expect(dataset.name).toBe('nda');
    expect(dataset.queries[0]).toMatchObject({
      query: 'What?',
      relevantDocuments: new Map([['a.txt', 1]]),
      relevantSpans: [{ documentId: 'a.txt', charStart: 0, charEnd: 3, text: 'one' }],
    });
  });

  it('is refused for a text that is not there and for a field that is missing', async () => {
    await write({
      'nda.json': JSON.stringify({ tests: [legalTest('nda/b.txt')] }),
      'corpus/a.txt': 'one two',
    });
    await expect(loadDataset(folder)).rejects.toThrow(/test 1 names nda\/b\.txt/);
    await write({ 'nda.json': '{"tests": [{"query": "What?"}]}' });
    await expect(loadDataset(folder)).rejects.toThrow(/nda\.json:1: tests\.0\.snippets/);
  });
});

describe('FinanceBench', () => {
  it('gives pages that count from 1', async () => {
    await write({ 'questions.jsonl': `${question('a', 'report')}\n`, 'pdfs/report.pdf': '%PDF' });
    const { queries, documents } = await loadDataset(folder);
    expect(queries[0]).toMatchObject({ queryId: 'a', relevantPages: [{ documentId: 'report', page: 1 }] });
    expect(documents).toMatchObject([{ documentId: 'report', sourceType: 'file' }]);
  });

  it('is refused for a document that is not there and a question that comes twice', async () => {
    await write({ 'questions.jsonl': `${question('a', 'other')}\n`, 'pdfs/report.pdf': '%PDF' });
    await expect(loadDataset(folder)).rejects.toThrow(/questions\.jsonl:1: there is no pdfs\/other\.pdf/);
    await write({ 'questions.jsonl': `${question('a', 'report')}\n${question('a', 'report')}\n` });
    await expect(loadDataset(folder)).rejects.toThrow(
      /questions\.jsonl:2: question "a" stands on line 1 already/,
    );
  });
});
