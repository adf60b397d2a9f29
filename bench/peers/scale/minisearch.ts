import MiniSearch, { type SearchResult } from 'minisearch';
import { searchWords } from '../../store/scale/search-words.ts';
import type { OpenScaleSystem } from '../../store/scale/system.ts';

/** Words alone; it has no vectors. */
const open: OpenScaleSystem = () => {
  const index = new MiniSearch({ fields: ['text'], storeFields: ['part'] });
  return {
    async ingest(batches) {
      for await (const documents of batches) {
        index.addAll(
          documents.flatMap(({ part, chunks }) =>
            chunks.map(({ chunkId, text }) => ({ id: chunkId, part, text })),
          ),
        );
      }
    },
    async keyword({ query, filter, limit }) {
      const isAllowed = filter && { filter: (hit: SearchResult) => isWithin(Number(hit.part), filter) };
      const found = index.search(searchWords(query.text).join(' '), isAllowed);
      return found.slice(0, limit).map(({ id }) => String(id));
    },
    async close() {},
  };
};
export default open;

function isWithin(part: number, { from, to }: { readonly from: number; readonly to: number }): boolean {
  return part >= from && part < to;
}
