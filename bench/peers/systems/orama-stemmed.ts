import { create, insertMultiple, search } from '@orama/orama';
import { stemmer } from '@orama/stemmers/english';
import { stopwords } from '@orama/stopwords/english';
import type { OpenSystem } from '../system.ts';

const open: OpenSystem = () => {
  const database = create({
    schema: { title: 'string', text: 'string' },
    components: { tokenizer: { language: 'english', stemming: true, stemmer, stopWords: stopwords } },
  });
  return {
    async index(documents) {
      await insertMultiple(database, [...documents]);
    },
    async search(query, k) {
      const { hits } = await search(database, { term: query, limit: k });
      return hits.map(({ id }) => id);
    },
  };
};
export default open;
