/** What a language model makes of a query before it is searched: other words, a passage, a filter. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  openKnowledgeBase,
  type ConfigInput,
  type KnowledgeBase,
  type RetrieveOptions,
} from '../../src/index.ts';
import { startOpenAiServer, type OpenAiServer } from '../support/openai-server.ts';

let server: OpenAiServer;
let kb: KnowledgeBase;
let asked: RetrieveOptions = {};
const documents = [
  { text: 'The weir was dredged in spring by the crew of the barge.', year: 2023, client: 'Brannoch' },
  { text: 'The barge was painted in autumn, and its crew paid a bonus.', year: 2024, client: 'Merrow' },
  { text: 'Silt is removed from the river bed with a bucket.', year: 2024, client: 'Brannoch' },
];

/** @param given what each search asks for. */
async function open(
  given: RetrieveOptions,
  said: NonNullable<ConfigInput['retrieval']>['fields'] = {},
): Promise<void> {
  asked = given;
  const llm = { model: 'openai-compatible:small', baseUrl: server.baseUrl };
  const fields = { year: 'when the work was done' };
  const config = {
    store: 'sqlite::memory:',
    llm,
    calls: { maxRetries: 0 },
    retrieval: { fields: { ...fields, ...said } },
  };
  kb = await openKnowledgeBase(config, { check: 'none' }); // which would ask the model too
  await kb.addDocuments(
    documents.map(({ text, year, client }, index) => {
      return {
        source: text,
        sourceType: 'text' as const,
        documentId: `d${index}`,
        metadata: { year, client },
      };
    }),
  );
}

beforeEach(async () => {
  server = await startOpenAiServer();
});
afterEach(async () => {
  await kb.close();
  await server.close();
});

const retrieve = (query: string, options: RetrieveOptions = {}) =>
  kb.retrieve(query, { ...asked, ...options });
const reply = (value: object) => server.reply({ text: JSON.stringify(value) });
const found = (hits: readonly { chunk: { documentId: string } }[]) =>
  hits.map(({ chunk }) => chunk.documentId);

describe('understanding of a query', () => {
  it('searches for other words, asks once for the same query, and says what it searched for', async () => {
    await open({ rewrite: true });
    reply({ query: 'remove silt from the river bed' });
    const { hits, queries, stats } = await retrieve('how do they dredge?', { topK: 1 });
    expect(found(hits)).toEqual(['d2']);
    expect(queries.standard).toBe('remove silt from the river bed');
    const terms = new Set(queries.terms.map(({ term }) => term));
    for (const term of ['dredg', 'silt', 'river']) expect(terms).toContain(term);
    expect(stats.stages[0]!.stage).toBe('understand');
    await retrieve('how do they dredge?', { topK: 1 });
    expect(server.requests).toHaveLength(1);
    expect((await retrieve('how do they dredge?', { rewrite: false })).queries.standard).toBe(
      'how do they dredge?',
    );
  });

  it('searches for a hypothetical passage beside the query, in mode full alone', async () => {
    await open({ hyde: true });
    reply({ passage: 'Silt is taken off the river bed by a bucket.' });
    const response = await retrieve('xyzzy dredging weir', { topK: 3, explain: true });
    const { hits, queries, stats, explanation } = response;
    expect(queries.hyde).toBe('Silt is taken off the river bed by a bucket.');
    const plain = await retrieve('xyzzy dredging weir', { topK: 3, hyde: false });
    const hitOf = (list: typeof hits) => list.find(({ chunk }) => chunk.documentId === 'd2')!;
    expect(hitOf(hits).fusedScore).toBeGreaterThan(hitOf(plain.hits).fusedScore);
    expect(hitOf(hits).relevanceScore).toBe(hitOf(plain.hits).relevanceScore); // which is of the query itself
    expect(stats.stages).toContainEqual(expect.objectContaining({ stage: 'hyde', count: 3 }));
    expect(hitOf(hits).explanation).toMatchObject({ hyde: { place: 1, share: 1 } });
    expect(hitOf(hits).explanation!.reasons).toContainEqual(
      expect.stringMatching(/^By the passage: cosine /),
    );
    expect(explanation!.reasons).toContainEqual(
      expect.stringMatching(/^Merged by minmax, meaning × [\d.]+, passage × [\d.]+, words × [\d.]+\.$/),
    );
    expect((await retrieve('dredging', { mode: 'hybrid' })).queries.hyde).toBeUndefined();
  });

  it('reads conditions as a filter over the fields that there are, beside the caller’s own', async () => {
    await open({ selfQuery: true });
    reply({ filter: { year: { $gte: 2024 } } });
    const { hits, queries, warnings } = await retrieve('the barge since 2024', {
      filter: { client: 'Merrow' },
    });
    expect(found(hits)).toEqual(['d1']);
    expect(queries).toMatchObject({ filter: { client: 'Merrow' }, selfFilter: { year: { $gte: 2024 } } });
    expect(warnings).toEqual([]);
    const prompt = server.requests[0]!.body.messages.at(-1)!.content;
    expect(prompt).toMatch(/- year \(number\): when the work was done; from 2024 to 2024/);
    expect(prompt).toMatch(/- client \(string\): one of "Merrow"/);
  });

  it('tells the model of the fields as the user describes them, and drops what they never are', async () => {
    const values = ['draft', 'final'];
    await open({ selfQuery: true }, { status: { type: 'string', description: 'how far it is', values } });
    reply({ filter: { status: 'secret' } });
    const { warnings, queries, degraded } = await retrieve('secret barges');
    expect(server.requests[0]!.body.messages.at(-1)!.content).toContain(
      '- status (string): how far it is; one of "draft", "final"',
    );
    expect(warnings).toEqual([expect.stringMatching(/dropped, as status is never "secret"/)]);
    expect([queries.selfFilter, degraded[0]!.stage]).toEqual([undefined, 'understand']);
    reply({ filter: { status: { $in: ['final'] } } });
    const { warnings: none } = await retrieve('final barges');
    expect(none).toEqual([expect.stringMatching(/dropped, as nothing matches it/)]);
  });

  it('tells the model of fields of those documents alone that the caller’s filter allows', async () => {
    await open({ selfQuery: true });
    reply({ filter: null });
    await retrieve('the barge', { filter: { client: 'Merrow', pageNumbers: { $exists: false } } });
    const prompt = server.requests[0]!.body.messages.at(-1)!.content;
    expect(prompt).toMatch(/Merrow/);
    expect(prompt).not.toMatch(/Brannoch/);
  });

  it('asks again once the fields are others, or the caller’s filter is', async () => {
    await open({ selfQuery: true });
    reply({ filter: null });
    await retrieve('the barge');
    await retrieve('the barge');
    expect(server.requests).toHaveLength(1);
    await kb.addDocuments([{ source: 'Oars.', sourceType: 'text', documentId: 'd9', metadata: { crew: 4 } }]);
    await retrieve('the barge');
    await retrieve('the barge', { filter: { client: 'Merrow' } });
    expect(server.requests).toHaveLength(3);
  });

  it('asks for an object whose every key is named and required, as strict servers want', async () => {
    await open({ rewrite: true });
    reply({ query: 'barge' });
    await retrieve('the barge');
    const { response_format: format } = server.requests[0]!.body as unknown as {
      response_format: { json_schema: { schema: { required: string[]; properties: object } } };
    };
    const { required, properties } = format.json_schema.schema;
    expect(required.toSorted()).toEqual(Object.keys(properties).toSorted());
    expect(JSON.stringify(properties)).not.toMatch(/additionalProperties/);
  });

  it('reads a filter that is written as text, which is the one that an evaluation judges', async () => {
    await open({ selfQuery: true });
    reply({ query: null, passage: null, filter: '{"year":{"$gte":2024}}' });
    expect((await retrieve('since 2024')).queries.selfFilter).toEqual({ year: { $gte: 2024 } });
    const judged = { queryId: 'q1', query: 'since 2024', expectedFilters: { year: { $gte: 2024 } } };
    const dataset = { name: 'filters', queries: [judged], references: [], warnings: [] };
    const { configurations } = await kb.evaluate(dataset, {
      metrics: ['filterAccuracy'],
      configurations: [{ name: 'asked', retrieve: asked }],
    });
    expect(configurations[0]!.metrics).toEqual({ filterAccuracy: 1 });
  });

  it.each([
    ['{"year":', /dropped/],
    [{ year: { $above: 3 } }, /dropped/],
    [{ colour: 'red' }, /no document has “colour”/],
    [{ year: 1900 }, /nothing matches it/],
  ])('drops the filter %j with a warning', async (filter, warning) => {
    await open({ selfQuery: true });
    reply({ filter });
    const { hits, warnings, explanation } = await retrieve('the barge', { explain: true });
    expect(hits.length).toBeGreaterThan(0);
    expect(warnings).toEqual([expect.stringMatching(warning)]);
    const reasons = [explanation, ...hits.map((hit) => hit.explanation)].flatMap((one) => one?.reasons);
    expect(reasons.join(' ')).not.toMatch(/filter/i);
  });

  it('searches for the query as it stands when the model fails or writes nonsense', async () => {
    await open({ rewrite: true, selfQuery: true });
    server.reply({ status: 500 }, { text: 'I cannot help with that.' });
    for (let time = 0; time < 2; time += 1) {
      const { hits, queries, warnings } = await retrieve('barge');
      expect(hits.length).toBeGreaterThan(0);
      expect(queries.standard).toBe('barge');
      expect(warnings).toEqual([expect.stringMatching(/searched as it stands/)]);
    }
  });
});
