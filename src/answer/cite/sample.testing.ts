/** A citation, a document and an answer, made up, for the tests of formats. */
import {
  citationSchema,
  citedAnswerSchema,
  documentSchema,
  type Citation,
  type CitedAnswer,
  type Document,
} from '../../types.ts';

export function sampleCitation(changes: Partial<Citation> = {}): Citation {
  return citationSchema.parse({
    sourceId: 1,
    collection: 'default',
    documentId: 'd1',
    chunkId: 'd1#0000',
    sourcePath: '/docs/report.pdf',
    title: 'Annual Report',
    authors: [],
    pageNumbers: [15],
    sectionHeading: 'Risks',
    charStart: 0,
    charEnd: 9,
    quote: 'The river\nrises.',
    rects: [],
    retrievalScore: 0.5,
    located: 'exact',
    quoteSimilarity: 1,
    ...changes,
  });
}

export function sampleDocument(changes: Partial<Document> = {}): Document {
  return documentSchema.parse({
    documentId: 'd1',
    collection: 'default',
    sourcePath: '/docs/report.pdf',
    sourceHash: '0'.repeat(64),
    format: 'pdf',
    title: 'Annual Report',
    creators: [],
    subjects: [],
    chunkCount: 1,
    totalChars: 100,
    totalTokens: 12,
    bytes: 100,
    pageCount: 2,
    embeddingModel: 'none',
    ingestedAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-01-01T00:00:00Z',
    version: 1,
    tags: [],
    metadata: {},
    ...changes,
  });
}

/** An answer that cites each document once, with one claim a citation, or as `changes` have it. */
export function sampleAnswer(
  documents: readonly Document[],
  changes: Partial<CitedAnswer> = {},
): CitedAnswer {
  const citations = documents.map(({ documentId, collection, sourcePath, title, creators }, index) =>
    sampleCitation({ sourceId: index + 1, documentId, collection, sourcePath, title, authors: creators }),
  );
  const claims = citations.map(({ sourceId }) => {
    return { text: `Claim ${sourceId}.`, citations: [sourceId], supported: 'unchecked' };
  });
  const sources = documents.map((document) => ({
    document,
    chunkCount: 1,
    averageRelevance: 1,
    bestScore: 1,
  }));
  return citedAnswerSchema.parse({
    question: 'Does the river rise?',
    answer: claims.map(({ text, citations: [id] }) => `${text} [${id}]`).join(' '),
    answered: true,
    citations,
    claims,
    groups: [],
    retrieval: {
      query: '',
      queries: { standard: '', terms: [] },
      hits: [],
      passages: [],
      omitted: [],
      success: true,
      degraded: [],
      sources,
      groups: [],
      stats: { totalMs: 0, stages: [] },
      warnings: [],
    },
    model: 'extractive',
    warnings: [],
    ...changes,
  });
}
