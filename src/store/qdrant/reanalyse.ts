import { analyserId } from '../../text/analyser.ts';
import { analyseChunk } from '../chunk-terms.ts';
import type { Change } from './changes.ts';
import { type ChunkPayload, documentOf, type DocumentPayload, textOf } from './points.ts';
import type { CollectionFacts } from './registry.ts';
import { replaceChunks } from './staging.ts';
import type { View } from './view.ts';

/** Whether the terms are of another version of this program, which sees other ones. */
export const hasOtherTerms = ({ analyser }: Pick<CollectionFacts, 'analyser'>): boolean =>
  analyser !== analyserId;

/** Beyond it, searches look at many chunks in vain. */
const mostDrift = 1.5;

/** Whether the weights of sparse vectors were made with an average length that is far from that of now. */
export function hasOtherLength({
  totals,
  usualLength,
}: Pick<CollectionFacts, 'totals' | 'usualLength'>): boolean {
  const ratio = totals.terms / totals.allChunks / usualLength;
  return ratio > mostDrift || ratio < 1 / mostDrift;
}

/** Makes all terms of a collection, and their weights, anew. */
export async function reanalyse(change: Change, view: View): Promise<void> {
  const { state } = change;
  const documents = await view.all<DocumentPayload>(view.filter('document'), {
    wanted: { payload: ['key', 'record'] },
  });
  const usualLength = state.totals.terms / state.totals.allChunks || state.usualLength || 1;
  const byKey = new Map(documents.map(({ payload }) => [payload.key, documentOf(payload)]));
  let sum = 0;
  await replaceChunks(change, view, {
    filter: view.filter('chunk'),
    usualLength,
    changeOf: (payload: ChunkPayload) => {
      const [content, context] = textOf(payload);
      const terms = analyseChunk(context, content, payload.language);
      sum += terms.count;
      return { document: byKey.get(payload.key)!, terms };
    },
  });
  const facts = { ...state, analyser: analyserId, totals: { ...state.totals, terms: sum }, usualLength };
  await change.commit(facts, { taking: state.totals.allChunks > 0 });
}
