import { SimpleVectorStore, TextNode, VectorStoreIndex } from '@vectorstores/core';
import type { OpenSystem } from '../system.ts';

const open: OpenSystem = ({ given }) => {
  const vectorStore = new SimpleVectorStore();
  const embedFunc = async (texts: string[]) => texts.map((text) => [...given.embed(text)]);
  const opened = VectorStoreIndex.fromVectorStore(vectorStore, { text: embedFunc });
  return {
    async index() {
      const nodes = given.chunks.map(
        ({ documentId, text, vector }) =>
          new TextNode({ text, embedding: [...vector], metadata: { documentId } }),
      );
      await vectorStore.add(nodes);
    },
    async search(query, k) {
      const found = await (
        await opened
      )
        .asRetriever({ similarityTopK: k, mode: 'hybrid' })
        .retrieve({ query });
      return found.map(({ node }) => String(node.metadata.documentId));
    },
  };
};
export default open;
