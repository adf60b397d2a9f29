import { createHash } from 'node:crypto';
import type { EvaluationQuery } from '../../src/evaluate/index.ts';

/** Sets of fewer documents are halved by their questions, others by their documents. */
const fewDocuments = 10;

/** 0 or 1, by the SHA-256 of the question, or of the document that answers it: one half to choose by, one to report. */
export function halfOf({ query, relevantSpans, relevantPages }: EvaluationQuery, documents: number): number {
  const answers = relevantPages ?? relevantSpans ?? [];
  const key = documents < fewDocuments ? query : (answers[0]?.documentId ?? query);
  return createHash('sha256').update(key).digest()[0]! % 2;
}
