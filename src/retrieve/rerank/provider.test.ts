import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  scoreOf,
  startRerankingServer,
  type RerankingServer,
} from '../../../test/support/reranking-server.ts';
import { RerankingError } from '../../errors.ts';
import { openProviderReranker } from './provider.ts';

let server: RerankingServer;
beforeEach(async () => {
  server = await startRerankingServer();
});
afterEach(() => server.close());

const open = (
  model = 'jina:small',
  options: { apiKey?: string; maxRetries?: number } = { apiKey: 'secret' },
) =>
  openProviderReranker({
    model,
    baseUrl: server.baseUrl,
    timeoutMs: 5000,
    maxRetries: 0,
    redact: undefined,
    ...options,
  });

describe('openProviderReranker', () => {
  it('asks each provider as it wants to be asked, the key in a header', async () => {
    for (const model of ['cohere:a', 'mixedbread:b', 'tei:c']) await open(model).rerank('q', ['one', 'two']);
    expect(server.requests).toEqual([
      {
        path: '/v1/rerank',
        authorization: 'Bearer secret',
        body: { model: 'a', query: 'q', documents: ['one', 'two'] },
      },
      {
        path: '/v1/reranking',
        authorization: 'Bearer secret',
        body: { model: 'b', query: 'q', input: ['one', 'two'], top_k: 2 },
      },
      {
        path: '/v1/rerank',
        authorization: 'Bearer secret',
        body: { model: 'c', query: 'q', texts: ['one', 'two'], truncate: true },
      },
    ]);
  });

  it('sends no more at once than the server takes', async () => {
    const passages = Array.from({ length: 70 }, (_, index) => `passage ${index}`);
    const scores = await open('tei:small').rerank('q', passages);
    expect(scores).toEqual(passages.map((passage) => scoreOf('q', passage)));
    expect(server.requests.map(({ body }) => (body['texts'] as string[]).length)).toEqual([32, 32, 6]);
  });

  it('takes scores that are above 1 by a rounding for what they are', async () => {
    server.reply({ rewrite: () => ({ results: [{ index: 0, relevance_score: 1.0000001 }] }) });
    expect((await open().rerank('q', ['one']))[0]).toBeCloseTo(1, 5);
  });

  it('leaves unscored what the provider leaves out, and takes logits by their sigmoid from then on', async () => {
    const reranker = open();
    server.reply(
      { rewrite: ([first]) => ({ results: [first] }) },
      {
        rewrite: () => ({
          results: [
            { index: 0, relevance_score: 3 },
            { index: 1, relevance_score: 0 },
          ],
        }),
      },
      {
        rewrite: () => ({
          results: [
            { index: 0, relevance_score: 0 },
            { index: 1, relevance_score: 1 },
          ],
        }),
      },
    );
    const [one, two] = await reranker.rerank('q', ['one', 'two']);
    expect([one, two].filter((score) => score === undefined)).toHaveLength(1);
    expect((await reranker.rerank('q', ['one', 'two']))[0]).toBeCloseTo(0.9526, 3);
    expect((await reranker.rerank('q', ['one', 'two']))[0]).toBe(0.5);
  });

  it('scores nothing once the time budget is over', async () => {
    server.reply({ fault: 'hang' });
    expect(await open().rerank('q', ['one', 'two'], { timeBudgetMs: 50 })).toEqual([undefined, undefined]);
  });

  it.each([
    [{ status: 401 }, 'authentication', /refused the API key/],
    [{ status: 404 }, 'not found', /reranking\.model/],
    [{ status: 400, message: 'too long' }, 'request', /too long/],
    [{ fault: 'drop' as const }, 'unreachable', /cannot be reached/],
    [{ fault: 'nonsense' as const }, 'protocol', /no ranking/],
    [{ rewrite: () => ({ results: [{ index: 7, relevance_score: 1 }] }) }, 'protocol', /not given/],
    [{ rewrite: () => ({ results: [{ index: 0 }] }) }, 'protocol', /not given/],
    [{ rewrite: () => ({ scores: [] }) }, 'protocol', /no ranking/],
  ])('says what is wrong: %j', async (reply, reason, message) => {
    server.reply(reply);
    const failure = await open()
      .rerank('q', ['one', 'two'])
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(RerankingError);
    const { message: said, hint, context } = failure as RerankingError;
    expect(context).toMatchObject({ reason });
    expect(`${said} ${hint}`).toMatch(message);
    expect(`${said} ${hint}`).not.toMatch(/secret/);
  });

  it('tries again after a server error, and sends nothing without a key', async () => {
    server.reply({ status: 503 }, {});
    const scores = await open('jina:small', { apiKey: 'k', maxRetries: 1 }).rerank('q', ['one']);
    expect(scores[0]).toBeGreaterThanOrEqual(0);
    const keyless = openProviderReranker({
      model: 'jina:small',
      timeoutMs: 1000,
      maxRetries: 0,
      redact: undefined,
    });
    await expect(keyless.rerank('q', ['one'])).rejects.toMatchObject({
      hint: expect.stringMatching(/JINA_API_KEY/),
    });
  });
});
