import { openProviderEmbedder } from '../../../src/embed/provider.ts';
import { startEmbeddingServer } from '../../support/embedding-server.ts';
import type { ProviderName } from '../../support/embedding-protocols.ts';
import { describeEmbedder } from './suite.ts';

const words = ['turbine', 'blades', 'are', 'inspected', 'every', 'year', 'shareholders', 'dividend'];
const settings = { apiKey: 'k', timeoutMs: 20_000, maxRetries: 0, batchSize: 3, redact: undefined };

function describeProvider(provider: ProviderName, dimensions?: number): void {
  const makePlace = async () => {
    const server = await startEmbeddingServer({ dimensions: 8 });
    const baseUrl = server.baseUrlOf(provider);
    return {
      open: () => openProviderEmbedder({ model: `${provider}:small`, baseUrl, dimensions, ...settings }),
      remove: () => server.close(),
    };
  };
  const title = `a model of ${provider}${dimensions === undefined ? '' : `, shortened to ${dimensions}`}`;
  describeEmbedder(title, makePlace, { words, showsTokens: false });
}

describeProvider('openai', 6);
describeProvider('cohere');
describeProvider('google');
describeProvider('voyage');
describeProvider('openai-compatible', 5);
