import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startOpenAiServer } from '../../../test/support/openai-server.ts';
import { openKnowledgeBase } from '../knowledge-base.ts';

it('answers are compared with the expected ones, by words, by numbers and by a model', async () => {
  const server = await startOpenAiServer();
  const folder = await mkdtemp(join(tmpdir(), 'pincite-judged-'));
  const llm = { model: 'openai-compatible:small', baseUrl: server.baseUrl };
  const kb = await openKnowledgeBase(
    { store: 'sqlite::memory:', llm, calls: { maxRetries: 0 }, answer: { model: 'extractive' } },
    { check: 'none' },
  );
  try {
    const source = 'The impeller seal is replaced every 4,000 hours. The pump is painted blue.';
    await kb.addDocuments([{ source, sourceType: 'text', documentId: 'pump' }]);
    const queries = `queries:
  - query: How often is the impeller seal replaced?
    relevantDocuments: { pump: 1 }
    answer: 4000 hours
  - query: How often is the impeller seal replaced, in hours?
    relevantDocuments: { pump: 1 }
    answer: 3000 hours
  - query: Who won the cup in 1998?
    relevantDocuments: { pump: 1 }
    answer: France
`;
    await writeFile(join(folder, 'queries.yaml'), queries);
    server.reply((body) => ({
      text: JSON.stringify({ correct: body.messages.at(-1)!.content.includes('4000 hours') }),
    }));
    const metrics = ['answerCorrect', 'answerNumeric', 'answerExact', 'answerF1'];
    const { configurations } = await kb.evaluate(join(folder, 'queries.yaml'), { metrics });
    const [{ queries: measured }] = configurations as [(typeof configurations)[number]];
    const valuesOf = (name: string) => measured.map(({ metrics: values }) => values[name]);
    expect(valuesOf('answerCorrect')).toEqual([1, 0, 0]);
    expect(valuesOf('answerNumeric')).toEqual([1, 0, undefined]);
    expect(valuesOf('answerExact')).toEqual([0, 0, 0]);
    expect(valuesOf('answerF1')[0]).toBeGreaterThan(0.2);
    expect(server.requests).toHaveLength(2); // nothing is asked of what was declined
    expect(server.requests[0]!.body.messages.at(-1)!.content).toContain('every 4,000 hours');
  } finally {
    await kb.close();
    await server.close();
    await rm(folder, { recursive: true });
  }
});
