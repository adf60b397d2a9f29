import MiniSearch from 'minisearch';
import type { OpenSystem } from '../system.ts';

const open: OpenSystem = () => {
  const search = new MiniSearch({ fields: ['title', 'text'] });
  return {
    async index(documents) {
      search.addAll(documents);
    },
    async search(query, k) {
      const found = search.search(query);
      return found.slice(0, k).map(({ id }) => String(id));
    },
  };
};
export default open;
