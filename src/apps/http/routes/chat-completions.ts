/**
 * `POST /v1/chat/completions` and `GET /v1/models` in OpenAI's shape: a collection is a model, citations are annotations of
 * the kind `url_citation`.
 * @see https://platform.openai.com/docs/api-reference/chat
 */
import { randomUUID } from 'node:crypto';
import { z } from '@hono/zod-openapi';
import {
  CollectionNotFoundError,
  ConfigError,
  readableAnswer,
  toLeanAnswer,
  type ChatAnswer,
  type ChatEvent,
  type ChatMessage,
  type LeanAnswer,
} from '../../../index.ts';
import { leanAnswerSchema } from '../../../schemas.ts';
import type { Api, ApiContext } from '../context.ts';
import { define } from '../define.ts';
import type { Services } from '../services.ts';
import { sendEvents, type ServerEvent } from '../sse.ts';

const partSchema = z.looseObject({ type: z.string(), text: z.string().optional() });
const messageSchema = z.looseObject({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool', 'function']),
  content: z.union([z.string().max(1_000_000), z.array(partSchema), z.null()]).optional(),
});
const requestSchema = z
  .looseObject({
    model: z.string().min(1).max(200).meta({ description: 'The name of a collection.', example: 'default' }),
    messages: z.array(messageSchema).min(1).max(1000),
    stream: z.boolean().nullish(),
    stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  })
  .meta({
    id: 'ChatCompletionRequest',
    description: 'Other settings of OpenAI’s are accepted and count nothing.',
  });
type Request = z.output<typeof requestSchema>;

const annotationSchema = z.object({
  type: z.literal('url_citation'),
  url_citation: z.object({ url: z.string(), title: z.string(), start_index: z.int(), end_index: z.int() }),
});
const usageSchema = z.object({
  prompt_tokens: z.number(),
  completion_tokens: z.number(),
  total_tokens: z.number(),
});
const completionSchema = z
  .object({
    id: z.string(),
    object: z.literal('chat.completion'),
    created: z.int(),
    model: z.string(),
    choices: z.array(
      z.object({
        index: z.int(),
        message: z.object({
          role: z.literal('assistant'),
          content: z.string(),
          refusal: z.null(),
          annotations: z.array(annotationSchema),
        }),
        logprobs: z.null(),
        finish_reason: z.literal('stop'),
      }),
    ),
    usage: usageSchema,
    pincite: leanAnswerSchema.meta({ description: 'The whole answer, with what was checked of it.' }),
  })
  .meta({ id: 'ChatCompletion' });

const modelSchema = z
  .object({ id: z.string(), object: z.literal('model'), created: z.int(), owned_by: z.literal('pincite') })
  .meta({ id: 'Model' });

export function chatRoutes(api: Api, services: Services): void {
  define(api, 'GET /v1/models', {
    takesAnyQuery: true,
    tag: 'OpenAI',
    summary: 'Collections, as models',
    answers: {
      200: {
        description: 'A model for each collection',
        schema: z.object({ object: z.literal('list'), data: z.array(modelSchema) }),
      },
    },
    handle: async (c) => {
      const collections = await c.var.kb.collections();
      const data = collections.map(({ name, createdAt }) => ({
        id: name,
        object: 'model' as const,
        created: seconds(Date.parse(createdAt)),
        owned_by: 'pincite' as const,
      }));
      return c.json({ object: 'list' as const, data });
    },
  });

  define(api, 'POST /v1/chat/completions', {
    takesAnyQuery: true,
    tag: 'OpenAI',
    summary: 'Answer the last question of a conversation',
    body: requestSchema,
    answers: {
      200: { description: 'The answer', schema: completionSchema, content: ['text/event-stream'] },
    },
    handle: (c, { body }) => complete(c, body, services),
  });
}

async function complete(c: ApiContext, request: Request, { metrics, logTexts }: Services): Promise<Response> {
  const { kb, signal } = c.var;
  const messages = messagesOf(request);
  const collection = await collectionOf(c, request.model);
  if (logTexts) c.var.notes['query'] = messages.at(-1)?.content;
  const events = kb.chatStream({ messages, collection, signal });
  const head = { id: `chatcmpl-${randomUUID()}`, created: seconds(Date.now()), model: request.model };
  const onDone = (answer: ChatAnswer): LeanAnswer => {
    metrics.stages(answer.retrieval.stats.stages);
    if (answer.usage) metrics.model(answer.model, answer.usage);
    return toLeanAnswer(answer, { urlOf: c.var.links });
  };
  if (request.stream) {
    const withUsage = request.stream_options?.include_usage === true;
    return sendEvents(c, chunksOf(events, { head, withUsage, onDone }));
  }
  for await (const event of events) {
    if (event.kind !== 'done') continue;
    const answer = onDone(event.answer);
    const content = readableAnswer(event.answer);
    const message = {
      role: 'assistant' as const,
      content,
      refusal: null,
      annotations: annotationsOf(content, answer),
    };
    return c.json({
      ...head,
      object: 'chat.completion' as const,
      choices: [{ index: 0, message, logprobs: null, finish_reason: 'stop' as const }],
      usage: usageOf(answer),
      pincite: answer,
    });
  }
  throw new Error('A conversation has come to no end.');
}

interface Head {
  readonly id: string;
  readonly created: number;
  readonly model: string;
}

/**
 * The last chunk with a choice has the annotations, as citations are known once the text is. A piece of text waits for the next one, and
 * where it may have rows of tables for the end: what these need to be read is known then.
 */
async function* chunksOf(
  events: AsyncIterable<ChatEvent>,
  { head, withUsage, onDone }: { head: Head; withUsage: boolean; onDone: (answer: ChatAnswer) => LeanAnswer },
): AsyncGenerator<ServerEvent> {
  const chunk = (delta: object, rest: object = {}, finish: 'stop' | null = null): ServerEvent => ({
    data: {
      ...head,
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
      ...rest,
    },
  });
  yield chunk({ role: 'assistant', content: '' });
  let sent = '';
  let waiting = '';
  let holdsFrom = 0;
  const send = (content: string): ServerEvent => {
    sent += content;
    waiting = '';
    return chunk({ content });
  };
  for await (const event of events) {
    if (event.kind === 'text') {
      if (waiting.includes('|')) waiting += event.text;
      else {
        if (waiting !== '') yield send(waiting);
        waiting = event.text;
      }
    } else if (event.kind === 'restart') {
      waiting = '';
      if (sent !== '') yield send('\n\n(That did not hold. Once more:)\n\n'); // what was sent cannot be taken back
      holdsFrom = sent.length;
    } else if (event.kind === 'done') {
      const answer = onDone(event.answer);
      yield send(sent === '' ? readableAnswer(event.answer) : waiting);
      yield chunk({ annotations: annotationsOf(sent, answer, holdsFrom) }, { pincite: answer });
      yield chunk({}, {}, 'stop');
      if (withUsage)
        yield { data: { ...head, object: 'chat.completion.chunk', choices: [], usage: usageOf(answer) } };
    }
  }
  yield { data: '[DONE]' };
}

/** A marker of the content with its citation; `start_index` and `end_index` are the marker's. */
function annotationsOf(
  content: string,
  { citations }: LeanAnswer,
  from = 0,
): z.infer<typeof annotationSchema>[] {
  return [...content.matchAll(/\[(\d+)\]/g)].flatMap((marker) => {
    if (marker.index < from) return [];
    const citation = citations.find(({ n }) => n === Number(marker[1]));
    if (citation?.url === undefined) return [];
    const [page] = citation.printedPages ?? citation.pages;
    const title = page === undefined ? citation.title : `${citation.title}, p. ${page}`;
    const place = { start_index: marker.index, end_index: marker.index + marker[0].length };
    return [{ type: 'url_citation' as const, url_citation: { url: citation.url, title, ...place } }];
  });
}

function usageOf({ usage: { inputTokens, outputTokens } = { inputTokens: 0, outputTokens: 0 } }: LeanAnswer) {
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
  };
}

/** What the user and the assistant said; instructions of others are not for a system that quotes documents. */
function messagesOf({ messages }: Request): ChatMessage[] {
  const said = messages.flatMap(({ role, content }) => {
    const text = textOf(content);
    return (role === 'user' || role === 'assistant') && text !== '' ? [{ role, content: text }] : [];
  });
  if (said.at(-1)?.role === 'user') return said;
  throw new ConfigError('The last message is no question of the user', {
    hint: 'Send messages that end with one of the role user.',
  });
}

function textOf(content: Request['messages'][number]['content']): string {
  if (typeof content === 'string') return content;
  return (content ?? [])
    .map(({ text = '' }) => text)
    .join('\n')
    .trim();
}

/** @throws CollectionNotFoundError, also of the default one, as it is named. */
async function collectionOf(c: ApiContext, model: string): Promise<string> {
  const names = (await c.var.kb.collections()).map(({ name }) => name);
  if (names.includes(model)) return model;
  throw new CollectionNotFoundError(model, names);
}

const seconds = (ms: number) => Math.floor(ms / 1000);
