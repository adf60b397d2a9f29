import { openKnowledgeBase } from 'pincite';
import type { OpenSystem } from '../system.ts';

const open: OpenSystem = ({ folder }) => {
  const opened = openKnowledgeBase({ store: `sqlite:${folder}` });
  let adapting = false;
  return {
    async index(documents) {
      const kb = await opened;
      ({ adapting } = await kb.addDocuments(
        documents.map(({ id, title, text }) => ({ source: text, sourceType: 'text', documentId: id, title })),
      ));
    },
    async settle() {
      if (adapting) await (await opened).adapt();
    },
    async search(query, k) {
      const { hits } = await (await opened).retrieve(query, { mode: 'hybrid', topK: k });
      return hits.map(({ chunk }) => chunk.documentId);
    },
  };
};
export default open;
