import { create, insertMultiple, search } from '@orama/orama';
import type { OpenSystem } from '../system.ts';

const open: OpenSystem = () => {
  const database = create({ schema: { title: 'string', text: 'string' } });
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
