/** What the systems search, and what they are judged by. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { loadDataset, type CorpusDocument, type EvaluationQuery } from '../../src/evaluate/index.ts';
import { openKnowledgeBase } from '../../src/index.ts';
import { readBeir, type BeirQuery } from '../retrieval/beir.ts';
import { placeOf } from './place.ts';
import type { Document } from './system.ts';

export interface Collection {
  /** What every system can index: documents, or parts of them whose ids are places. */
  readonly documents: readonly Document[];
  /** What the parts were made of, for systems that cut texts or read files themselves. */
  readonly originals?: readonly CorpusDocument[];
  readonly queries: readonly BeirQuery[];
}

export const collectionNames = ['scifact', 'cranfield', 'cacm', 'legal', 'finance'];

/** @param data the folder of the data. */
export function prepareCollection(name: string, data: string): Promise<Collection> {
  if (name === 'legal') return prepareContracts(path.join(data, name));
  if (name === 'finance') return prepareFilings(path.join(data, name));
  return Promise.resolve(readBeir(path.join(data, 'retrieval', name), 'test'));
}

/** Texts cut as LangChain.js does at its defaults (1,000 characters, 200 of them shared); a query wants its excerpts. */
async function prepareContracts(folder: string): Promise<Collection> {
  const { documents: originals = [], queries } = await loadDataset(folder);
  // Installed by the run itself, after this file is read.
  const { RecursiveCharacterTextSplitter } = await import('@langchain/textsplitters');
  const splitter = new RecursiveCharacterTextSplitter();
  const documents: Document[] = [];
  for (const { documentId, source: text } of originals) {
    documents.push(...partsOf({ documentId, text }, await splitter.splitText(text)));
  }
  const excerpts = ({ relevantSpans = [] }: EvaluationQuery) =>
    relevantSpans.map(({ documentId, charStart, charEnd }) =>
      placeOf({ documentId, start: charStart, end: charEnd }),
    );
  return { documents, originals, queries: queries.map((query) => judge(query, excerpts(query))) };
}

/** Each part is looked for behind the start of the one before. */
function partsOf(
  { documentId, text }: { readonly documentId: string; readonly text: string },
  parts: readonly string[],
): Document[] {
  let before = -1;
  return parts.map((part) => {
    const start = text.indexOf(part, before + 1);
    if (start < 0) throw new Error(`A part of ${documentId} is not in its text: ${part}`);
    before = start;
    return { id: placeOf({ documentId, start, end: start + part.length }), title: '', text: part };
  });
}

/** Pages with the text that Pincite reads of them; a query wants the pages of its evidence. */
async function prepareFilings(folder: string): Promise<Collection> {
  const { documents: originals = [], queries } = await loadDataset(folder);
  await using kb = await openKnowledgeBase({ store: 'sqlite::memory:' });
  const documents: Document[] = [];
  for (const { documentId, source } of originals) {
    const { text, pages } = await kb.loadDocument(source);
    for (const { number, charStart, charEnd } of pages) {
      const page = text.slice(charStart, charEnd);
      if (page.trim() !== '') documents.push({ id: placeOfPage(documentId, number), title: '', text: page });
    }
  }
  const evidence = ({ relevantPages = [] }: EvaluationQuery) =>
    relevantPages.map(({ documentId, page }) => placeOfPage(documentId, page));
  return { documents, originals, queries: queries.map((query) => judge(query, evidence(query))) };
}

const placeOfPage = (documentId: string, page: number) => placeOf({ documentId, start: page, end: page + 1 });

const judge = ({ queryId, query }: EvaluationQuery, places: readonly string[]): BeirQuery => ({
  id: queryId,
  text: query,
  judgments: new Map(places.map((place) => [place, 1])),
});

const fileIn = (folder: string, part: 'documents' | 'queries') => path.join(folder, `${part}.json`);

/** For the processes that measure. */
export function writeCollection(folder: string, { queries, ...documents }: Collection): void {
  const plain = queries.map((query) => ({ ...query, judgments: [...query.judgments] }));
  writeFileSync(fileIn(folder, 'documents'), JSON.stringify(documents));
  writeFileSync(fileIn(folder, 'queries'), JSON.stringify(plain));
}

export const readDocuments = (folder: string): Omit<Collection, 'queries'> =>
  JSON.parse(readFileSync(fileIn(folder, 'documents'), 'utf8')) as Omit<Collection, 'queries'>;

export function readQueries(folder: string): BeirQuery[] {
  const queries = JSON.parse(readFileSync(fileIn(folder, 'queries'), 'utf8')) as {
    id: string;
    text: string;
    judgments: [string, number][];
  }[];
  return queries.map((query) => ({ ...query, judgments: new Map(query.judgments) }));
}
