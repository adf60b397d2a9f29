/** The candidates of a question, as `ask` has them before they are scored. */
import { measureCandidates } from '../../src/answer/extract/extractive.ts';
import type { Candidate } from '../../src/answer/extract/features.ts';
import { contextOf, mayBeCut, passagesAndBestOf, withWholeSentences } from '../../src/answer/passages.ts';
import { tableHeadsOver } from '../../src/text/structure/table-context.ts';
import { openWordVectors } from '../../src/embed/built-in/built-in.ts';
import type { Embedder } from '../../src/embed/embedder.ts';
import { openKnowledgeBase, type KnowledgeBase, type RetrieveOptions } from '../../src/index.ts';
import { subjectsOf } from '../../src/knowledge-base/ask/ask.ts';
import type { AnswerSet, Case } from './sets.ts';

/** A set's documents, added. */
export interface OpenSet {
  readonly kb: KnowledgeBase;
  /** How the set names a document. */
  readonly uriOf: (documentId: string) => string;
  readonly textOf: (documentId: string) => string;
  readonly filterOf: (one: Case) => Pick<RetrieveOptions, 'filter'>;
}

export async function openSet(
  { documents, files = [] }: AnswerSet,
  answer: { certainty?: number } = {},
): Promise<OpenSet> {
  const kb = await openKnowledgeBase({ store: 'sqlite::memory:', embedding: { adapt: 'off' }, answer });
  await kb.addDocuments([
    ...documents.map(({ uri, title, text }) => ({
      source: text,
      sourceType: 'text' as const,
      documentId: uri,
      uri,
      title,
    })),
    ...files,
  ]);
  const texts = new Map<string, string>();
  const uris = new Map<string, string>();
  for (const { documentId, sourcePath } of await kb.documents(undefined, { limit: 10_000 })) {
    texts.set(documentId, (await kb.document(documentId)).text);
    uris.set(documentId, files.length > 0 ? sourcePath.slice(sourcePath.lastIndexOf('/') + 1) : documentId);
  }
  return {
    kb,
    uriOf: (id) => uris.get(id)!,
    textOf: (id) => texts.get(id)!,
    filterOf: ({ filter }) => (filter === undefined ? {} : { filter: { documentId: filter.uri } }),
  };
}

export interface MeasuredCandidate extends Candidate {
  readonly uri: string;
}

export async function candidatesOf(
  { kb, uriOf, textOf, filterOf }: OpenSet,
  one: Case,
  embedder: Embedder | undefined,
): Promise<MeasuredCandidate[]> {
  const { question } = one;
  const retrieval = await kb.retrieve(question, { contextWindow: 1, tokenBudget: 3000, ...filterOf(one) });
  const subjects = await subjectsOf(
    { searchKeyword: keywordHits(kb), chunks: async () => [] },
    question,
    retrieval,
  );
  const owners = new Map(retrieval.sources.map(({ document }) => [document.documentId, document]));
  const passages = passagesAndBestOf(retrieval).map((found) => {
    const owner = owners.get(found.documentId)!;
    const text = textOf(found.documentId);
    const passage = mayBeCut(found) ? withWholeSentences(found, text, owner.language) : found;
    return {
      ...passage,
      context: contextOf(passage, owner, retrieval.hits),
      subjects: subjects(passage).names,
      language: owner.language,
      tableHeads: tableHeadsOver(text, passage.charStart),
    };
  });
  const idfs = new Map(
    retrieval.queries.terms.flatMap(({ term, forms = [], idf }) =>
      [term, ...forms].map((form) => [form, idf] as const),
    ),
  );
  const candidates = await measureCandidates(
    { question, passages },
    { embedder, wordVectors: openWordVectors, idf: (term) => idfs.get(term) ?? 0 },
  );
  return candidates.map((candidate) => ({
    ...candidate,
    uri: uriOf(passages[candidate.passage]!.documentId),
  }));
}

/** The store's search by words, as far as a knowledge base shows it. */
const keywordHits =
  (kb: KnowledgeBase): Parameters<typeof subjectsOf>[0]['searchKeyword'] =>
  async (query) => {
    const { hits } = await kb.retrieve(query, { mode: 'keyword', topK: 100 });
    return {
      hits: hits.map(({ chunk, relevanceScore }) => ({ chunkId: chunk.chunkId, score: relevanceScore })),
      terms: [],
    };
  };
