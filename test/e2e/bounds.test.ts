/** Input that is made to cost time or memory takes what its length says, and no more. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type KnowledgeBase, openKnowledgeBase } from '../../src/index.ts';

const collections = ['one', 'two', 'three', 'four'];
let kb: KnowledgeBase;

beforeAll(async () => {
  kb = await openKnowledgeBase({ store: 'sqlite::memory:' });
  for (const collection of collections) {
    const source = `The barge of ${collection} is painted. ${'a'.repeat(2_000)}!`;
    const input = { source, sourceType: 'text' as const, documentId: 'barge' };
    expect((await kb.addDocuments([input], { collection })).errors).toEqual([]);
  }
});
afterAll(() => kb.close());

const secondsOf = async (work: Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work;
  return (performance.now() - started) / 1000;
};

describe('regular expressions', () => {
  it.each(['full', 'keyword', 'vector'] as const)(
    'match in linear time over all collections (%s)',
    async (mode) => {
      const options = { collections, mode, whereDocument: { $regex: '(a|a)*!$|(?:a+)+b' } };
      const found = kb.retrieve('barge', options);
      expect(await secondsOf(found)).toBeLessThan(5);
      expect((await found).hits.length).toBeGreaterThan(0);
    },
  );
});

describe('documents', () => {
  it('without breaks are cut into chunks of bounded length, and hold up nobody', async () => {
    const source = '7'.repeat(1_100_000);
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 50);
    const seconds = await secondsOf(
      kb.addDocuments([{ source, sourceType: 'text', documentId: 'digits' }], { collection: 'digits' }),
    );
    clearInterval(timer);
    expect(turns).toBeGreaterThan(seconds); // a thread that is never held up for a second
    const chunks = await kb.chunks('digits', { collection: 'digits' });
    expect(chunks.length).toBeGreaterThan(500);
    expect(Math.max(...chunks.map(({ content }) => content.length))).toBeLessThan(10_000);
    expect(chunks.at(-1)?.charEnd).toBe(source.length);
  });

  it.each([
    ['a title', 'text/markdown', (long: string) => `# ${long}\n\n${'Barges are painted. '.repeat(4_000)}`],
    [
      'a key',
      'application/json',
      (long: string) => JSON.stringify({ [long]: { text: 'Barges are painted. '.repeat(4_000) } }),
    ],
    [
      'a path of keys',
      'application/json',
      (long: string) =>
        JSON.stringify({ [long]: { [`${long}b`]: { [`${long}c`]: 'Barges are painted. '.repeat(4_000) } } }),
    ],
  ])('with %s of 200 KB repeat a short form of it', async (_what, _type, make) => {
    const source = make('Otters and barges '.repeat(11_000).trim());
    const input = { source, sourceType: 'text' as const, documentId: 'long' };
    const { errors } = await kb.addDocuments([input], { collection: 'titles', force: true });
    expect(errors).toEqual([]);
    const chunks = await kb.chunks('long', { collection: 'titles' });
    const repeated = chunks.map((chunk) => JSON.stringify({ ...chunk, content: '' }).length);
    expect(Math.max(...repeated)).toBeLessThan(4_000);
  });
});

describe('questions', () => {
  const pumped = ['a-', 'the The ', 'A’s ', 'Aa of ', '1.', '(', 'how many ', 'we have ', 'Section 1', '" '];

  it.each(pumped)('of %j without end are answered or declined soon', async (unit) => {
    const question = unit.repeat(4_000).slice(0, 4_000);
    expect(await secondsOf(kb.ask(question, { collection: 'one' }))).toBeLessThan(10);
    const longest = unit.repeat(100_000).slice(0, 100_000);
    expect(await secondsOf(kb.retrieve(longest, { collection: 'one' }))).toBeLessThan(10);
  });

  it('that are too long are refused, with what to do', async () => {
    const asked = {
      code: 'CONFIG',
      message: expect.stringMatching(/longer than 4,000 characters.*a search takes longer texts/),
    };
    await expect(kb.ask('a-'.repeat(3_000), { collection: 'one' })).rejects.toMatchObject(asked);
    await expect(
      kb.chat({ messages: [{ role: 'user', content: 'a-'.repeat(3_000) }], collection: 'one' }),
    ).rejects.toMatchObject(asked);
  });

  it('are given up when the signal says so', async () => {
    const stopped = new AbortController();
    const asking = async () => {
      const options = { collection: 'one', signal: stopped.signal };
      for await (const { kind } of kb.askStream('a-'.repeat(2_000), options))
        if (kind === 'retrieval') stopped.abort(new Error('enough'));
    };
    await expect(asking()).rejects.toThrow('enough');
  });
});
