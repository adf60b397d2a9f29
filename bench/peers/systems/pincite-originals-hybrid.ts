import { openKnowledgeBase } from 'pincite';
import { placeOfChunk } from '../place.ts';
import type { OpenSystem } from '../system.ts';

const open: OpenSystem = ({ folder, originals }) => {
  const opened = openKnowledgeBase({ store: `sqlite:${folder}` });
  return {
    async index() {
      const kb = await opened;
      await kb.addDocuments(originals);
    },
    async search(query, k) {
      const { hits } = await (await opened).retrieve(query, { mode: 'hybrid', topK: k });
      return hits.map(({ chunk }) => placeOfChunk(chunk));
    },
  };
};
export default open;
