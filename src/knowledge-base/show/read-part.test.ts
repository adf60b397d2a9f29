import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NoDocumentsFoundError } from '../../errors.ts';
import { openKnowledgeBase, type KnowledgeBase } from '../knowledge-base.ts';

let kb: KnowledgeBase;
const paragraphs = Array.from(
  { length: 40 },
  (_, index) =>
    `Paragraph ${index} says that the harbour closes at noon, and that boats wait outside until three.`,
);
beforeAll(async () => {
  kb = await openKnowledgeBase({ store: 'sqlite::memory:' });
  await kb.addDocuments([
    {
      source: `# Harbour\n\n${paragraphs.join('\n\n')}`,
      sourceType: 'text',
      documentId: 'harbour',
      uri: 'harbour.md',
      tags: ['sea'],
    },
    { source: '一二三四五六七八九十'.repeat(500), sourceType: 'text', documentId: 'signs' },
    { source: 'x'.repeat(5000), sourceType: 'text', documentId: 'run' },
    {
      source: 'The market opens at nine.',
      sourceType: 'text',
      documentId: 'market',
      metadata: { year: 2024 },
    },
  ]);
});
afterAll(() => kb.close());

/** All parts of a document, one after the other. */
async function readThrough(documentId: string, maxTokens: number): Promise<string[]> {
  const { text } = await kb.document(documentId);
  const parts: string[] = [];
  for (let at = 0; at < text.length;) {
    const part = await kb.readPart(documentId, { charStart: at, maxTokens });
    expect(part.charEnd).toBeGreaterThan(at);
    parts.push(part.text);
    at = part.charEnd;
  }
  return parts;
}

describe('readPart', () => {
  it.each([
    ['harbour', 60],
    ['harbour', 7],
    ['signs', 50],
    ['run', 10],
  ])('gives the whole text of %s in parts of at most %i tokens', async (id, maxTokens) => {
    const parts = await readThrough(id, maxTokens);
    expect(parts.join('')).toBe((await kb.document(id)).text);
    for (const part of parts) expect(await kb.countTokens(part)).toBeLessThanOrEqual(maxTokens);
  });

  it('ends after a paragraph, or a word where the paragraph is too long', async () => {
    const { text, sectionHeading } = await kb.readPart('harbour', { maxTokens: 60 });
    expect(text).toMatch(/three\.\n\n$/);
    expect(sectionHeading).toBe('Harbour');
    const words = await readThrough('harbour', 7);
    expect(words.flatMap((part) => part.split(/\W+/)).filter(Boolean)).toEqual(
      (await kb.document('harbour')).text.split(/\W+/).filter(Boolean),
    );
  });

  it('keeps to a span', async () => {
    const { text, totalChars } = await kb.readPart('market', { charStart: 4, charEnd: 10 });
    expect([text, totalChars]).toEqual(['market', 25]);
  });

  it('says where a page, a place or a document is not there', async () => {
    const missing = [
      kb.readPart('market', { page: 1 }),
      kb.readPart('market', { charStart: 26 }),
      kb.readPart('nothing'),
    ];
    for (const part of missing) await expect(part).rejects.toThrow(NoDocumentsFoundError);
  });
});

describe('fields', () => {
  it('names what filters may use, with values', async () => {
    const fields = await kb.fields();
    expect(fields).toContainEqual({ name: 'tags', type: 'list', description: 'one of "sea"' });
    expect(fields).toContainEqual({
      name: 'year',
      type: 'number',
      description: 'from 2024 to 2024',
    });
    expect(await kb.fields({ collections: [] })).toEqual([]);
    await expect(kb.fields({ collections: ['vault'] })).rejects.toThrow(/no collection "vault"/);
  });
});
