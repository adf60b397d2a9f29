import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { draftHonestly, draftReply, passageOf } from '../../../test/support/drafting-model.ts';
import { startOpenAiServer, type OpenAiServer } from '../../../test/support/openai-server.ts';
import { ConfigError, GenerationError } from '../../errors.ts';
import { openKnowledgeBase, type KnowledgeBase } from '../knowledge-base.ts';

/** Documents of several chunks each; every sentence is about a number of its own. */
const animals = ['otters', 'owls', 'newts', 'hares'];
const sentence = (animal: string, number: number) =>
  `Observation ${number} of the ${animal} was written down at the station by the river on day ${number}.`;
const documents = animals.map((animal) => ({
  sourceType: 'text' as const,
  documentId: animal,
  title: `About ${animal}`,
  source: Array.from({ length: 12 }, (_, index) => sentence(animal, index)).join(' '),
  chunking: { method: 'token' as const, chunkSize: 64, overlap: 24 },
}));

let server: OpenAiServer;
let kb: KnowledgeBase;
beforeEach(async () => {
  server = await startOpenAiServer();
  kb = await openKnowledgeBase(
    {
      store: 'sqlite::memory:',
      llm: { model: 'openai-compatible:tiny', baseUrl: server.baseUrl },
      calls: { maxRetries: 0 },
    },
    { check: 'none' },
  );
  await kb.addDocuments(documents);
});
afterEach(async () => {
  await kb.close();
  await server.close();
});

const draftedChunks = async (seed: number) =>
  (await kb.synthesize({ count: 6, seed })).drafts.map(({ chunkId }) => chunkId);

describe('synthesize', () => {
  it('drafts queries whose quotes stand where they say, spread over the documents', async () => {
    server.reply(draftHonestly);
    const synthesis = await kb.synthesize({ count: 4 });
    expect(synthesis).toMatchObject({
      collection: 'default',
      model: 'openai-compatible:tiny',
      dropped: { malformed: 0, empty: 0, quoteNotFound: 0, duplicate: 0 },
      usage: { inputTokens: 400, outputTokens: 40 },
      warnings: [],
    });
    expect(synthesis.drafts.map(({ documentId }) => documentId).toSorted()).toEqual(animals.toSorted());
    for (const { documentId, chunkId, relevantChunks, quote, charStart, charEnd } of synthesis.drafts) {
      const { text } = await kb.document(documentId);
      expect(text.slice(charStart, charEnd)).toBe(quote);
      expect(relevantChunks).toContain(chunkId);
      const holding = (await kb.chunks(documentId)).filter(({ content }) => content.includes(quote));
      expect(relevantChunks).toEqual(holding.map((chunk) => chunk.chunkId));
    }
  });

  it('names both chunks for a quote in their overlap', async () => {
    server.reply((body) => {
      const sentences = passageOf(body).match(/Observation[^.]*\./g)!;
      return draftReply(`What of ${sentences.at(-1)}`, sentences.at(-1)!);
    });
    const { drafts } = await kb.synthesize({ count: 8 });
    expect(drafts.some(({ relevantChunks }) => relevantChunks.length === 2)).toBe(true);
  });

  it('asks about the same chunks for the same seed, and about others for another', async () => {
    server.reply(draftHonestly);
    const first = await draftedChunks(1);
    expect(await draftedChunks(1)).toEqual(first);
    expect(await draftedChunks(2)).not.toEqual(first);
  });

  it('asks only about documents that match the filter', async () => {
    server.reply(draftHonestly);
    const { drafts } = await kb.synthesize({ count: 2, filter: { documentId: 'owls' } });
    expect(drafts.map(({ documentId }) => documentId)).toEqual(['owls', 'owls']);
  });

  it("keeps the document's own words where the quote differs in spacing and case only", async () => {
    server.reply((body) =>
      draftReply('Which?', passageOf(body).slice(0, 40).toUpperCase().replace(' ', '\n')),
    );
    const { drafts } = await kb.synthesize({ count: 1 });
    expect(drafts[0]!.quote).toMatch(/^Observation \d+ of the \w+ was/);
  });

  it('drops and counts drafts that do not hold, and goes on', async () => {
    server.reply(
      draftReply(
        'Who wrote it?',
        'Observation 99 of the wolves was written down at the station by the river.',
      ),
      (body) => draftReply('Who?', passageOf(body).slice(0, 60).replace('station', 'harbour')),
      draftReply('Who?', ''),
      draftReply('', 'Observation'),
      { text: 'I would rather not.' },
      draftHonestly,
    );
    const kept = await kb.synthesize({ count: 3 });
    expect(kept.drafts).toHaveLength(3);
    expect(kept.dropped).toEqual({ malformed: 1, empty: 1, quoteNotFound: 3, duplicate: 0 });
  });

  it('drops a quote that stands elsewhere in the document, but not in the passage', async () => {
    server.reply((body) => {
      const [, animal = ''] = /of the (\w+) was/.exec(passageOf(body))!;
      const elsewhere = [0, 5, 11].map((number) => sentence(animal, number));
      return draftReply(
        'When?',
        elsewhere.find((one) => !passageOf(body).includes(one))!,
      );
    });
    const { drafts, dropped } = await kb.synthesize({ count: 4 });
    expect(drafts).toEqual([]);
    expect(dropped.quoteNotFound).toBeGreaterThan(0);
  });

  it('drops a query that came already, whatever its signs', async () => {
    server.reply(
      (body) => draftReply('What was written?', passageOf(body).split('.')[0]!),
      (body) => draftReply('what  was written', passageOf(body).split('.')[0]!),
    );
    const { drafts, dropped, warnings } = await kb.synthesize({ count: 2 });
    expect(drafts).toHaveLength(1);
    expect(dropped.duplicate).toBe(5);
    expect(warnings).toEqual(['Only 1 of 2 drafts could be kept']);
  });

  it('comes to an end when nothing can be kept', async () => {
    server.reply({ text: '{}' });
    const { drafts, dropped } = await kb.synthesize({ count: 3 });
    expect(drafts).toEqual([]);
    expect(dropped.malformed).toBe(9);
    expect(server.requests).toHaveLength(9);
  });

  it('throws when the model fails at once, and gives what there is when it fails later', async () => {
    server.reply({ status: 401 });
    await expect(kb.synthesize({ count: 3 })).rejects.toBeInstanceOf(GenerationError);
    server.reply(draftHonestly, draftHonestly, { status: 500, message: 'out of memory' });
    const { drafts, warnings } = await kb.synthesize({ count: 3 });
    expect(drafts).toHaveLength(2);
    expect(warnings.join('\n')).toMatch(/Stopped early: .*out of memory/);
  });

  it('reports progress with each draft, and stops with the reason of the signal', async () => {
    server.reply(draftHonestly);
    const controller = new AbortController();
    const seen: unknown[] = [];
    const call = kb.synthesize({
      count: 5,
      signal: controller.signal,
      onProgress: ({ done, total, draft }) => {
        seen.push([done, total, draft?.answer.startsWith('Observation')]);
        if (done === 2) controller.abort(new Error('enough'));
      },
    });
    await expect(call).rejects.toThrow('enough');
    expect(seen).toEqual([
      [1, 5, true],
      [2, 5, true],
    ]);
  });

  it('says what to do without a model, without documents, and about a bad option', async () => {
    await using bare = await openKnowledgeBase({ store: 'sqlite::memory:' }, { check: 'none' });
    await expect(bare.synthesize()).rejects.toMatchObject({
      code: 'CONFIG',
      hint: expect.stringMatching(/PINCITE_LLM_MODEL/),
    });
    await expect(kb.synthesize({ filter: { documentId: 'none' } })).rejects.toBeInstanceOf(ConfigError);
    await expect(kb.synthesize({ count: 0 })).rejects.toThrow(/count/);
    await expect(kb.synthesize({ collection: 'nowhere' })).rejects.toThrow(/no collection "nowhere"/);
  });

  it('leaves out headings, what is too short, and text that has come already', async () => {
    server.reply(draftHonestly);
    const twin = documents[0]!.source;
    await kb.addDocuments(
      [
        { sourceType: 'text', documentId: 'a', source: twin, chunking: documents[0]!.chunking },
        { sourceType: 'text', documentId: 'b', source: twin, chunking: documents[0]!.chunking },
        { sourceType: 'text', documentId: 'short', source: 'Too short to ask.' },
      ],
      { collection: 'twins' },
    );
    const chunkCount = (await kb.chunks('a', { collection: 'twins' })).length;
    const { drafts, warnings } = await kb.synthesize({ collection: 'twins', count: 100 });
    expect(server.requests).toHaveLength(chunkCount);
    expect(drafts.length).toBeLessThanOrEqual(chunkCount);
    expect(warnings).toHaveLength(1);
  });
});

describe('health', () => {
  it('asks the model only where one is configured, and says what is wrong', async () => {
    expect((await kb.health()).find(({ part }) => part === 'llm')).toEqual({
      part: 'llm',
      ok: true,
      detail: 'openai-compatible:tiny',
    });
    server.reply({ status: 401 });
    const check = (await kb.health()).find(({ part }) => part === 'llm');
    expect(check).toMatchObject({
      ok: false,
      detail: expect.stringMatching(/refused the API key.*llm\.apiKey/),
    });
    await using bare = await openKnowledgeBase({ store: 'sqlite::memory:' }, { check: 'none' });
    expect((await bare.health()).map(({ part }) => part)).not.toContain('llm');
  });
});
