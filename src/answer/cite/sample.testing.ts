/** A citation, and an answer, of made-up documents for the tests of formats. */
import { citationSchema, type Citation } from '../../types.ts';

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
    verified: 'exact',
    quoteSimilarity: 1,
    ...changes,
  });
}
