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

const tests = (...files: string[]) => JSON.stringify({ tests: files.map(legalTest) });
const published = (id: string, name: string) =>
  JSON.stringify({
    financebench_id: id,
    company: 'Acme',
    doc_name: name,
    question: 'How much?',
    answer: '5',
    justification: '',
    evidence: [
      { evidence_text: 'five', doc_name: name, evidence_page_num: 59, evidence_text_full_page: 'five' },
    ],
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
    await write({ 'questions_df.csv': `${header}"Which?,x,notes\n` });
    await expect(loadDataset(folder)).rejects.toThrow(/questions_df\.csv:2: Quote Not Closed/);
    await write({ 'questions_df.csv': `${header}Which?,${references},other\n` });
    await expect(loadDataset(folder)).rejects.toThrow(/1 document is not there, such as corpora\/other\.md/);
    await write({ 'questions_df.csv': 'question,corpus_id\nWhich?,notes\n' });
    await expect(loadDataset(folder)).rejects.toThrow(/questions_df\.csv:1: there is no column "references"/);
  });
});

it('the chunking evaluation leaves out questions of corpora that are missing', async () => {
  const references = '"[{""content"": ""two"", ""start_index"": 4, ""end_index"": 7}]"';
  await write({
    'questions_df.csv': `question,references,corpus_id\nWhich?,${references},notes\nWhat?,${references},other\n`,
    'corpora/notes.md': 'one two',
  });
  const { queries, documents, warnings } = await loadDataset(folder);
  expect(queries.map(({ query }) => query)).toEqual(['Which?']);
  expect(documents).toHaveLength(1);
  expect(warnings).toEqual(['1 of 2 questions left out: 1 document is not there, such as corpora/other.md']);
});

describe('LegalBench-RAG', () => {
  it('is read as it is published: benchmarks beside the folders of the corpus, without what is missing', async () => {
    await write({
      'benchmarks/cuad.json': tests('cuad/Lease, Acme.txt', 'cuad/gone.txt'),
      'benchmarks/nda.json': tests('nda/a.txt', 'nda/a.txt'),
      'corpus/cuad/Lease, Acme.txt': 'one two',
      'corpus/cuad/other.txt': 'three',
      'corpus/nda/a.txt': 'one',
      'corpus/maud/unasked.txt': 'four',
    });
    const { queries, documents, warnings } = await loadDataset(folder);
    expect(queries.map(({ queryId }) => queryId)).toEqual(['cuad-1', 'nda-1', 'nda-2']);
    expect(queries[0]!.relevantSpans).toMatchObject([{ documentId: 'cuad/Lease, Acme.txt', text: 'one' }]);
    expect(documents!.map(({ documentId }) => documentId)).toEqual([
      'cuad/Lease, Acme.txt',
      'cuad/other.txt',
      'nda/a.txt',
    ]);
    expect(warnings).toEqual([
      'cuad.json: 1 of 2 questions left out: 1 document is not there, such as cuad/gone.txt',
    ]);
  });

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
    await expect(loadDataset(folder)).rejects.toThrow(/no question has its documents: .*nda\/b\.txt/);
    await write({ 'nda.json': '{"tests": [{"query": "What?"}]}' });
    await expect(loadDataset(folder)).rejects.toThrow(/nda\.json:1: tests\.0\.snippets/);
  });
});

describe('FinanceBench', () => {
  it('is read as it is published, without questions whose filing is missing', async () => {
    const older = JSON.stringify({
      ...(JSON.parse(published('c', 'ACME_2022_10K')) as object),
      evidence: [{ evidence_text: 'five', evidence_page_num: 3 }],
    });
    await write({
      'data/financebench_document_information.jsonl': '{"doc_name": "ACME_2022_10K"}\n',
      'data/financebench_open_source.jsonl': `${published('a', 'ACME_2022_10K')}\n${published('b', 'GONE')}\n${older}\n`,
      'pdfs/ACME_2022_10K.pdf': '%PDF',
    });
    const { queries, warnings } = await loadDataset(folder);
    expect(queries.map(({ queryId, relevantPages }) => [queryId, relevantPages])).toEqual([
      ['a', [{ documentId: 'ACME_2022_10K', page: 60 }]],
      ['c', [{ documentId: 'ACME_2022_10K', page: 4 }]],
    ]);
    expect(warnings).toEqual(['1 of 3 questions left out: 1 document is not there, such as pdfs/GONE.pdf']);
  });

  it('gives pages that count from 1', async () => {
    await write({ 'questions.jsonl': `${question('a', 'report')}\n`, 'pdfs/report.pdf': '%PDF' });
    const { queries, documents } = await loadDataset(folder);
    expect(queries[0]).toMatchObject({ queryId: 'a', relevantPages: [{ documentId: 'report', page: 1 }] });
    expect(documents).toMatchObject([{ documentId: 'report', sourceType: 'file' }]);
  });

  it('is refused for a document that is not there and a question that comes twice', async () => {
    await write({ 'questions.jsonl': `${question('a', 'other')}\n`, 'pdfs/report.pdf': '%PDF' });
    await expect(loadDataset(folder)).rejects.toThrow(/no question has its documents: .*pdfs\/other\.pdf/);
    await write({ 'questions.jsonl': `${question('a', 'report')}\n${question('a', 'report')}\n` });
    await expect(loadDataset(folder)).rejects.toThrow(
      /questions\.jsonl:2: question "a" stands on line 1 already/,
    );
  });
});
