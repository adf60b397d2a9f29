/** `POST /v1/search` and `POST /v1/ask`: the library's options, lean answers, whole or as they come. */
import { z } from '@hono/zod-openapi';
import {
  leanIncludes,
  toLeanEvent,
  toLeanSearch,
  type AnswerEvent,
  type AskOptions,
  type ChatEvent,
  type CitedAnswer,
  type LeanAnswer,
  type LeanOptions,
  type RetrieveResponse,
  type Filter,
} from '../../../index.ts';
import { leanAnswerSchema, leanSearchSchema, retrieveOptionsSchema } from '../../../schemas.ts';
import type { Api, ApiContext } from '../context.ts';
import { define } from '../define.ts';
import type { Services } from '../services.ts';
import { sendEvents, wantsEvents, type ServerEvent } from '../sse.ts';

const include = z.array(z.enum(leanIncludes)).default([]).meta({ description: 'What else the answer has.' });

const collection = z.string().min(1).max(200);
const options = retrieveOptionsSchema.omit({ signal: true }).extend({
  collection: collection.optional(),
  collections: z.array(collection).min(1).max(100).optional(),
  topK: z.int().min(1).max(200).optional(),
  filter: (z.unknown() as z.ZodType<Filter, Filter>).optional().meta({
    description: 'Conditions on fields of documents and their metadata: { "year": { "$gte": 2024 } }',
    example: { format: 'pdf' },
  }),
  include,
});

const searchSchema = options.extend({ query: z.string().min(1).max(100_000) }).meta({ id: 'SearchRequest' });

const routeSchema = searchSchema
  .pick({ query: true, collection: true, collections: true })
  .meta({ id: 'RouteRequest' });
const routedSchema = z
  .object({
    collections: z.array(z.string()),
    by: z.enum(['rule', 'model', 'default']),
    reason: z.string(),
    warnings: z.array(z.string()),
  })
  .meta({ id: 'Route' });

const askSchema = options
  .extend({
    question: z.string().min(1).max(4000),
    messages: z
      .array(z.strictObject({ role: z.enum(['user', 'assistant']), content: z.string().max(100_000) }))
      .max(200)
      .optional()
      .meta({ description: 'What was said before, the oldest first: the question is made to stand alone.' }),
    model: z.enum(['extractive', 'configured']).default('configured').meta({
      description: 'Who answers: the documents’ own sentences, or what the server is configured with.',
    }),
  })
  .meta({ id: 'AskRequest' });

export function searchRoutes(api: Api, { metrics, logTexts }: Services): void {
  const note = (c: ApiContext, query: string) => {
    if (logTexts) c.var.notes['query'] = query;
  };
  const count = ({ stats }: RetrieveResponse) => metrics.stages(stats.stages);

  define(api, 'POST /v1/search', {
    tag: 'Search',
    summary: 'Search documents',
    description: 'With Accept: text/event-stream, the events are sources and done.',
    body: searchSchema,
    answers: {
      200: {
        description: 'The hits, best first',
        schema: leanSearchSchema,
        content: ['text/event-stream'],
      },
    },
    handle: async (c, { body: { query, include: wanted, ...request } }) => {
      note(c, query);
      const { kb, signal } = c.var;
      const response = await kb.retrieve(query, { ...request, signal });
      count(response);
      const lean = toLeanSearch(response, { urlOf: c.var.links, include: wanted });
      return wantsEvents(c) ? sendEvents(c, searchEvents(lean)) : c.json(lean);
    },
  });

  define(api, 'POST /v1/route', {
    tag: 'Search',
    summary: 'Say where a query would be searched',
    description: 'The collections, and what chose them; nothing is searched.',
    body: routeSchema,
    answers: { 200: { description: 'The route', schema: routedSchema } },
    handle: async (c, { body: { query, ...request } }) => {
      note(c, query);
      const { kb, signal } = c.var;
      return c.json(await kb.route(query, { ...request, signal }));
    },
  });

  define(api, 'POST /v1/ask', {
    tag: 'Search',
    summary: 'Answer a question with citations',
    description:
      'With Accept: text/event-stream, the events are sources, asking (a language model), delta, citation, claim, restart, done and error; with messages, question comes first.',
    body: askSchema,
    answers: {
      200: { description: 'The answer', schema: leanAnswerSchema, content: ['text/event-stream'] },
    },
    handle: async (c, { body: { question, messages = [], include: wanted, model, ...request } }) => {
      note(c, question);
      const { kb, signal } = c.var;
      const asked: AskOptions = { ...request, signal, ...(model === 'extractive' ? { model } : {}) };
      const lean: LeanOptions = { urlOf: c.var.links, include: wanted };
      const onDone = (answer: CitedAnswer) => {
        count(answer.retrieval);
        if (answer.usage) metrics.model(answer.model, answer.usage);
        c.var.notes['answered'] = answer.answered;
      };
      const events: AsyncIterable<ChatEvent | AnswerEvent> =
        messages.length === 0
          ? kb.askStream(question, asked)
          : kb.chatStream({ ...asked, messages: [...messages, { role: 'user', content: question }] });
      const sent = askEvents(events, { lean, onDone });
      if (wantsEvents(c)) return sendEvents(c, sent);
      let answer: unknown;
      for await (const { event, data } of sent) if (event === 'done') answer = data;
      return c.json(answer as LeanAnswer);
    },
  });
}

async function* searchEvents({
  results,
  ...rest
}: ReturnType<typeof toLeanSearch>): AsyncGenerator<ServerEvent> {
  yield { event: 'sources', data: results };
  yield { event: 'done', data: { ...rest, results } };
}

async function* askEvents(
  events: AsyncIterable<AnswerEvent | ChatEvent>,
  { lean, onDone }: { lean: LeanOptions; onDone: (answer: CitedAnswer) => void },
): AsyncGenerator<ServerEvent> {
  for await (const event of events) {
    if (event.kind === 'done') onDone(event.answer);
    yield toLeanEvent(event, lean);
  }
}
