import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError } from '../../errors.ts';
import { loadDataset } from './load-dataset.ts';

let folder: string;
const write = (files: Readonly<Record<string, string>>) =>
  Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)));

const corpus = '{"_id": "a", "title": "T", "text": "Alpha."}\n{"_id": 7, "text": "Beta."}\n';
const queries = '{"_id": "1", "text": "alpha?"}\n{"_id": "2", "text": "unjudged?"}\n';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pincite-beir-'));
  await mkdir(join(folder, 'qrels'));
  await write({
    'corpus.jsonl': corpus,
    'queries.jsonl': queries,
    'qrels/test.tsv': 'query-id\tcorpus-id\tscore\n1\ta\t2\n1\t7\t0\n',
  });
});
afterEach(() => rm(folder, { recursive: true }));

describe('a BEIR folder', () => {
  it('gives judged queries with grades, and documents', async () => {
    const dataset = await loadDataset(folder);
    expect(dataset.queries).toEqual([
      {
        queryId: '1',
        query: 'alpha?',
        relevantDocuments: new Map([
          ['a', 2],
          ['7', 0],
        ]),
      },
    ]);
    expect(dataset.documents).toEqual([
      { documentId: 'a', source: 'Alpha.', sourceType: 'text', title: 'T' },
      { documentId: '7', source: 'Beta.', sourceType: 'text', title: undefined },
    ]);
  });

  it("reads another split and TREC's four columns", async () => {
    await write({ 'qrels/train.txt': '2 0 7 1\n' });
    const { queries: judged } = await loadDataset(folder, { split: 'train' });
    expect(judged.map(({ queryId }) => queryId)).toEqual(['2']);
  });

  it('is measured by the only split there is where there is no test, and says so', async () => {
    await rm(join(folder, 'qrels/test.tsv'));
    await write({ 'qrels/dev.tsv': 'query-id\tcorpus-id\tscore\n2\t7\t1\n' });
    const { queries: judged, warnings } = await loadDataset(folder);
    expect(judged.map(({ queryId }) => queryId)).toEqual(['2']);
    expect(warnings).toEqual(['There is no split test: measured by qrels/dev.tsv']);
    await expect(loadDataset(folder, { split: 'test' })).rejects.toMatchObject({
      hint: expect.stringContaining('dev'),
    });
  });

  it('reads files that start with a byte order mark', async () => {
    await write({ 'queries.jsonl': `\uFEFF${queries}`, 'qrels/test.tsv': '\uFEFF1\ta\t2\n' });
    const { queries: judged } = await loadDataset(folder);
    expect(judged.map(({ queryId }) => queryId)).toEqual(['1']);
  });

  it('names the splits that are there when the wanted one is not', async () => {
    await expect(loadDataset(folder, { split: 'dev' })).rejects.toMatchObject({
      message: expect.stringContaining('dev.tsv') as string,
      hint: 'Choose another --split: test.',
    });
  });

  it('leaves documents without any text out and says so', async () => {
    await write({ 'corpus.jsonl': `${corpus}{"_id": "e", "title": "", "text": " "}\n` });
    const dataset = await loadDataset(folder);
    expect(dataset.documents).toHaveLength(2);
    expect(dataset.warnings).toEqual(['1 document without text left out']);
  });

  it('without a corpus asks for its ids in the collection at hand', async () => {
    await rm(join(folder, 'corpus.jsonl'));
    const { documents, references } = await loadDataset(folder);
    expect(documents).toBeUndefined();
    expect(references).toMatchObject([
      { kind: 'document', id: 'a', place: { line: 2 } },
      { kind: 'document', id: '7', place: { line: 3 } },
    ]);
  });

  it.each([
    [
      'an unknown document',
      { 'qrels/test.tsv': 'q\td\ts\n1\ta\t1\n1\tzz\t1\n' },
      /test\.tsv:3: .*document "zz"/,
    ],
    ['an unknown query', { 'qrels/test.tsv': 'q\td\ts\n9\ta\t1\n' }, /test\.tsv:2: .*query "9"/],
    [
      'a query that comes twice',
      { 'queries.jsonl': queries + queries },
      /queries\.jsonl:3: .*"1" stands on line 1/,
    ],
    [
      'a document that comes twice',
      { 'corpus.jsonl': corpus + corpus },
      /corpus\.jsonl:3: .*"a" stands on line 1/,
    ],
    ['broken JSON', { 'corpus.jsonl': `${corpus}{"_id": ` }, /corpus\.jsonl:3: this is not JSON/],
    ['a missing field', { 'queries.jsonl': '{"_id": "1"}' }, /queries\.jsonl:1: text: /],
    ['an empty corpus', { 'corpus.jsonl': '\n' }, /corpus\.jsonl holds no documents/],
    [
      'no judgments',
      { 'qrels/test.tsv': 'query-id\tcorpus-id\tscore\n' },
      /test\.tsv has no relevance judgments/,
    ],
  ])('is refused for %s, with file and line', async (_what, files, message) => {
    await write(files);
    const error: unknown = await loadDataset(folder).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConfigError);
    expect((error as ConfigError).message).toMatch(message);
  });
});

describe('loadDataset', () => {
  it('says what is known when there is nothing that it knows', async () => {
    await rm(join(folder, 'queries.jsonl'));
    await expect(loadDataset(folder)).rejects.toThrow(/not a dataset that is known/);
    await expect(loadDataset(join(folder, 'none.yaml'))).rejects.toThrow(/There is no dataset/);
  });
});
