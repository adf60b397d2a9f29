import { BM25Retriever } from '@langchain/community/retrievers/bm25';
import { Document } from '@langchain/core/documents';
import { RecursiveCharacterTextSplitter } from '@langchain/textsplitters';
import type { OpenSystem } from '../system.ts';

const open: OpenSystem = () => {
  let chunks: Document[] = [];
  return {
    async index(documents) {
      const splitter = new RecursiveCharacterTextSplitter();
      chunks = await splitter.splitDocuments(
        documents.map(
          ({ id, title, text }) => new Document({ pageContent: `${title}\n\n${text}`, metadata: { id } }),
        ),
      );
    },
    async search(query, k) {
      const found = await BM25Retriever.fromDocuments(chunks, { k }).invoke(query);
      return found.map(({ metadata }) => String(metadata.id));
    },
  };
};
export default open;
