import { Index } from 'flexsearch';
import type { OpenSystem } from '../system.ts';

const open: OpenSystem = () => {
  const search = new Index();
  const ids: string[] = [];
  return {
    async index(documents) {
      for (const { id, title, text } of documents) search.add(ids.push(id) - 1, `${title}\n${text}`);
    },
    async search(query, k) {
      return search.search(query, { limit: k, suggest: true }).map((place) => ids[Number(place)] ?? '');
    },
  };
};
export default open;
