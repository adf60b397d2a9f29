import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { startOpenAiServer } from '../../test/support/openai-server.ts';
import { openEmbeddingModel } from './embedding-model.ts';
import { openLanguageModel } from './language-model.ts';

it('a server that repeats the key does not put it into an error or its causes', async () => {
  const server = await startOpenAiServer();
  const apiKey = 'sk-proj-Zq7secret/key+0123456789';
  const settings = { baseUrl: server.baseUrl, apiKey, timeoutMs: 10_000, maxRetries: 0, redact: undefined };
  server.reply({ status: 422, message: `What is ${apiKey}, or ${encodeURIComponent(apiKey)}?` });
  const language = await openLanguageModel({ model: 'openai-compatible:x', ...settings });
  const embedding = await openEmbeddingModel({ model: 'openai-compatible:x', ...settings });
  const calls = [
    () => language.generateText({ prompt: 'x' }),
    () => embedding.embed(['x'], { role: 'passage' }),
  ];
  for (const call of calls) {
    const error: unknown = await call().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ message: expect.stringContaining('What is ••••') });
    expect(inspect(error, { depth: 20, showHidden: true })).not.toContain('Zq7secret');
  }
  await server.close();
});
