import { openBuiltInEmbedder } from '../../../src/embed/built-in/built-in.ts';
import { describeEmbedder } from './suite.ts';

describeEmbedder('the built-in embedder', async () => ({ open: async () => openBuiltInEmbedder() }), {
  words: ['turbine', 'blades', 'are', 'inspected', 'every', 'year', 'shareholders', 'dividend'],
  showsTokens: true,
});
