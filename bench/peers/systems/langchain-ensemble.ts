import { EnsembleRetriever } from '@langchain/classic/retrievers/ensemble';
import { MemoryVectorStore } from '@langchain/classic/vectorstores/memory';
import { BM25Retriever } from '@langchain/community/retrievers/bm25';
import { Document } from '@langchain/core/documents';
import { Embeddings } from '@langchain/core/embeddings';
import type { Given, OpenSystem } from '../system.ts';

class GivenEmbeddings extends Embeddings {
  readonly given: Given;
  constructor(given: Given) {
    super({});
    this.given = given;
  }
  async embedDocuments(texts: string[]): Promise<number[][]> {
    return texts.map((text) => [...this.given.embed(text)]);
  }
  async embedQuery(text: string): Promise<number[]> {
    return [...this.given.embed(text)];
  }
}

const open: OpenSystem = ({ given }) => {
  const chunks = given.chunks.map(
    ({ documentId, text }) => new Document({ pageContent: text, metadata: { documentId } }),
  );
  const store = new MemoryVectorStore(new GivenEmbeddings(given));
  return {
    async index() {
      await store.addDocuments(chunks);
    },
    async search(query, k) {
      const retriever = new EnsembleRetriever({
        retrievers: [BM25Retriever.fromDocuments(chunks, { k }), store.asRetriever(k)],
      });
      const found = await retriever.invoke(query);
      return found.slice(0, k).map(({ metadata }) => String(metadata.documentId));
    },
  };
};
export default open;
