import { create, insertMultiple, search } from '@orama/orama';
import { stemmer } from '@orama/stemmers/english';
import { stopwords } from '@orama/stopwords/english';
import type { OpenScaleSystem, PartRange } from '../../store/scale/system.ts';

const open: OpenScaleSystem = ({ dimensions }) => {
  const database = create({
    schema: { part: 'number', text: 'string', vector: `vector[${dimensions}]` },
    components: { tokenizer: { language: 'english', stemming: true, stemmer, stopWords: stopwords } },
  } as const);
  const where = (filter: PartRange | undefined) =>
    filter && { where: { part: { between: [filter.from, filter.to - 1] as [number, number] } } };
  const idsOf = (hits: readonly { id: string }[]) => hits.map(({ id }) => id);
  return {
    async ingest(batches) {
      for await (const documents of batches) {
        const rows = documents.flatMap(({ part, chunks }) =>
          chunks.map(({ chunkId, text, vector }) => ({
            id: chunkId,
            part,
            text,
            vector: Array.from(vector),
          })),
        );
        await insertMultiple(database, rows);
      }
    },
    async vector({ query, filter, limit }) {
      const { hits } = await search(database, {
        mode: 'vector',
        vector: { value: Array.from(query.vector), property: 'vector' },
        similarity: 0,
        limit,
        ...where(filter),
      });
      return idsOf(hits);
    },
    async keyword({ query, filter, limit }) {
      return idsOf(
        (await search(database, { term: query.text, properties: ['text'], limit, ...where(filter) })).hits,
      );
    },
    async close() {},
  };
};
export default open;
