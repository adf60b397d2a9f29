import { openProviderReranker } from '../../../src/retrieve/rerank/provider.ts';
import { scoreOf, startRerankingServer } from '../../support/reranking-server.ts';
import { describeReranker } from './suite.ts';

const settings = { timeoutMs: 20_000, maxRetries: 0, redact: undefined };

for (const provider of ['cohere', 'jina', 'voyage', 'mixedbread', 'tei', 'rerank-compatible']) {
  describeReranker(`a model of ${provider}`, async () => {
    const { baseUrl, close } = await startRerankingServer();
    return {
      open: async () =>
        openProviderReranker({ model: `${provider}:small`, baseUrl, apiKey: 'k', ...settings }),
      remove: close,
    };
  });
}

describeReranker('a model object of the AI SDK', async () => {
  const model = {
    specificationVersion: 'v3' as const,
    provider: 'own.reranking',
    modelId: 'small',
    async doRerank({ documents, query }: { documents: { values: string[] }; query: string }) {
      const ranking = documents.values.map((passage, index) => ({
        index,
        relevanceScore: scoreOf(query, passage),
      }));
      return { ranking };
    },
  };
  return { open: async () => openProviderReranker({ model, ...settings }) };
});
