import { openKnowledgeBase } from 'pincite';
import { placeOfChunk } from '../place.ts';
import type { OpenSystem } from '../system.ts';

const open: OpenSystem = ({ folder, originals }) => {
  const opened = openKnowledgeBase({ store: `sqlite:${folder}` });
  let adapting = false;
  return {
    async index() {
      const kb = await opened;
      ({ adapting } = await kb.addDocuments(originals));
    },
    async settle() {
      if (adapting) await (await opened).adapt();
    },
    async search(query, k) {
      const { hits } = await (await opened).retrieve(query, { mode: 'keyword', topK: k });
      return hits.map(({ chunk }) => placeOfChunk(chunk));
    },
  };
};
export default open;
