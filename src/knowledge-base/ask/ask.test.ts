import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimsReply, noAnswerReply, passagesOf } from '../../../test/support/answering-model.ts';
import { collect } from '../../../test/support/collect.ts';
import {
  startOpenAiServer,
  type ChatRequest,
  type OpenAiServer,
} from '../../../test/support/openai-server.ts';
import type { AnswerEvent } from '../../answer/draft.ts';
import type { ConfigInput } from '../../config/config.ts';
import { openKnowledgeBase, type KnowledgeBase } from '../knowledge-base.ts';

const documents = {
  'lease.md':
    '# Lease\n\nThe tenant pays rent of 900 euros on the first day of each month. The tenant does not pay for water.',
  'letter.md': '# Letter\n\nThe rent will be 940 euros from May 2027, the landlord writes to the tenant.',
};
const question = 'How much rent does the tenant pay?';
const rent = 'The tenant pays rent of 900 euros on the first day of each month.';

let server: OpenAiServer;
let kb: KnowledgeBase;
beforeAll(async () => {
  server = await startOpenAiServer();
  kb = await open();
});
afterAll(async () => {
  await kb.close();
  await server.close();
});

async function open(
  settings: ConfigInput['answer'] = {},
  llm: ConfigInput['llm'] = {},
): Promise<KnowledgeBase> {
  const opened = await openKnowledgeBase(
    {
      store: 'sqlite::memory:',
      answer: { model: 'openai-compatible:tiny', ...settings },
      llm: { baseUrl: server.baseUrl, ...llm },
      calls: { maxRetries: 0, timeoutMs: 5000 },
    },
    { check: 'none' },
  );
  const inputs = Object.entries(documents).map(([uri, source]) => ({
    source,
    sourceType: 'text' as const,
    uri,
  }));
  await opened.addDocuments(inputs);
  return opened;
}

/** The number of the passage that has these words. */
const numberOf = (words: string) => (body: ChatRequest) =>
  passagesOf(body).findIndex((passage) => passage.includes(words)) + 1;

const honest = (body: ChatRequest) =>
  claimsReply(
    {
      text: 'The tenant pays rent of 900 euros each month.',
      quotes: [[numberOf('900')(body), 'rent of 900 euros']],
    },
    {
      text: 'From May 2027 the rent will be 940 euros.',
      quotes: [[numberOf('940')(body), 'The rent will be 940 euros from May 2027']],
    },
  );

/** The same with markers, one of them of no passage. */
const prose = (body: ChatRequest) => ({
  text: `The tenant pays rent of 900 euros [${numberOf('900')(body)}]. The tenant does not pay for water. [${numberOf('900')(body)}][9]`,
});

/** The words of a stream since its last restart. */
function wordsOf(events: readonly AnswerEvent[]): string {
  const from = events.findLastIndex(({ kind }) => kind === 'restart') + 1;
  return events
    .slice(from)
    .map((event) => (event.kind === 'text' ? event.text : ''))
    .join('');
}

async function stream(asked = question): Promise<{ events: AnswerEvent[]; kinds: string }> {
  const events = await collect(kb.askStream(asked));
  const kinds = events.map(({ kind }) => kind);
  const last = events.at(-1)!;
  expect(last.kind === 'done' && last.answer.answer).toBe(wordsOf(events));
  return { events, kinds: kinds.filter((kind, index) => kind !== kinds[index - 1]).join(' ') };
}

describe('ask with a language model', () => {
  it('answers in its words, with citations of what it quotes', async () => {
    server.reply(honest);
    const answer = await kb.ask(question);
    expect(answer).toMatchObject({
      answered: true,
      answer:
        'The tenant pays rent of 900 euros each month. [1] From May 2027 the rent will be 940 euros. [2]',
      model: 'openai-compatible:tiny',
      usage: { inputTokens: 100, outputTokens: 10 },
      warnings: [],
    });
    expect(answer.citations.map(({ sourceId, quote, located }) => [sourceId, quote, located])).toEqual([
      [1, 'rent of 900 euros', 'exact'],
      [2, 'The rent will be 940 euros from May 2027', 'exact'],
    ]);
    expect(answer.claims.every(({ supported }) => supported === 'unchecked')).toBe(true);
  });

  it('streams words, then citations as their quotes are found, then their markers', async () => {
    server.reply(honest);
    const { events, kinds } = await stream();
    expect(kinds).toBe('retrieval asking text citation text claim text citation text claim done');
    expect(events[1]).toEqual({
      kind: 'asking',
      model: 'openai-compatible:tiny',
      host: new URL(server.baseUrl).host,
    });
    expect(events[2]).toEqual({ kind: 'text', text: 'The ' });
  });

  it('reads prose with markers where the server takes no schemas, and asks with them no more', async () => {
    server.reply({ status: 400, message: 'response_format is not supported' }, prose);
    const model = 'openai-compatible:plain';
    const { answer, citations, warnings } = await kb.ask(question, { model });
    expect(answer).toBe('The tenant pays rent of 900 euros. [1] The tenant does not pay for water. [2]');
    expect(citations.map(({ quote }) => quote)).toEqual([rent, 'The tenant does not pay for water.']);
    expect(warnings).toEqual(['The marker [9] points at no passage and was removed.']);
    await kb.ask(question, { model });
    expect(server.requests.slice(-3).map(({ body }) => body.response_format?.type)).toEqual([
      'json_schema',
      undefined,
      undefined,
    ]);
  });

  it('cites the passage that a quote stands in, where the model confuses numbers', async () => {
    server.reply((body) => claimsReply({ text: rent, quotes: [[numberOf('940')(body), rent]] }));
    const { citations } = await kb.ask(question);
    expect(citations).toMatchObject([{ title: 'Lease', quote: rent, located: 'exact' }]);
  });

  it('flags what its sources do not say: no citation, and a warning where they say otherwise', async () => {
    server.reply((body) => {
      const passage = numberOf('900')(body);
      return claimsReply(
        { text: 'The tenant pays rent of 900 euros.', quotes: [[passage, rent]] },
        { text: 'The tenant pays for water.', quotes: [[passage, 'The tenant does not pay for water.']] },
        { text: 'The tenant pays rent of 901 euros.', quotes: [[passage, 'rent of 901 euros']] },
      );
    });
    const { answer, claims, citations, warnings } = await kb.ask(question);
    expect(answer).toBe(
      'The tenant pays rent of 900 euros. [1] The tenant pays for water. [not supported] The tenant pays rent of 901 euros. [not supported]',
    );
    expect(claims.map(({ supported }) => supported)).toEqual(['unchecked', 'no', 'no']);
    expect(citations).toHaveLength(1);
    expect(warnings.join('\n')).toMatch(
      /pays for water.” is not supported: the source says otherwise.*901 euros” does not stand/s,
    );
  });

  it('takes a part of a sentence for no sentence', async () => {
    server.reply((body) => {
      const passage = numberOf('900')(body);
      return claimsReply(
        { text: 'The tenant pays rent of 900 euros.', quotes: [[passage, rent]] },
        { text: 'pay for water.', quotes: [[passage, 'pay for water.']] },
      );
    });
    const { claims } = await kb.ask(question);
    expect(claims.map(({ supported }) => supported)).toEqual(['unchecked', 'no']);
  });

  it('says that the documents do not answer when the model says so, and shows what is nearest', async () => {
    server.reply(noAnswerReply);
    const { events, kinds } = await stream();
    expect(kinds).toBe('retrieval asking text citation done');
    expect(events.at(-1)).toMatchObject({
      answer: { answered: false, claims: [], usage: { inputTokens: 100 } },
    });
  });

  it('takes everything back when the model says so behind its claims', async () => {
    server.reply((body) => {
      const { claims } = JSON.parse(honest(body).text) as { claims: unknown };
      return { text: JSON.stringify({ claims, answerable: false }) };
    });
    const { events } = await stream();
    expect(events.map(({ kind }) => kind)).toContain('restart');
    expect(events.at(-1)).toMatchObject({ answer: { answered: false, claims: [] } });
  });

  it.each([
    ['a false claim', claimsReply({ text: 'The rent is a secret.', quotes: [[1, 'a secret']] })],
    ['nonsense', { text: 'Lorem ipsum dolor sit amet.' }],
    ['a refusal', { text: 'I cannot answer that.' }],
    ['the right sentence without a marker', { text: rent }],
  ])('takes everything back and answers without the model when it writes %s', async (_what, reply) => {
    server.reply(reply);
    const { events } = await stream();
    expect(events.map(({ kind }) => kind)).toContain('restart');
    const { answer } = events.at(-1) as Extract<AnswerEvent, { kind: 'done' }>;
    expect(answer).toMatchObject({ answered: true, model: 'extractive', usage: { inputTokens: 100 } });
    expect(answer.citations[0]!.quote).toBe(rent);
    expect(answer.warnings.join()).toContain('What openai-compatible:tiny wrote does not hold');
  });

  it('says that the documents do not answer when neither the model nor a quotation does', async () => {
    server.reply(claimsReply({ text: 'The rent is paid in gold.', quotes: [[1, 'gold']] }));
    const { answered, claims, warnings } = await kb.ask('Who repairs the roof of the lease?');
    expect({ answered, claims }).toEqual({ answered: false, claims: [] });
    expect(warnings.join()).toContain('does not hold');
  });

  it('does not ask the model when nothing that is relevant was retrieved', async () => {
    const asked = server.requests.length;
    const unrelated = 'Quokka zygote xylophone?';
    expect(await kb.ask(unrelated)).toMatchObject({
      answered: false,
      model: 'extractive',
      warnings: ['openai-compatible:tiny was not asked: nothing that was found has to do with the question.'],
    });
    const kinds = (await collect(kb.askStream(unrelated))).map(({ kind }) => kind);
    expect(kinds).not.toContain('asking');
    const nothing = await kb.ask(question, { filter: { format: 'pdf' } });
    expect(nothing).toMatchObject({ answered: false, model: 'extractive' });
    expect(server.requests).toHaveLength(asked);
  });

  it.each([
    ['is not there', { status: 500 }, /HTTP 500/],
    ['writes nonsense', { text: '{"city": "Paris"}' }, /wrote nothing that can be read/],
    ['writes nothing', { text: '' }, /wrote nothing/],
    [
      'breaks off before its first claim',
      { text: 'Rent is nine hundred euros', breaksOff: 'drop' as const },
      /broke off/,
    ],
    ['is too slow', { fault: 'hang' as const }, /did not answer within 5000 ms/],
  ])('answers without the model when it %s', async (_what, reply, warning) => {
    server.reply(reply);
    const { events } = await stream();
    const { answer } = events.at(-1) as Extract<AnswerEvent, { kind: 'done' }>;
    expect(answer).toMatchObject({ answered: true, model: 'extractive' });
    expect(answer.citations[0]!.quote).toBe(rent);
    expect(answer.warnings.join()).toMatch(warning);
  });

  it('keeps what held when the model breaks off later', async () => {
    server.reply((body) => {
      const { text } = honest(body);
      return { text, pieces: [text.slice(0, -40), text.slice(-40)], breaksOff: 'drop' };
    });
    const { events } = await stream();
    const { answer } = events.at(-1) as Extract<AnswerEvent, { kind: 'done' }>;
    expect(answer.claims[0]).toMatchObject({ supported: 'unchecked' });
    expect(answer.warnings.join()).toMatch(/stops early.*broke off/);
  });

  it("throws the signal's reason on abort, and ends the call", async () => {
    const controller = new AbortController();
    server.reply({ text: honest(requestOf([rent, '940'])).text, breaksOff: 'hang' });
    const asked = kb.ask(question, { signal: controller.signal });
    setTimeout(() => controller.abort(new Error('enough')), 200);
    await expect(asked).rejects.toThrow('enough');
  });

  it('estimates the cost by the price that is set', async () => {
    await using priced = await open({}, { prices: { 'openai-compatible:tiny': { input: 2, output: 10 } } });
    server.reply(honest);
    expect((await priced.ask(question)).usage?.estimatedCostUsd).toBeCloseTo(0.0003);
    expect((await priced.ask(question, { model: 'openai-compatible:other' })).usage).not.toHaveProperty(
      'estimatedCostUsd',
    );
  });

  it('is not asked for the extractive answer, and not without its address, key or provider', async () => {
    const asked = server.requests.length;
    expect(await kb.ask(question, { model: 'extractive' })).toMatchObject({
      model: 'extractive',
      answered: true,
    });
    expect(server.requests).toHaveLength(asked);
    await expect(kb.ask(question, { model: 'tiny' })).rejects.toThrow(/must be extractive, provider:model/);
    await using other = await openKnowledgeBase(
      { store: 'sqlite::memory:', llm: { model: 'ollama:tiny' } },
      { check: 'none' },
    );
    await expect(other.ask(question, { model: 'openai:gpt-4o-mini' })).rejects.toThrow(
      /belong to ollama:tiny, another provider/,
    );
    await expect(kb.ask(question, { model: 'ollama:tiny' })).rejects.toThrow(
      /belong to openai-compatible:tiny/,
    );
    await using bare = await openKnowledgeBase({ store: 'sqlite::memory:' }, { check: 'none' });
    await expect(bare.ask(question, { model: 'openai-compatible:tiny' })).rejects.toThrow(
      /needs llm.baseUrl/,
    );
    await expect(bare.ask(question, { model: 'openai:gpt-4o-mini' })).rejects.toMatchObject({
      name: 'ConfigError',
      hint: expect.stringContaining('OPENAI_API_KEY') as string,
    });
  });
});

/** A request that shows these passages. */
function requestOf(passages: readonly string[]): ChatRequest {
  const mark = 'passage-0123456789abcdef';
  const content = passages
    .map((text, index) => `Passage ${index + 1}:\n<${mark}>\n${text}\n</${mark}>`)
    .join('\n\n');
  return { model: 'tiny', messages: [{ role: 'user', content }] };
}

describe('ask without a model', () => {
  it('quotes a hit that does not fit into the budget of a model', async () => {
    const options = { model: 'extractive', contextWindow: 0, tokenBudget: 24 };
    const { answer, retrieval } = await kb.ask(question, options);
    expect(retrieval.passages.some(({ text }) => text.includes(rent))).toBe(false);
    expect(answer).toContain(rent);
  });

  it('reads an option that is undefined as one that is not given', async () => {
    await using frugal = await open({ tokenBudget: 100 });
    const years = Array.from({ length: 100 }, (_, index) => `In ${1900 + index} the tenant pays rent late.`);
    await frugal.addDocuments([{ source: years.join(' '), sourceType: 'text', uri: 'years.md' }]);
    const undefinedOnes = { contextWindow: undefined, tokenBudget: undefined } as object;
    const { retrieval } = await frugal.ask(question, { model: 'extractive', ...undefinedOnes });
    expect(retrieval.hits).toHaveLength(5);
    expect(retrieval.passages.map(({ text }) => text).join('').length).toBeLessThan(1000);
  });
});
