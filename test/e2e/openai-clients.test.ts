import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { streamText } from 'ai';
import OpenAI, { AuthenticationError, BadRequestError, NotFoundError } from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '../support/http-server.ts';

const question = 'Which law governs the supply agreement?';
let server: TestServer;
let secret: string;
beforeAll(async () => {
  server = await startServer();
  ({ secret } = await server.key({ name: 'client' }));
  const folder = new URL('../../examples/documents/', import.meta.url).pathname;
  await server.kb.addDocuments([folder]);
});
afterAll(() => server.close());

const client = () => new OpenAI({ apiKey: secret, baseURL: `${server.url}/v1` });

describe('the official client of OpenAI', () => {
  it('lists collections as models', async () => {
    const models = await client().models.list();
    expect(models.data.map(({ id }) => id)).toEqual(['default']);
  });

  it('gets an answer whose annotations are its citations', async () => {
    const messages = [{ role: 'user' as const, content: question }];
    const { choices, usage } = await client().chat.completions.create({ model: 'default', messages });
    const { content, annotations } = choices[0]!.message;
    expect(usage).toEqual({ prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 });
    expect(annotations!.length).toBeGreaterThan(0);
    for (const {
      url_citation: { url, title, start_index, end_index },
    } of annotations!) {
      expect(content!.slice(start_index, end_index)).toMatch(/^\[\d+\]$/);
      expect(url).toContain(`${server.url}/documents/`);
      expect(title).not.toBe('');
    }
  });

  it('gets the same as a stream, a follow-up too', async () => {
    const messages = [
      { role: 'system' as const, content: 'Speak like a pirate.' },
      { role: 'user' as const, content: 'What does the supply agreement say of the term?' },
      { role: 'assistant' as const, content: 'It says something.' },
      { role: 'user' as const, content: [{ type: 'text' as const, text: question }] },
    ];
    const whole = await client().chat.completions.create({ model: 'default', messages });
    const stream = await client().chat.completions.create({
      model: 'default',
      messages,
      stream: true,
      stream_options: { include_usage: true },
    });
    let text = '';
    const annotations: unknown[] = [];
    let last: unknown;
    for await (const { choices, usage } of stream) {
      const [choice] = choices;
      text += choice?.delta.content ?? '';
      annotations.push(...((choice?.delta as { annotations?: unknown[] } | undefined)?.annotations ?? []));
      last = usage;
    }
    expect(text).toBe(whole.choices[0]!.message.content);
    expect(annotations).toEqual(whole.choices[0]!.message.annotations);
    expect(last).toMatchObject({ total_tokens: 0 });
  });

  it('gets rows of tables with what heads each cell', async () => {
    const messages = [{ role: 'user' as const, content: 'What does error code E27 of the Heron 4 mean?' }];
    const whole = await client().chat.completions.create({ model: 'default', messages });
    const { content, annotations } = whole.choices[0]!.message;
    expect(content).toMatch(/^Code: E27 · /);
    const { start_index, end_index } = annotations![0]!.url_citation;
    expect(content!.slice(start_index, end_index)).toBe('[1]');
    const stream = await client().chat.completions.create({ model: 'default', messages, stream: true });
    let text = '';
    for await (const { choices } of stream) text += choices[0]?.delta.content ?? '';
    expect(text).toBe(content);
  });

  it('gets errors as it knows them', async () => {
    const messages = [{ role: 'user' as const, content: question }];
    const create = (model: string, key = secret) =>
      new OpenAI({ apiKey: key, baseURL: `${server.url}/v1`, maxRetries: 0 }).chat.completions.create({
        model,
        messages,
      });
    await expect(create('none')).rejects.toBeInstanceOf(NotFoundError);
    await expect(create('default', 'pincite_x')).rejects.toBeInstanceOf(AuthenticationError);
    await expect(
      client().chat.completions.create({ model: 'default', messages: [{ role: 'assistant', content: 'x' }] }),
    ).rejects.toBeInstanceOf(BadRequestError);
  });
});

describe('the AI SDK', () => {
  it('streams an answer', async () => {
    const provider = createOpenAICompatible({ name: 'pincite', apiKey: secret, baseURL: `${server.url}/v1` });
    const { textStream } = streamText({ model: provider('default'), prompt: question });
    let text = '';
    for await (const words of textStream) text += words;
    expect(text).toMatch(/\[1\]/);
  });
});
