import { EventEmitter, once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import * as openTelemetry from '@opentelemetry/api';
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventsOf, startServer, type TestServer } from '../../../test/support/http-server.ts';
import { leanAnswerSchema, leanCitationSchema, leanDocumentSchema, leanSearchSchema } from '../../schemas.ts';

const examples = new URL('../../../examples/documents/', import.meta.url).pathname;
let server: TestServer;
beforeAll(async () => {
  server = await startServer({}, { ingest: { keepOriginals: true } });
  await server.kb.addDocuments([
    `${examples}supply-agreement-2024.pdf`,
    {
      source: `${examples}travel-and-field-work-policy.md`,
      documentId: 'policy',
      title: 'Travel\r\nX-Evil: 1 “policy”',
    },
  ]);
});
afterAll(() => server.close());

const json = async (response: Response) => (await response.json()) as Record<string, never>;
const first = async () => {
  const { documents } = (await json(await server.ask('/v1/documents?filter={"format":"pdf"}'))) as never as {
    documents: { id: string }[];
  };
  return documents[0]!.id;
};

describe('POST /v1/search', () => {
  it('gives lean hits with links, and more where it is asked for', async () => {
    const lean = await json(await server.ask('/v1/search', { json: { query: 'notice period', topK: 3 } }));
    expect(leanSearchSchema.strict().parse(lean).results).toHaveLength(3);
    expect(lean).toHaveProperty(['results', 0, 'url'], expect.stringContaining(`${server.url}/documents/`));
    const full = await server.ask('/v1/search', {
      json: { query: 'notice period', topK: 1, include: ['chunks', 'scores', 'timings', 'retrieval'] },
    });
    expect(await json(full)).toMatchObject({
      results: [{ chunk: { level: 3 }, scores: { rank: 1 } }],
      timings: { totalMs: expect.any(Number) },
      retrieval: { hits: [{}] },
    });
  });

  it('says where words of the query stand in the excerpts', async () => {
    const response = await server.ask('/v1/search', { json: { query: 'notice period', include: ['marks'] } });
    const { results } = leanSearchSchema.strict().parse(await json(response));
    for (const { documentId, best } of results.slice(0, 3)) {
      const path = `/v1/documents/${documentId}/text?charStart=${best![0]}&charEnd=${best![1]}`;
      expect(await json(await server.ask(path))).toMatchObject({
        text: expect.stringMatching(/notice|notified|period/i),
      });
    }
    const marked = results.flatMap(({ excerpt, marks }) =>
      marks!.map(([start, end]) => excerpt.slice(start, end)),
    );
    expect(marked.length).toBeGreaterThan(3);
    for (const word of marked) expect(word).toMatch(/^(notice|notified|period)/i);
  });

  it('takes filters, and says where one is wrong', async () => {
    const filter = { format: 'markdown' };
    const { results } = await json(await server.ask('/v1/search', { json: { query: 'travel', filter } }));
    expect(new Set((results as never as { documentId: string }[]).map((hit) => hit.documentId))).toEqual(
      new Set(['policy']),
    );
    const wrong = await server.ask('/v1/search', { json: { query: 'x', filter: { year: { $gte1: 1 } } } });
    expect(wrong.status).toBe(400);
    expect(wrong.headers.get('content-type')).toBe('application/problem+json');
    expect(await json(wrong)).toMatchObject({ status: 400, code: 'FILTER', position: 'year.$gte1' });
  });
});

describe('POST /v1/route', () => {
  it('says where a query would be searched', async () => {
    const route = await json(await server.ask('/v1/route', { json: { query: 'the notice period' } }));
    expect(route).toMatchObject({ collections: ['default'], by: 'default', warnings: [] });
  });
});

describe('POST /v1/ask', () => {
  const question = 'How long is the initial term of the supply agreement?';

  it('answers with citations that stand in their documents', async () => {
    const answer = leanAnswerSchema
      .strict()
      .parse(await json(await server.ask('/v1/ask', { json: { question } })));
    const cited = [...answer.citations, ...(answer.nearest ?? [])];
    expect(cited.length).toBeGreaterThan(0);
    for (const { documentId, charStart, charEnd, quote } of cited) {
      const path = `/v1/documents/${documentId}/text?charStart=${charStart}&charEnd=${charEnd}`;
      expect(await json(await server.ask(path))).toMatchObject({ text: quote });
    }
  });

  it('streams: sources first, then words and citations, the whole answer last', async () => {
    const headers = { Accept: 'text/event-stream' };
    const response = await server.ask('/v1/ask', { json: { question }, headers });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const events = await eventsOf(response);
    expect(events[0]!.event).toBe('sources');
    expect(events.at(-1)!.event).toBe('done');
    const { answer } = leanAnswerSchema.parse(events.at(-1)!.data);
    const words = events
      .filter(({ event }) => event === 'delta')
      .map(({ data }) => (data as { text: string }).text);
    expect(words.join('')).toBe(answer);
    const whole = await json(await server.ask('/v1/ask', { json: { question } }));
    expect(events.at(-1)!.data).toEqual(whole);
  });

  it('makes a follow-up stand alone by what was said before', async () => {
    const messages = [
      { role: 'user', content: 'Which law governs the supply agreement?' },
      { role: 'assistant', content: 'The law of Ireland.' },
    ];
    const asked = { question: 'And when does it end?', messages };
    const answer = leanAnswerSchema.strict().parse(await json(await server.ask('/v1/ask', { json: asked })));
    expect(answer.standalone).toMatchObject({
      rewrittenBy: 'rule',
      question: expect.stringContaining('supply agreement'),
    });
    const headers = { Accept: 'text/event-stream' };
    const events = await eventsOf(await server.ask('/v1/ask', { json: asked, headers }));
    expect(events[0]).toMatchObject({ event: 'question', data: answer.standalone });
  });

  it('says in the stream what goes wrong on the way', async () => {
    const headers = { Accept: 'text/event-stream' };
    const response = await server.ask('/v1/ask', { json: { question, collection: 'none' }, headers });
    expect((await eventsOf(response)).at(-1)).toMatchObject({
      event: 'error',
      data: { status: 404, code: 'COLLECTION_NOT_FOUND' },
    });
  });
});

describe('/v1/documents', () => {
  it('are listed page by page', async () => {
    const one = await json(await server.ask('/v1/documents?limit=1'));
    expect(one).toMatchObject({ total: 2, documents: [{}], nextCursor: expect.any(String) });
    const two = await json(await server.ask(`/v1/documents?limit=1&cursor=${String(one['nextCursor'])}`));
    expect(two).not.toHaveProperty('nextCursor');
    expect(two['documents']).not.toEqual(one['documents']);
    expect((await server.ask('/v1/documents?cursor=1')).status).toBe(400);
    const ofAnother = `/v1/documents?limit=1&filter={"format":"pdf"}&cursor=${String(one['nextCursor'])}`;
    expect((await server.ask(ofAnother)).status).toBe(400);
    expect((await server.ask('/v1/documents?filter={')).status).toBe(400);
  });

  it('change their metadata, and go', async () => {
    await server.kb.addDocuments([{ source: 'It will go.', sourceType: 'text', documentId: 'a/b ü' }]);
    const path = `/v1/documents/${encodeURIComponent('a/b ü')}`;
    const init = { method: 'PATCH', json: { metadata: { client: 'acme', tags: ['x'] } } };
    const changed = leanDocumentSchema.strict().parse(await json(await server.ask(path, init)));
    expect(changed).toMatchObject({ metadata: { client: 'acme' }, tags: ['x'] });
    expect(await json(await server.ask(path))).toEqual(changed);
    expect((await server.ask(path, { method: 'DELETE' })).status).toBe(204);
    expect((await server.ask(path)).status).toBe(404);
    expect((await server.ask(path, { method: 'DELETE' })).status).toBe(404);
  });

  it('have an outline, and words with their places on a page', async () => {
    const id = await first();
    const outline = await json(await server.ask(`/v1/documents/${id}/outline`));
    expect(outline['sections']).toContainEqual(expect.objectContaining({ page: expect.any(Number) }));
    const layout = (await json(await server.ask(`/v1/documents/${id}/pages/1/layout`))) as never as {
      width: number;
      words: { text: string; charStart: number; x0: number; x1: number }[];
    };
    const { text } = (await json(await server.ask(`/v1/documents/${id}/text`))) as never as { text: string };
    expect(layout.words.length).toBeGreaterThan(20);
    for (const word of layout.words) {
      expect(text.startsWith(word.text, word.charStart)).toBe(true);
      expect(word.x0 >= 0 && word.x1 <= layout.width).toBe(true);
    }
    expect((await server.ask(`/v1/documents/${id}/pages/999/layout`)).status).toBe(404);
  });

  it('have chunks', async () => {
    const one = await json(await server.ask(`/v1/documents/${await first()}/chunks?limit=1`));
    expect(one).toMatchObject({
      chunks: [{ id: expect.any(String), charStart: 0 }],
      nextCursor: expect.any(String),
    });
  });

  it('have pictures of their pages, which a browser keeps, and shows to no other key', async () => {
    const path = `/v1/documents/${await first()}/pages/1.png?scale=1`;
    const picture = await server.ask(path);
    expect(picture.headers.get('content-type')).toBe('image/png');
    expect(picture.headers.get('cache-control')).toBe('private, no-cache');
    expect(picture.headers.get('vary')).toContain('Authorization');
    const bytes = Buffer.from(await picture.arrayBuffer());
    expect([...bytes.subarray(1, 4)].map((code) => String.fromCodePoint(code)).join('')).toBe('PNG');
    const etag = picture.headers.get('etag')!;
    expect((await server.ask(path, { headers: { 'If-None-Match': etag } })).status).toBe(304);
    expect((await server.ask(path.replace('1.png', '0.png'))).status).toBe(400);
    expect((await server.ask('/v1/documents/policy/pages/1.png')).status).toBe(404);
  });

  it('give their original as a file to save, under a name that is one line', async () => {
    const response = await server.ask('/v1/documents/policy/original');
    expect(Buffer.from(await response.arrayBuffer())).toEqual(
      await readFile(`${examples}travel-and-field-work-policy.md`),
    );
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="Travel__X-Evil_ 1 _policy_/,
    );
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
    expect(response.headers.has('x-evil')).toBe(false);
  });
});

describe('the page', () => {
  it('is at the address of each view, and where links of citations lead', async () => {
    const { citations, nearest = [] } = leanAnswerSchema.parse(
      await json(
        await server.ask('/v1/ask', { json: { question: 'Which law governs the supply agreement?' } }),
      ),
    );
    const url = [...citations, ...nearest][0]!.url!;
    for (const address of ['/', '/search', '/library', '/evaluation', url.slice(server.url.length)]) {
      const page = await server.ask(address);
      expect([address, page.status, page.headers.get('content-type')]).toEqual([
        address,
        200,
        'text/html; charset=utf-8',
      ]);
      const policy = page.headers.get('content-security-policy');
      expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'/);
      expect(policy).not.toMatch(/unsafe|https?:|\*/);
    }
    expect((await server.ask('/documents/any?at=x')).status).toBe(400);
  });

  it('loads files by names that change with what is in them, and no others', async () => {
    const html = await (await server.ask('/')).text();
    const files = Array.from(html.matchAll(/(?:src|href)="(\/page\/[^"]+)"/g), ([, path]) => path!);
    expect(files).toHaveLength(3);
    expect(html).not.toMatch(/<style|<script>|https?:/);
    for (const path of files) {
      const file = await server.ask(path, { headers: { 'Accept-Encoding': 'gzip' } });
      expect(file.headers.get('cache-control')).toContain('immutable');
      expect([file.status, file.headers.get('content-encoding')]).toEqual([200, 'gzip']);
    }
    for (const path of ['/page/index.html', '/page/..%2Fcli.mjs', '/page/x.js', '/page/']) {
      expect((await server.ask(path)).status).toBe(404);
    }
  });
});

describe('GET /v1/documents/{id}/citation', () => {
  it('gives the citation of a span, and its entries for bibliographies', async () => {
    const { text } = (await json(await server.ask(`/v1/documents/${await first()}/text`))) as never as {
      text: string;
    };
    const charStart = text.indexOf('governed by the law of Ireland');
    const query = `charStart=${charStart}&charEnd=${charStart + 30}`;
    const { citation, apa, bibtex } = await json(
      await server.ask(`/v1/documents/${await first()}/citation?${query}`),
    );
    expect(leanCitationSchema.strict().parse(citation)).toMatchObject({
      quote: 'governed by the law of Ireland',
      pages: [7],
      rects: [{ page: 7 }],
    });
    expect(apa).toMatch(/^Sundmere Instruments plc\. \(2024\)\. \*Framework Supply Agreement\*/);
    expect(bibtex).toMatch(/^@\w+\{supply-agreement-2024/);
    const behind = `/v1/documents/${await first()}/citation?charStart=9999990&charEnd=9999999`;
    expect((await server.ask(behind)).status).toBe(404);
  });
});

describe('POST /v1/citations/verify', () => {
  it('finds a quote, or says that it does not stand there', async () => {
    const body = { documentId: await first(), quote: 'SUPPLY  AGREEMENT' };
    const found = leanCitationSchema
      .strict()
      .parse(await json(await server.ask('/v1/citations/verify', { json: body })));
    expect(found).toMatchObject({ located: 'normalised', pages: [1] });
    expect(found.rects.length).toBeGreaterThan(0);
    const gone = await server.ask('/v1/citations/verify', {
      json: { ...body, quote: 'a promise never made' },
    });
    expect(await json(gone)).toMatchObject({ located: 'no', rects: [] });
  });
});

describe('/mcp', () => {
  it('serves the official client, with links of this server', async () => {
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`)));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('add_documents');
    const { structuredContent } = await client.callTool({
      name: 'search',
      arguments: { query: 'governing law', limit: 1 },
    });
    expect(structuredContent).toMatchObject({
      results: [{ url: expect.stringContaining(`${server.url}/documents/`) }],
    });
    const refused = await client.callTool({ name: 'add_documents', arguments: { sources: ['/etc/passwd'] } });
    expect(refused).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('is no address on the web') }],
    });
    await client.close();
  });
});

describe('/v1/eval', () => {
  it('runs queries with known answers, and reports', async () => {
    const queries = [{ query: 'travel by train', relevantDocuments: ['policy'] }];
    const configurations = [{ name: 'both' }, { name: 'words', retrieve: { mode: 'keyword' } }];
    const begun = await server.ask('/v1/eval', { json: { queries, configurations, metrics: ['mrr'] } });
    expect(begun.status).toBe(202);
    const { id } = (await json(begun)) as never as { id: string };
    const state = async () => await json(await server.ask(`/v1/eval/${id}`));
    await expect.poll(async () => (await state())['state']).toBe('done');
    expect(await state()).toMatchObject({
      done: 2,
      configurations: [
        { name: 'both', metrics: { mrr: 1 } },
        { name: 'words', metrics: { mrr: 1 } },
      ],
    });
    const report = await server.ask(`/v1/eval/${id}/report`);
    expect(report.headers.get('content-type')).toContain('text/html');
    expect(await report.text()).toContain('<svg');
    expect((await json(await server.ask('/v1/eval')))['runs']).toHaveLength(1);
  });

  it('says which query is wrong', async () => {
    const queries = [{ query: 'x', relevantDocument: ['policy'] }];
    expect(await json(await server.ask('/v1/eval', { json: { queries } }))).toMatchObject({
      status: 400,
      code: 'CONFIG',
    });
    const twice = [...'xyx'].map((query) => ({ query, relevantDocuments: ['policy'] }));
    expect(await json(await server.ask('/v1/eval', { json: { queries: twice } }))).toMatchObject({
      detail: expect.stringMatching(/^queries:4:\d+: this query stands on line 2 already$/),
      hint: 'docs/evaluation.md shows the keys of a query set.', // not where it lies on the server
    });
    const unknown = [{ query: 'x', relevantDocuments: ['none'] }];
    const { id } = (await json(await server.ask('/v1/eval', { json: { queries: unknown } }))) as never as {
      id: string;
    };
    await expect
      .poll(async () => await json(await server.ask(`/v1/eval/${id}`)))
      .toMatchObject({ state: 'failed', problem: { code: 'CONFIG' } });
  });
});

describe('requests that are none', () => {
  it.each([
    [
      'malformed JSON',
      '/v1/search',
      { method: 'POST', body: '{', headers: { 'Content-Type': 'application/json' } },
      400,
    ],
    [
      'another type',
      '/v1/search',
      { method: 'POST', body: 'x', headers: { 'Content-Type': 'text/plain' } },
      415,
    ],
    ['no body', '/v1/search', { method: 'POST', headers: { 'Content-Type': 'application/json' } }, 400],
    ['unknown keys', '/v1/search', { json: { query: 'x', topk: 1 } }, 400],
    ['an empty query', '/v1/search', { json: { query: '  ' } }, 400],
    ['too large', '/v1/search', { json: { query: 'x'.repeat(2_000_000) } }, 413],
    ['no such path', '/v1/nothing', {}, 404],
    ['no such method', '/v1/search', {}, 405],
    ['no such document', '/v1/documents/none', {}, 404],
    ['a path in an id', '/v1/documents/..%2F..%2Fetc%2Fpasswd/original', {}, 404],
    ['no such collection', '/v1/documents?collection=none', {}, 404],
    ['an unknown parameter', '/v1/documents?where=%7Bbad', {}, 400],
    ['a parameter where there is none', '/v1/stats?collection=x&limit=3', {}, 400],
    ['no such version', '/v1/documents/policy?version=7', {}, 404],
  ])('%s', async (_, path, init, status) => {
    const response = await server.ask(path, init);
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    const problem = await json(response);
    expect(problem).toMatchObject({ status, requestId: response.headers.get('x-request-id') });
    expect(JSON.stringify(problem)).not.toMatch(/node_modules|\.ts:|passwd\n/);
    if (status === 405) expect(response.headers.get('allow')).toBe('POST');
  });
});

it('tells whoever follows a link in a browser what is wrong on a page that leads back', async () => {
  const headers = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  const wrong = {
    '/nonsense': 404,
    '/library/': 404,
    '/documents/policy?page=0': 400,
    '/v1/documents/<b>': 404,
  };
  for (const [path, status] of Object.entries(wrong)) {
    const response = await server.ask(path, { headers });
    expect([path, response.status]).toEqual([path, status]);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const page = await response.text();
    expect(page).toContain('<a href="/">Ask your documents</a>');
    expect(page).not.toContain('<b>');
  }
});

it('tells the clients of OpenAI what is wrong in their shape too', async () => {
  const messages = [{ role: 'user', content: 'Who?' }];
  const reply = await server.ask('/v1/chat/completions', { json: { model: 'none', messages } });
  expect(reply.status).toBe(404);
  expect(await json(reply)).toMatchObject({
    code: 'COLLECTION_NOT_FOUND',
    error: { message: expect.stringContaining('"none"'), type: 'invalid_request_error', param: null },
  });
  const other = await server.ask('/v1/embeddings', { json: { model: 'default', input: 'Who?' } });
  expect(await json(other)).toMatchObject({ status: 404, error: { code: 'NOT_FOUND' } });
  expect(await json(await server.ask('/v1/documents/none'))).not.toHaveProperty('error');
});

const problemsOf = async (path: string, body: object) => {
  const { problems } = await json(await server.ask(path, { json: body }));
  return String(problems);
};

it('says of a key of a body that is not known which one was meant', async () => {
  expect(await problemsOf('/v1/ask', { quest: 'Who?' })).toMatch(/"quest", did you mean question\?/);
  expect(await problemsOf('/v1/search', { query: 'x', topk: 3 })).toMatch(/"topk", did you mean topK\?/);
  expect(await problemsOf('/v1/search', { query: 'x', zzz: 3 })).not.toContain('did you mean');
});

describe('parameters of a query', () => {
  it('that are not known are named, with what was meant', async () => {
    const wrong = await json(await server.ask('/v1/documents/policy/text?start=0&charend=50'));
    expect(wrong).toMatchObject({
      code: 'CONFIG',
      problems: [
        'start: there is no such parameter, did you mean charStart?',
        'charend: there is no such parameter, did you mean charEnd?',
      ],
      hint: expect.stringMatching(/^It takes .*charStart, charEnd/),
    });
  });

  it('that are missing or no numbers are said to be', async () => {
    const missing = await json(await server.ask('/v1/documents/policy/citation'));
    expect(missing['detail']).toBe(
      'Something in the query is wrong: charStart: must be given, as a number; charEnd: must be given, as a number',
    );
    const body = await json(await server.ask('/v1/search', { json: {} }));
    expect(body['problems']).toEqual(['query: is missing']);
  });

  it('of programs that others made are taken as they come', async () => {
    expect((await server.ask('/v1/models?api-version=2')).status).toBe(200);
    expect((await server.ask('/livez?verbose')).status).toBe(200);
  });
});

describe('limits', () => {
  it('refuses more than a caller may have, with the time to wait', async () => {
    await using small = await startServer({ limits: { requestsPerMinute: 60 } });
    const all = await Promise.all(Array.from({ length: 30 }, () => small.ask('/v1/collections')));
    const refused = all.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(5); // a second brings one more
    expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(all.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(10);
  });

  it('ends a request whose body does not come', async () => {
    await using small = await startServer({ limits: { requestMs: 300 } });
    const { hostname, port } = new URL(small.url);
    const headers = { 'Content-Type': 'application/json', 'Content-Length': '100' };
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const slow = request({ hostname, port, path: '/v1/search', method: 'POST', headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      slow.on('error', reject);
      slow.write('{"query": ');
    });
    expect(status).toBe(504);
  });
});

it('lets what is under way end when it stops', async () => {
  const events = new EventEmitter();
  const [isAsked, mayAnswer] = [once(events, 'asked'), once(events, 'answer')];
  const model = {
    modelId: 'slow',
    dimensions: 2,
    maxTokens: 100,
    embed: async (texts: readonly string[], { role }: { role: string }) => {
      if (role === 'query') events.emit('asked');
      if (role === 'query') await mayAnswer;
      return texts.map(() => Float32Array.of(1, 0));
    },
  };
  const stopping = await startServer({}, { embedding: { model } });
  await stopping.kb.addDocuments([{ source: 'The pump runs.', sourceType: 'text', documentId: 'pump' }]);
  const running = stopping.ask('/v1/ask', { json: { question: 'What runs?' } });
  await isAsked;
  const closed = stopping.close();
  events.emit('answer');
  expect((await running).status).toBe(200);
  await closed;
  await expect(fetch(`${stopping.url}/livez`)).rejects.toThrow();
});

it('belongs to the trace that the caller is in', async () => {
  const exporter = new InMemorySpanExporter();
  const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  provider.register();
  try {
    await using traced = await startServer();
    const id = '0af7651916cd43dd8448eb211c80319c';
    const headers = { traceparent: `00-${id}-b7ad6b7169203331-01` };
    await traced.ask('/v1/search', { json: { query: 'x', collection: 'none' }, headers });
    expect(exporter.getFinishedSpans().map((span) => span.spanContext().traceId)).toContain(id);
  } finally {
    await provider.shutdown();
    for (const part of [openTelemetry.trace, openTelemetry.context, openTelemetry.propagation])
      part.disable();
  }
});

it('is ready, and says so', async () => {
  const ready = await server.ask('/readyz');
  expect([ready.status, await json(ready)]).toMatchObject([200, { ready: true }]);
  expect(await json(await server.ask('/livez'))).toEqual({ live: true });
  const metrics = await (await server.ask('/metrics')).text();
  expect(metrics).toMatch(
    /pincite_http_request_duration_seconds_count\{method="POST",route="\/v1\/search",status="200"\} \d/,
  );
  expect(metrics).toContain('pincite_sources_waiting 0');
});

it('answers requests of the Fetch standard that come over no wire', async () => {
  const { app } = server.server;
  const asked = (path: string, init?: RequestInit) => app.fetch(new Request(server.url + path, init));
  expect(await json(await asked('/livez'))).toEqual({ live: true });
  const body = JSON.stringify({ query: 'key' });
  const headers = { 'Content-Type': 'application/json' };
  expect((await asked('/v1/search', { method: 'POST', headers, body })).status).toBe(200);
  expect((await app.fetch(new Request('http://elsewhere.example/v1/documents'))).status).toBe(403);
});

it('stops the work when the client goes away, and a stream when the server stops', async () => {
  await using waiting = await startServer({ workers: 0, shutdownMs: 200 });
  const files = new FormData();
  files.append('files', new File(['It waits.'], 'waits.txt'));
  const { id } = (await json(
    await waiting.ask('/v1/documents', { method: 'POST', body: files }),
  )) as never as { id: string };
  const lines = () => waiting.log.filter((line) => line.includes('/v1/jobs/:id/events')).length;
  const away = new AbortController();
  const watched = await waiting.ask(`/v1/jobs/${id}/events`, { signal: away.signal });
  expect(watched.status).toBe(200);
  away.abort();
  await expect.poll(lines).toBe(1);
  await expect
    .poll(async () => await (await waiting.ask('/metrics')).text())
    .toContain('pincite_http_requests_under_way 1'); // the one that asks
  const second = await waiting.ask(`/v1/jobs/${id}/events`);
  const ended = second.text().catch(() => 'broken off');
  const started = performance.now();
  await waiting.server.close();
  expect(performance.now() - started).toBeLessThan(10_000);
  await ended;
});

it('logs no query, and says which route was asked for', async () => {
  await server.ask('/v1/search', { json: { query: 'confidential-word' } });
  await server.ask('/v1/documents/secret-name');
  await expect.poll(() => server.log.join('\n')).toContain('/v1/documents/:id');
  const log = server.log.join('\n');
  expect(log).not.toMatch(/confidential-word|secret-name/);
});
