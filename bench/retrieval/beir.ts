/** BEIR folders: `corpus.jsonl`, `queries.jsonl`, `qrels/<split>.tsv`. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Judgments } from '../../src/evaluate/metrics/metrics.ts';

export interface BeirQuery {
  readonly id: string;
  readonly text: string;
  readonly judgments: Judgments;
}

export interface BeirDataset {
  readonly documents: readonly { readonly id: string; readonly title: string; readonly text: string }[];
  /** Queries of the split with at least one relevant document. */
  readonly queries: readonly BeirQuery[];
}

interface BeirRow {
  readonly _id: string;
  readonly title?: string;
  readonly text: string;
}

/** Where the retrieval collections are looked for unless a folder is given. */
export const sharedCollections = path.join(import.meta.dirname, '../../../shared/data/retrieval');

export function readBeir(folder: string, split: string): BeirDataset {
  if (!existsSync(folder))
    throw new Error(`${folder} is missing: give the folder of the collections with --data.`);
  const rows = (file: string) => linesOf(path.join(folder, file)).map((line) => JSON.parse(line) as BeirRow);
  const judgments = readQrels(path.join(folder, 'qrels', `${split}.tsv`));
  const queries = rows('queries.jsonl').map(({ _id, text }) => ({
    id: _id,
    text,
    judgments: judgments.get(_id) ?? new Map<string, number>(),
  }));
  return {
    documents: rows('corpus.jsonl').map(({ _id, title = '', text }) => ({ id: _id, title, text })),
    queries: queries.filter((query) => [...query.judgments.values()].some((grade) => grade > 0)),
  };
}

function readQrels(file: string): Map<string, Map<string, number>> {
  const judgments = new Map<string, Map<string, number>>();
  for (const line of linesOf(file).slice(1)) {
    const [query = '', document = '', grade = '0'] = line.split('\t');
    const ofQuery = judgments.get(query) ?? new Map<string, number>();
    judgments.set(query, ofQuery.set(document, Number(grade)));
  }
  return judgments;
}

function linesOf(file: string): string[] {
  return readFileSync(file, 'utf8').split('\n').filter(Boolean);
}
