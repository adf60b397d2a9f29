import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openKnowledgeBase, type KnowledgeBase } from '../knowledge-base.ts';
import {
  toLeanAdd,
  toLeanAnswer,
  toLeanDocument,
  toLeanEvent,
  toLeanSearch,
  type LeanEvent,
} from './lean.ts';
import { leanAnswerSchema, leanDocumentSchema, leanSearchSchema } from './lean-schemas.ts';

const text = [
  '# Lease\n\n## Term\n\nThe lease ends on 1 May 2030. Either party may end it earlier with six months’ notice.',
  '## Rent\n\nThe rent is 2,000 dollars a month, due on the first day of each month.',
].join('\n\n');

const urlOf = ({ documentId, charStart }: { documentId: string; charStart: number }) =>
  `/view/${documentId}?at=${charStart}`;

const filler = (word: string) =>
  Array.from({ length: 12 }, (_, index) => `${word} ${index} grinds corn.`).join(' ');

describe('lean responses', () => {
  let kb: KnowledgeBase;
  beforeAll(async () => {
    kb = await openKnowledgeBase({ store: 'sqlite::memory:' });
    await kb.addDocuments([
      {
        source: text,
        sourceType: 'text',
        documentId: 'lease',
        title: 'Lease',
        uri: 'https://example.org/lease.txt',
      },
    ]);
  });
  afterAll(() => kb.close());

  it('have hits with what matches in them, in the shape that the schema says', async () => {
    const lean = toLeanSearch(await kb.retrieve('rent a month'));
    expect(leanSearchSchema.strict().parse(lean)).toEqual(lean);
    expect(lean.results[0]).toMatchObject({
      documentId: 'lease',
      title: 'Lease',
      fileName: 'lease.txt',
      pages: [],
    });
    expect(lean.results[0]!.excerpt).toContain('The rent is 2,000 dollars a month');
    expect(lean.results[0]!.url).toContain('https://example.org/lease.txt#');
  });

  it('have the answer with its citations, in a fraction of the whole response', async () => {
    const answer = await kb.ask('When does the lease end?');
    const lean = toLeanAnswer(answer);
    expect(leanAnswerSchema.strict().parse(lean)).toEqual(lean);
    expect(lean.citations[0]!.quote).toBe(answer.citations[0]!.quote);
    expect(JSON.stringify(lean).length).toBeLessThan(JSON.stringify(answer).length / 5);
  });

  it('do not say the title once more as the section', async () => {
    const source = Buffer.from(
      '<!doctype html><h1>Notice</h1><p>The notice of renewal is given in March of each year.</p>',
    );
    await kb.addDocuments([{ source, sourceType: 'binary', documentId: 'notice', title: 'Notice' }], {
      collection: 'notices',
    });
    const chosen = { collections: ['notices'] };
    const [hit] = toLeanSearch(await kb.retrieve('notice of renewal', chosen)).results;
    expect(hit).toMatchObject({ title: 'Notice' });
    expect(hit!.section).toBeUndefined();
    const { citations } = toLeanAnswer(await kb.ask('When is the notice of renewal given?', chosen));
    expect(citations.map(({ section }) => section)).toEqual([undefined]);
  });

  it('have the nearest places where the documents do not answer', async () => {
    const lean = toLeanAnswer(await kb.ask('Who painted the ceiling?'));
    expect(lean).toMatchObject({ answered: false, citations: [] });
    expect(lean.nearest).toBeDefined();
  });

  it('have the parts of an answer as they come, of a conversation the question first', async () => {
    const events: LeanEvent[] = [];
    const messages = [{ role: 'user', content: 'When does the lease end?' }] as const;
    for await (const event of kb.chatStream({ messages })) events.push(toLeanEvent(event));
    expect(events[0]).toEqual({
      event: 'question',
      data: { question: 'When does the lease end?', rewrittenBy: 'nobody' },
    });
    const done = leanAnswerSchema.strict().parse(events.at(-1)!.data);
    expect(events.map(({ event, data }) => (event === 'delta' ? data.text : '')).join('')).toBe(done.answer);
    expect(events.flatMap(({ event, data }) => (event === 'citation' ? [data] : []))).toEqual(done.citations);
  });

  it('say the same of shortened chunks', async () => {
    const source = `# Mills\n\n## East\n\n${filler('Mill')}\n\n## West\n\n${filler('Wheel')} The otter guards the sluice.`;
    const collection = 'mills';
    await kb.addDocuments([{ source, sourceType: 'text', documentId: 'mills' }], { collection });
    const find = async (fullChunks: boolean) =>
      toLeanSearch(await kb.retrieve('otter sluice', { collection, fullChunks }), { include: ['marks'] });
    const { results } = await find(true);
    const [start, end] = results[0]!.best!;
    expect(source.slice(start, end)).toContain('The otter guards the sluice.');
    expect((await find(false)).results).toEqual(results);
  });

  it('have what put a hit where it stands, where that is asked for', async () => {
    const response = await kb.retrieve('rent', { explain: true });
    const lean = leanSearchSchema.strict().parse(toLeanSearch(response));
    expect(lean.results[0]!.explanation).toEqual(response.hits[0]!.explanation);
    expect(lean.explanation).toEqual(response.explanation);
  });

  it('have links of one’s own', async () => {
    const { citations } = toLeanAnswer(await kb.ask('When does the lease end?'), { urlOf });
    expect(citations[0]!.url).toBe(`/view/lease?at=${citations[0]!.charStart}`);
  });

  it('have documents without text, and additions without chunks', async () => {
    const [document] = await kb.documents();
    expect(leanDocumentSchema.strict().parse(toLeanDocument(document!))).toMatchObject({
      id: 'lease',
      chunks: 1,
    });
    const files = [
      '/home/me/docs/a b.pdf',
      'C:\\docs\\x.docx',
      'upload:report.pdf',
      'upload:contracts/Acme/MSA.pdf',
      'https://a.example/web/x.html?y=1',
      '/docs/lease',
    ].map((sourcePath) => toLeanDocument({ ...document!, sourcePath }));
    expect(files.map(({ folder, fileName }) => [folder, fileName])).toEqual([
      ['docs', 'a b.pdf'],
      ['docs', 'x.docx'],
      [undefined, 'report.pdf'],
      ['Acme', 'MSA.pdf'],
      [undefined, 'x.html'],
      [undefined, undefined],
    ]);
    const added = await kb.addDocuments([{ source: text, sourceType: 'text', documentId: 'other' }]);
    expect(toLeanAdd(added)).not.toHaveProperty('chunks');
  });
});

describe('cite', () => {
  it('finds words of a document, says where they do not stand, and takes spans', async () => {
    await using kb = await openKnowledgeBase({ store: 'sqlite::memory:' });
    await kb.addDocuments([{ source: text, sourceType: 'text', documentId: 'lease' }]);
    const found = await kb.cite({ documentId: 'lease', quote: 'six months’  notice' });
    expect(found).toMatchObject({
      located: 'normalised',
      quote: 'six months’ notice',
    });
    const { charStart, charEnd } = found;
    expect(await kb.cite({ documentId: 'lease', charStart, charEnd })).toMatchObject({ quote: found.quote });
    expect(await kb.cite({ documentId: 'lease', quote: 'seven months’ notice' })).toMatchObject({
      located: 'no',
    });
    await expect(kb.cite({ documentId: 'lease', charStart: 0, charEnd: 9999 })).rejects.toThrow('ends at');
    await expect(kb.cite({ documentId: 'none', quote: 'x' })).rejects.toThrow('no document');
    await expect(kb.cite({ documentId: 'lease' })).rejects.toThrow('give a quote');
  });
});
