import { context, trace, type SpanStatusCode } from '@opentelemetry/api';
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startEmbeddingServer, type EmbeddingServer } from '../../test/support/embedding-server.ts';
import { startOpenAiServer, type OpenAiServer } from '../../test/support/openai-server.ts';
import { startRerankingServer, type RerankingServer } from '../../test/support/reranking-server.ts';
import type { ConfigInput } from '../config/config.ts';
import { openKnowledgeBase, type KnowledgeBase } from './knowledge-base.ts';
import type { ModelEvent, OperationEvent, TelemetryEvent } from '../util/telemetry/event.ts';

let chat: OpenAiServer;
let embeddings: EmbeddingServer;
let rankings: RerankingServer;
let events: TelemetryEvent[];
const opened: KnowledgeBase[] = [];
beforeEach(async () => {
  chat = await startOpenAiServer();
  embeddings = await startEmbeddingServer();
  rankings = await startRerankingServer();
  events = [];
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((kb) => kb.close()));
  await Promise.all([chat.close(), embeddings.close(), rankings.close()]);
  trace.disable();
  context.disable();
});

async function open(config: ConfigInput = {}): Promise<KnowledgeBase> {
  const kb = await openKnowledgeBase(
    { store: 'sqlite::memory:', telemetry: { onEvent }, ...config },
    { check: 'none' },
  );
  opened.push(kb);
  return kb;
}
const onEvent = (event: TelemetryEvent) => void events.push(event);
const withModels = (): ConfigInput => ({
  embedding: {
    model: 'openai-compatible:small',
    baseUrl: embeddings.baseUrlOf('openai-compatible'),
    dimensions: 8,
  },
  reranking: { model: 'tei:small', baseUrl: rankings.baseUrl },
  calls: { maxRetries: 0 },
  llm: {
    model: 'openai-compatible:llama3',
    baseUrl: chat.baseUrl,
    prices: { 'openai-compatible:llama3': { input: 1, output: 2 } },
  },
});
const note = (text: string) => ({ documentId: text.slice(0, 12), sourceType: 'text' as const, source: text });
const lamp = note('The lamp of the harbour is lit at nine in the evening.');
const question = 'When is the lamp of the harbour lit?';
const answer = {
  text: JSON.stringify({
    answerable: true,
    claims: [{ text: 'It is lit at nine.', quotes: [{ passage: 1, quote: 'lit at nine in the evening' }] }],
  }),
};
const hideHarbour = (text: string) => text.replaceAll('harbour', 'place');
const operations = () => events.filter((event): event is OperationEvent => event.type !== 'model');
const calls = () => events.filter((event): event is ModelEvent => event.type === 'model');

describe('onEvent', () => {
  it('is told of what was done, where, how long it took and what came of it, and of no text', async () => {
    const before = Date.now();
    const kb = await open();
    const added = await kb.addDocuments([lamp], { collection: 'harbour' });
    const found = await kb.retrieve(question, { collection: 'harbour', topK: 3 });
    const given = await kb.ask(question, { collection: 'harbour' });
    expect(operations().map(({ type }) => type)).toEqual(['add', 'retrieve', 'ask']);
    const [adding, retrieving, asking] = operations() as [OperationEvent, OperationEvent, OperationEvent];
    expect(adding).toMatchObject({
      collection: 'harbour',
      counts: { documentsInserted: 1, totalChunks: 1, errors: 0, totalTokens: added.stats.totalTokens },
      modelCalls: 0,
      usage: { inputTokens: 0, outputTokens: 0 },
    });
    expect(adding.stages).toContainEqual({ stage: 'chunk', ms: added.stats.chunkingMs, count: 1 });
    expect(adding.ms).toBeGreaterThanOrEqual(added.stats.elapsedMs);
    expect(adding.startedAt).toBeGreaterThanOrEqual(before);
    expect(retrieving).toMatchObject({ counts: { hits: 1, warnings: 0 }, stages: found.stats.stages });
    expect(asking).toMatchObject({ answered: given.answered, counts: { citations: given.citations.length } });
    expect(asking.stages.map(({ stage }) => stage)).toEqual([
      ...given.retrieval.stats.stages.map(({ stage }) => stage),
      'answer',
    ]);
    expect(JSON.stringify(events)).not.toMatch(/lamp|nine/);
  });

  it('is told questions and queries where that is wanted', async () => {
    const kb = await open({ telemetry: { onEvent, recordQueries: true } });
    await kb.addDocuments([lamp]);
    await kb.ask(question);
    await kb.chat({ messages: [{ role: 'user', content: question }] });
    expect(operations().map(({ type, query }) => [type, query])).toEqual([
      ['add', undefined],
      ['ask', question],
      ['chat', question],
    ]);
  });

  it('is told of each call of a model with its tokens, and of their sum and cost', async () => {
    chat.reply(answer);
    const kb = await open(withModels());
    await kb.addDocuments([lamp, note('The harbour master keeps the key.')]);
    events.length = 0;
    await kb.ask(question);
    expect(calls()).toMatchObject([
      { purpose: 'embedding', model: 'openai-compatible:small', texts: 1, during: 'ask' },
      { purpose: 'reranking', model: 'tei:small', texts: 3, during: 'ask', collection: 'default' },
      { purpose: 'generation', texts: 2, usage: { inputTokens: 100, outputTokens: 10 } },
    ]);
    const [asking] = operations() as [OperationEvent];
    const embedded = calls()[0]!.usage!.inputTokens;
    expect(asking.modelCalls).toBe(3);
    expect(asking.usage).toEqual({ inputTokens: 100 + embedded, outputTokens: 10 });
    expect(asking.estimatedCostUsd).toBeCloseTo(120e-6, 9);
  });

  it('is told what failed by the code of its error', async () => {
    embeddings.reply({ status: 500 });
    const kb = await open(withModels());
    const { errors } = await kb.addDocuments([lamp]);
    expect(errors).toHaveLength(1);
    await kb.retrieve(question, { collection: 'nowhere' }).catch(() => {});
    await kb.retrieve(question, { signal: AbortSignal.abort() }).catch(() => {});
    expect(calls().map(({ errorCode }) => errorCode)).toEqual(['EMBEDDING']);
    expect(operations().map(({ type, errorCode }) => [type, errorCode])).toEqual([
      ['add', undefined],
      ['retrieve', 'COLLECTION_NOT_FOUND'],
      ['retrieve', 'AbortError'],
    ]);
    expect(operations()[0]!.counts).toMatchObject({ errors: 1, documentsInserted: 0 });
  });

  it('is told of a stream that nobody reads to its end, once', async () => {
    const kb = await open();
    await kb.addDocuments([lamp]);
    for await (const event of kb.askStream(question)) {
      expect(event.kind).not.toBe('done');
      break;
    }
    for await (const event of kb.askStream(question)) if (event.kind === 'done') break;
    expect(operations().map(({ type, errorCode }) => [type, errorCode])).toEqual([
      ['add', undefined],
      ['ask', 'AbortError'],
      ['ask', undefined],
    ]);
  });

  it('takes what its reader does between two pieces of a stream for no part of it', async () => {
    const kb = await open();
    await kb.addDocuments([lamp]);
    events.length = 0;
    for await (const event of kb.askStream(question)) if (event.kind === 'done') await kb.retrieve(question);
    expect(operations().map(({ type }) => type)).toEqual(['ask', 'retrieve']);
  });

  it('breaks nothing by what it throws, or by never coming back', async () => {
    const failures = [
      () => {
        throw new Error('full');
      },
      () => Promise.reject(new Error('full')),
      () => new Promise(() => {}),
    ];
    for (const failing of failures) {
      const kb = await open({ telemetry: { onEvent: failing } });
      expect(await kb.addDocuments([lamp])).toMatchObject({ success: true });
      expect((await kb.retrieve(question)).hits).toHaveLength(1);
    }
  });

  it('is told of every operation, and by whom', async () => {
    const kb = await open();
    await kb.addDocuments([lamp]);
    await kb.updateDocuments({
      documentIds: ['The lamp of '],
      metadataUpdates: { lit: true },
    });
    await kb.check();
    for await (const line of kb.export()) expect(line).not.toBe('');
    await using other = await openKnowledgeBase({ store: 'sqlite::memory:' }, { check: 'none' });
    await kb.copyTo(other);
    await kb
      .evaluate({ name: 'one', queries: [{ id: '1', query: question, relevant: [] }] } as never)
      .catch(() => {});
    const tenant = kb.scoped({ tenant: 'acme', access: 'write' });
    await tenant.addDocuments([lamp]);
    await tenant.retrieve(question);
    await tenant.removeCollection('default');
    await kb.documents();
    expect(operations().map(({ type, tenant: who, collection }) => [type, who, collection])).toEqual([
      ['add', undefined, 'default'],
      ['update', undefined, 'default'],
      ['check', undefined, undefined],
      ['export', undefined, undefined],
      ['copy', undefined, undefined],
      ['evaluate', undefined, 'default'],
      ['add', 'acme', 'default'],
      ['retrieve', 'acme', 'default'],
      ['removeCollection', 'acme', 'default'],
    ]);
  });

  it('tells what was redacted', async () => {
    const kb = await open({ ...withModels(), redact: hideHarbour });
    await kb.addDocuments([lamp]);
    expect(operations()).toMatchObject([{ type: 'add', redaction: { changed: 1, refused: 0 } }]);
  });
});

describe('OpenTelemetry', () => {
  const exporter = new InMemorySpanExporter();
  const register = () =>
    new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).register();
  beforeEach(() => exporter.reset());
  const spans = () => exporter.getFinishedSpans();
  const named = (name: string) => {
    const found = spans().filter((span) => span.name === name);
    expect(found.map(({ name: one }) => one)).toEqual([name]);
    return found[0]!;
  };
  const failed: SpanStatusCode.ERROR = 2;

  it('has a span for each operation, its stages and its calls of models, each below what it is part of', async () => {
    chat.reply(answer);
    register();
    const kb = await open({ ...withModels(), telemetry: {} });
    await kb.addDocuments([lamp]);
    exporter.reset();
    await kb.ask(question, { topK: 3 });
    const asking = named('pincite ask');
    const retrieving = named('retrieval default');
    expect(asking.parentSpanContext).toBeUndefined();
    expect(retrieving.parentSpanContext?.spanId).toBe(asking.spanContext().spanId);
    expect(retrieving.attributes).toMatchObject({
      'gen_ai.operation.name': 'retrieval',
      'gen_ai.data_source.id': 'default',
      'gen_ai.retrieval.top_k': 3,
      'pincite.hits': 1,
    });
    const stages = spans().filter(({ name }) => name.startsWith('stage '));
    expect(stages.length).toBeGreaterThan(5);
    for (const { parentSpanContext, attributes } of stages) {
      expect(parentSpanContext?.spanId).toBe(retrieving.spanContext().spanId);
      expect(attributes['pincite.stage.count']).toBeTypeOf('number');
    }
    const written = named('chat llama3');
    expect(written.parentSpanContext?.spanId).toBe(asking.spanContext().spanId);
    expect(written.attributes).toMatchObject({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai-compatible',
      'gen_ai.request.model': 'llama3',
      'gen_ai.usage.input_tokens': 100,
      'gen_ai.usage.output_tokens': 10,
    });
    const reranked = named('rerank small');
    const above = stages.find(({ attributes }) => attributes['pincite.stage'] === 'rerank')!;
    expect(reranked.parentSpanContext?.spanId).toBe(above.spanContext().spanId);
    expect(named('embeddings small').attributes['gen_ai.usage.input_tokens']).toBeTypeOf('number');
    const said = spans().map(({ attributes, events: noted, status }) => ({ attributes, noted, status }));
    expect(JSON.stringify(said)).not.toMatch(/lamp|nine/);
  });

  it('continues the trace of whoever calls, and holds the query where that is wanted', async () => {
    register();
    const kb = await open({ telemetry: { recordQueries: true } });
    await kb.addDocuments([lamp]);
    const tracer = trace.getTracer('caller');
    await tracer.startActiveSpan('request', async (span) => {
      await kb.scoped({ tenant: null, access: 'read' }).retrieve(question);
      span.end();
    });
    const retrieving = named('retrieval default');
    expect(retrieving.parentSpanContext?.spanId).toBe(named('request').spanContext().spanId);
    expect(retrieving.attributes['gen_ai.retrieval.query.text']).toBe(question);
  });

  it('marks what failed by the code of its error alone', async () => {
    register();
    const kb = await open({ telemetry: {} });
    await kb.retrieve(question, { collection: 'nowhere' }).catch(() => {});
    const retrieving = named('retrieval nowhere');
    expect(retrieving.status).toEqual({ code: failed });
    expect(retrieving.attributes['error.type']).toBe('COLLECTION_NOT_FOUND');
  });

  it('is not touched where the program has registered no tracer', async () => {
    const kb = await open({ telemetry: {} });
    register(); // after it was opened
    await kb.addDocuments([lamp]);
    expect(spans()).toEqual([]);
  });
});
