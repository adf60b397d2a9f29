/** What is read of the candidates that were chosen, all of it of one state of their documents; and what of it fits. */
import type { StoreReads } from '../../store/store.ts';
import type { Hit, Passage } from '../../types.ts';
import { documentReference } from '../../util/ids/document-key.ts';
import { documentKeyOf } from '../candidate.ts';
import type { RetrieveRequest } from '../request.ts';
import type { Retrieval, RetrievalStage } from '../retrieval.ts';
import { type BudgetOptions, fillBudget, fittingAlone } from './budget.ts';
import { expand, type HitWindow } from './expand.ts';
import { readHits } from './read-chunks.ts';
import { readDocuments } from './read-documents.ts';

export const readingHits: RetrievalStage = {
  name: 'read',
  async run(retrieval, { reads, signal }) {
    const hits = await readHits(reads, retrieval.candidates, { signal });
    return { ...retrieval, hits, windows: hits.map((hit) => ({ hit, steps: [] })) };
  },
  count: ({ hits }) => hits.length,
};

/** What stands around them. */
export const expanding: RetrievalStage = {
  name: 'expand',
  async run(retrieval, { reads }) {
    return { ...retrieval, ...(await readAround(reads, retrieval.windows, retrieval.request)) };
  },
  count: ({ windows }) => windows.reduce((sum, { steps }) => sum + Math.max(1, steps.at(-1)?.length ?? 0), 0),
  failure: 'Nothing was read around the hits',
};

/** Their documents. */
export const readingSources: RetrievalStage = {
  name: 'sources',
  async run(retrieval, { reads }) {
    return { ...retrieval, documents: await readDocuments(reads, retrieval.hits) };
  },
  count: ({ documents }) => new Set(documents.values()).size,
  failure: 'The documents of the hits could not be read',
};

async function readAround(
  reads: StoreReads,
  alone: readonly HitWindow[],
  { contextWindow, tokenBudget, signal }: RetrieveRequest,
): Promise<Pick<Retrieval, 'windows' | 'texts'>> {
  const hits = alone.map(({ hit }) => hit);
  const fitting = fittingAlone(hits, tokenBudget);
  const read = await expand(reads, fitting, { contextWindow, signal });
  const around = new Map(read.map((window) => [window.hit, window]));
  const windows = alone.map((window) => around.get(window.hit) ?? window);
  const texts = new Map<string, string>();
  for (const { hit, steps } of windows) {
    const key = documentKeyOf(hit);
    if (steps.length === 0 || texts.has(key)) continue;
    signal?.throwIfAborted();
    const text = await reads.documentText(hit.collection, documentReference(hit.chunk));
    if (text !== undefined) texts.set(key, text);
  }
  return { windows, texts };
}

type CountTokens = BudgetOptions['countTokens'];

export const budgeting: RetrievalStage = {
  name: 'budget',
  async run(retrieval, { parts, signal }) {
    const { windows, texts, hits, warnings } = retrieval;
    const { tokenBudget } = retrieval.request;
    const isCounted = tokenBudget !== undefined || !areAlone(windows);
    const tokenizer = isCounted ? await parts.tokenizer() : undefined;
    const countTokens: CountTokens = (text, most) => tokenizer?.count(text, most) ?? 0;
    const documentText = async (hit: Hit) => texts.get(documentKeyOf(hit));
    const filled = await fillBudget(windows, { tokenBudget, countTokens, documentText, signal });
    const beyond = beyondBudget(hits, filled.passages, { tokenBudget, countTokens });
    return { ...retrieval, ...filled, warnings: [...warnings, ...beyond] };
  },
  count: ({ passages }) => passages.length,
};

/** Whether each hit is the only chunk of its document: its stored count is that of its passage. */
function areAlone(windows: readonly HitWindow[]): boolean {
  if (windows.some(({ steps }) => steps.length > 0)) return false;
  return new Set(windows.map(({ hit }) => documentKeyOf(hit))).size === windows.length;
}

/** Where the budget holds no hit: the caller may have meant another one. */
function beyondBudget(
  hits: readonly Hit[],
  passages: readonly Passage[],
  { tokenBudget, countTokens }: Pick<RetrieveRequest, 'tokenBudget'> & Pick<BudgetOptions, 'countTokens'>,
): string[] {
  if (tokenBudget === undefined || hits.length === 0 || passages.length > 0) return [];
  const shortest = hits.reduce((least, { chunk }) => Math.min(least, countTokens(chunk.content)), Infinity);
  return [`No hit fits tokenBudget ${tokenBudget}, the shortest has ${shortest} tokens`];
}
