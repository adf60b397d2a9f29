import { expect, it } from 'vitest';
import { chunkingConfigSchema, overrideChunking } from '../../config/settings/chunking.ts';
import { openKnowledgeBase } from '../../index.ts';

const sentencesOn = (subject: string) =>
  Array.from({ length: 60 }, (_, index) => `Report ${index} says that the ${subject} was inspected.`).join(
    ' ',
  );
const source = ['harbour crane', 'violin concert', 'glacier ice'].map(sentencesOn).join(' ');

it.each(['percentile', 'optimal'] as const)(
  'adds documents that are cut by meaning: %s',
  async (breakpoints) => {
    await using kb = await openKnowledgeBase({
      store: 'sqlite::memory:',
      chunking: { method: 'semantic' },
    });
    await kb.addDocuments([{ source, sourceType: 'text', documentId: 'reports', chunking: { breakpoints } }]);
    const { hits } = await kb.retrieve('Who inspected the glacier?', { topK: 1 });
    expect(hits[0]?.chunk.chunkingMethod).toBe('semantic');
    expect(hits[0]?.chunk.content).toContain('glacier');
    expect(hits[0]?.chunk.content).not.toContain('harbour');
  },
);

it('has sizes of its own, unless sizes or a preset are named', () => {
  const parse = chunkingConfigSchema.parse.bind(chunkingConfigSchema);
  expect(parse({ method: 'semantic' })).toMatchObject({ chunkSize: 1000, overlap: 200 });
  expect(parse({ method: 'semantic', chunkSize: 300 })).toMatchObject({ chunkSize: 300, overlap: 200 });
  expect(parse({ method: 'semantic', preset: 'legal' })).toMatchObject({ chunkSize: 256, overlap: 100 });
  const semantic = { method: 'semantic' } as const;
  expect(overrideChunking(parse({}), semantic)).toMatchObject({ chunkSize: 1000, overlap: 200 });
  expect(overrideChunking(parse({ chunkSize: 400 }), semantic)).toMatchObject({
    chunkSize: 400,
    overlap: 50,
  });
});
