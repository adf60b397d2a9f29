import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { streamText } from 'ai';
import { expect, it } from 'vitest';
import { startOpenAiServer } from './openai-server.ts';

it('streams a reply in pieces that a real client puts together', async () => {
  const server = await startOpenAiServer();
  try {
    server.reply({ text: 'Every 4,000 hours.' });
    const provider = createOpenAICompatible({ name: 'local', baseURL: server.baseUrl, includeUsage: true });
    const { textStream, usage } = streamText({ model: provider('llama3'), prompt: 'How often?' });
    const pieces: string[] = [];
    for await (const piece of textStream) pieces.push(piece);
    expect(pieces).toEqual(['Every ', '4,000 ', 'hours.']);
    expect(await usage).toMatchObject({ inputTokens: 100, outputTokens: 10 });
    expect(server.requests[0]!.body).toMatchObject({ model: 'llama3', stream: true });
  } finally {
    await server.close();
  }
});
