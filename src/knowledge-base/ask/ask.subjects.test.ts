import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openKnowledgeBase, type KnowledgeBase } from '../../index.ts';

const pages = (count: number, text: (page: number) => string) =>
  Array.from({ length: count }, (_, page) => `# Section ${page}\n\n${text(page)}`).join('\n\n');
const filler =
  'The board reviewed the report of the committee and noted that the work goes on as was planned before. '.repeat(
    12,
  );

let kb: KnowledgeBase;

beforeAll(async () => {
  kb = await openKnowledgeBase({ store: 'sqlite::memory:', chunking: { chunkSize: 128, overlap: 0 } });
  await kb.addDocuments([
    {
      source: `${pages(12, () => `Halden makes pumps. ${filler}`)}\n\n# Office\n\nThe headquarters are in Bergen since 2011. ${filler}`,
      sourceType: 'text',
      uri: 'one.md',
    },
    {
      source: `${pages(12, () => `Quorra sells lamps. ${filler}`)}\n\n# Partners\n\nWe buy pumps of Halden, and had revenue of 5 million euros in 2022. ${filler}`,
      sourceType: 'text',
      uri: 'two.md',
    },
  ]);
});

afterAll(() => kb.close());

describe('what a question asks about', () => {
  it('finds the place in a document that is about the name, though the passage does not repeat it', async () => {
    const answer = await kb.ask('Where are the headquarters of Halden?');
    expect(answer.citations[0]?.quote).toContain('Bergen');
  });

  it.each([
    'Where are the headquarters of Quorra?',
    'Where are the headquarters of Zellmar?',
    'What was the revenue of Zellmar in 2022?',
    'What revenue did Quorra have in 2031?',
  ])('declines “%s”, which no document answers', async (question) => {
    expect((await kb.ask(question)).answered).toBe(false);
  });
});
