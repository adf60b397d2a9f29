import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadDataset } from './load-dataset.ts';

const shared = join(import.meta.dirname, '../../../../shared/data');

/** Skipped, by name, where the collections are not there. */
describe.skipIf(!existsSync(shared))('the collections beside the repository', () => {
  it.each([
    ['retrieval/scifact', 300, 5183],
    ['retrieval/cranfield', 225, 1398],
    ['retrieval/cacm', 52, 3204],
    ['chunking', 317, 3],
    ['legal', 977, 95],
    ['finance', 39, 12],
  ])('%s is read whole', async (name, queries, documents) => {
    const dataset = await loadDataset(join(shared, name));
    expect(dataset.queries).toHaveLength(queries);
    expect(dataset.documents).toHaveLength(documents);
  });

  it.each(['chunking', 'legal'])('the excerpts of %s stand in its texts at their offsets', async (name) => {
    const { queries, documents } = await loadDataset(join(shared, name));
    const texts = new Map(documents!.map(({ documentId, source }) => [documentId, source]));
    for (const { documentId, charStart, charEnd, text } of queries.flatMap((query) => query.relevantSpans!)) {
      expect(texts.get(documentId)!.slice(charStart, charEnd)).toBe(text);
    }
  });

  it('pages of FinanceBench count from 1', async () => {
    const { queries } = await loadDataset(join(shared, 'finance'));
    expect(queries.flatMap((query) => query.relevantPages!).every(({ page }) => page >= 1)).toBe(true);
  });
});
