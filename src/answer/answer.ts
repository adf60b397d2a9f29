import type { DocumentContent } from '../store/store.ts';
import type { Citation, CitedAnswer, Claim, Document, Passage, RetrieveResponse } from '../types.ts';
import { documentKey, type DocumentPlace } from '../util/document-key.ts';
import { CitationList } from './citation-list.ts';
import { composeAnswer, oneLine } from './compose.ts';
import type { DraftClaim, Generator } from './generator.ts';
import { contextOf, mayBeCut, passagesOf, withWholeSentences } from './passages.ts';

export interface AnswerParts {
  readonly generator: Generator;
  /** `undefined` when the document is gone. */
  readonly content: (place: DocumentPlace) => Promise<DocumentContent | undefined>;
  readonly document: (place: DocumentPlace) => Document | undefined;
}

export interface AnswerRequest {
  readonly question: string;
  readonly retrieval: RetrieveResponse;
  readonly signal?: AbortSignal;
}

export const notAnswered = 'The documents do not answer this question.';
const mostNearest = 3;

/**
 * Has the generator answer from what was retrieved, and verifies every quote in the documents' own texts. A
 * quote that is not found there is dropped with a warning; a claim left without one stays, marked as not
 * supported. Citations are numbered in the order of first use, one for each document and span. When the
 * generator abstains, no claim holds, or nothing was retrieved, `answered` is false, `answer` is `notAnswered`,
 * and `citations` are the nearest evidence, at most three.
 *
 * Invariant: `quote === text.slice(charStart, charEnd)` for every citation; none has `verified: 'no'`.
 *
 * @throws GenerationError when the generator fails.
 */
export async function answer(parts: AnswerParts, request: AnswerRequest): Promise<CitedAnswer> {
  const { question, retrieval, signal } = request;
  signal?.throwIfAborted();
  const contents = rememberContents(parts.content);
  const { passages, warnings } = await readyPassages(parts, retrieval, contents);
  const draft = await collect(parts, request, passages);
  const list = new CitationList({ passages, hits: retrieval.hits, contents, document: parts.document });
  const claims: Claim[] = [];
  for (const claim of draft.claims) claims.push(await verify(claim, list));
  const answered = claims.some(({ supported }) => supported);
  if (!answered) for (const claim of draft.nearest.slice(0, mostNearest)) await verify(claim, list);
  const citations = answered ? list.citations : list.citations.slice(0, mostNearest);
  return {
    question,
    answer: answered ? composeAnswer(claims, citations) : notAnswered,
    answered,
    citations,
    claims,
    groups: await list.groups(citations),
    retrieval,
    model: parts.generator.modelId,
    ...(draft.usage === undefined ? {} : { usage: draft.usage }),
    warnings: [...warnings, ...list.warnings],
  };
}

/** Reads each document's content at most once. */
function rememberContents(content: AnswerParts['content']): AnswerParts['content'] {
  const known = new Map<string, Promise<DocumentContent | undefined>>();
  return (place) => {
    const promise = known.get(documentKey(place)) ?? content(place);
    known.set(documentKey(place), promise);
    return promise;
  };
}

/** The passages of documents that are still there, without cut sentences. */
async function readyPassages(
  { document }: AnswerParts,
  retrieval: RetrieveResponse,
  contents: AnswerParts['content'],
): Promise<{ passages: Passage[]; warnings: string[] }> {
  const passages: Passage[] = [];
  const gone = new Set<string>();
  for (const passage of passagesOf(retrieval)) {
    const owner = document(passage);
    if (owner === undefined) gone.add(passage.documentId);
    else if (!mayBeCut(passage)) passages.push(passage);
    else {
      const text = (await contents(passage))?.text;
      passages.push(text === undefined ? passage : withWholeSentences(passage, text, owner.language));
    }
  }
  return {
    passages,
    warnings: Array.from(gone, (id) => `Document ${id} is not there any more; its passages were left out.`),
  };
}

interface Draft {
  readonly claims: DraftClaim[];
  readonly nearest: DraftClaim[];
  usage?: { inputTokens: number; outputTokens: number };
}

async function collect(
  { generator, document }: AnswerParts,
  { question, retrieval, signal }: AnswerRequest,
  passages: readonly Passage[],
): Promise<Draft> {
  const draft: Draft = { claims: [], nearest: [] };
  if (passages.length === 0) return draft;
  const documents = passages.map((passage) => document(passage));
  const contexts = passages.map((passage, index) => {
    const owner = documents[index];
    return owner === undefined ? [] : contextOf(passage, owner, retrieval.hits);
  });
  const language = documents.find((owner) => owner?.language !== undefined)?.language;
  for await (const event of generator.generate({ question, passages, contexts, language, signal })) {
    signal?.throwIfAborted();
    if (event.kind === 'claim') draft.claims.push(event.claim);
    else if (event.kind === 'abstain') draft.nearest.push(...event.nearest);
    else draft.usage = { inputTokens: event.inputTokens, outputTokens: event.outputTokens };
  }
  return draft;
}

/** A claim with the citations that hold; its confidence falls with the similarity of the best one. */
async function verify({ text, supports, confidence }: DraftClaim, list: CitationList): Promise<Claim> {
  const found: Citation[] = [];
  for (const support of supports) {
    const citation = await list.cite(support);
    if (citation !== undefined) found.push(citation);
  }
  const similarity = Math.max(0, ...found.map(({ quoteSimilarity }) => quoteSimilarity));
  return {
    text: oneLine(text),
    citations: [...new Set(found.map(({ sourceId }) => sourceId))],
    confidence: Math.min(Math.max(confidence, 0), 1) * similarity,
    supported: found.length > 0,
  };
}
