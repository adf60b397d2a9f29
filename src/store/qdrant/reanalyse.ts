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

/** Makes all terms of a collection anew. */
export async function reanalyse(change: Change, view: View): Promise<void> {
  const { state } = change;
  const documents = await view.all<DocumentPayload>(view.filter('document'), {
    wanted: { payload: ['key', 'record'] },
  });
  const byKey = new Map(documents.map(({ payload }) => [payload.key, documentOf(payload)]));
  let sum = 0;
  await replaceChunks(change, view, {
    filter: view.filter('chunk'),
    usualLength: state.usualLength || 1,
    changeOf: (payload: ChunkPayload) => {
      const [content, context] = textOf(payload);
      const terms = analyseChunk(context, content, payload.language);
      sum += terms.count;
      return { document: byKey.get(payload.key)!, terms };
    },
  });
  const facts = { ...state, analyser: analyserId, totals: { ...state.totals, terms: sum } };
  await change.commit({ ...facts, usualLength: state.usualLength || 1 }, { taking: sum > 0 });
}
