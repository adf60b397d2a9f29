import { MemoryVectorStore } from '@langchain/classic/vectorstores/memory';
import { FakeEmbeddings } from '@langchain/core/utils/testing';
import type { OpenSystem } from '../system.ts';

const open: OpenSystem = ({ given }) => {
  const store = new MemoryVectorStore(new FakeEmbeddings());
  return {
    async index() {
      await store.addVectors(
        given.chunks.map(({ vector }) => [...vector]),
        given.chunks.map(({ documentId, text }) => ({ pageContent: text, metadata: { documentId } })),
      );
    },
    async search(query, k) {
      const found = await store.similaritySearchVectorWithScore([...given.embed(query)], k);
      return found.map(([{ metadata }]) => String(metadata.documentId));
    },
  };
};
export default open;
