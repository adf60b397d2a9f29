/** How well citations point at the evidence, over the citations of answers. */
import type { Citation, CitedAnswer } from '../../types.ts';
import { overlaps, type Span } from './spans.ts';

/** What answers a query, as finely as it is known; the finest kind given is the one that counts. */
export interface Evidence {
  readonly spans?: readonly Span[];
  readonly pages?: readonly { readonly documentId: string; readonly page: number }[];
  readonly chunkIds?: readonly string[];
  readonly documentIds?: readonly string[];
}

type CitedPlace = Pick<Citation, 'documentId' | 'chunkId' | 'charStart' | 'charEnd' | 'pageNumbers'>;

/** Share of the citations that point at evidence. 0…1; undefined without citations. */
export function citationPrecision(citations: readonly CitedPlace[], evidence: Evidence): number | undefined {
  const tests = evidenceTests(evidence);
  return share(citations, (citation) => tests.some((matches) => matches(citation)));
}

/** Share of the pieces of evidence that some citation points at. 0…1; undefined without evidence. */
export function citationRecall(citations: readonly CitedPlace[], evidence: Evidence): number | undefined {
  return share(evidenceTests(evidence), (matches) => citations.some(matches));
}

/** Share of the citations whose quote was found in its source, exactly or nearly. 0…1; undefined without citations. */
export function locatedShare(citations: readonly Pick<Citation, 'located'>[]): number | undefined {
  return share(citations, ({ located }) => located !== 'no');
}

/** Share of the answers that say that the documents do not answer. 0…1; undefined without answers. */
export function abstentionRate(answers: readonly Pick<CitedAnswer, 'answered'>[]): number | undefined {
  return share(answers, ({ answered }) => !answered);
}

/** For each piece of evidence, whether a citation points at it. */
function evidenceTests(evidence: Evidence): ((citation: CitedPlace) => boolean)[] {
  const { spans, pages, chunkIds, documentIds } = evidence;
  if (spans !== undefined) return spans.map((span) => (citation) => overlaps(citation, span));
  if (pages !== undefined) {
    return pages.map(
      ({ documentId, page }) =>
        (citation) =>
          citation.documentId === documentId && citation.pageNumbers.includes(page),
    );
  }
  if (chunkIds !== undefined) return chunkIds.map((id) => (citation) => citation.chunkId === id);
  return (documentIds ?? []).map((id) => (citation) => citation.documentId === id);
}

function share<Item>(items: readonly Item[], test: (item: Item) => boolean): number | undefined {
  return items.length === 0 ? undefined : items.filter(test).length / items.length;
}
