import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Embedder } from '../embed/embedder.ts';
import { openKnowledgeBase } from './knowledge-base.ts';
import type { AddProgress } from './add/add-options.ts';

const pdfs = join(import.meta.dirname, '../../../shared/data/finance/pdfs');

/** Embeds so many texts; then it calls back, and embeds no more. */
function counting(most: number, whenDone: () => void): Embedder {
  let embedded = 0;
  return {
    modelId: 'counting',
    dimensions: 2,
    maxTokens: 1000,
    embed: async (texts, { signal }) => {
      embedded += texts.length;
      if (embedded <= most) return texts.map(() => Float32Array.of(1, 0));
      setTimeout(whenDone, 20);
      return await new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      });
    },
  };
}

it('keeps every document that was prepared when adding is stopped, and reports it', async () => {
  const controller = new AbortController();
  const ready = 9;
  const stop = () => controller.abort(new Error('enough'));
  await using kb = await openKnowledgeBase(
    {
      store: 'sqlite::memory:',
      embedding: { model: counting(ready, stop) },
    },
    { check: 'none' },
  );
  const inputs = Array.from({ length: ready + 1 }, (_, index) => ({
    source: `Otter number ${index} swims in the river.`,
    sourceType: 'text' as const,
    documentId: `d${index}`,
  }));
  const stored: string[] = [];
  const onProgress = (event: AddProgress) => void (event.kind === 'end' && stored.push(event.source));
  const adding = kb.addDocuments(inputs, { signal: controller.signal, onProgress });
  await expect(adding).rejects.toThrow('enough');
  expect(stored.sort()).toEqual(inputs.slice(0, ready).map(({ documentId }) => documentId));
  expect(await kb.documents()).toHaveLength(ready);
});

const filings = existsSync(pdfs) ? (await readdir(pdfs)).filter((name) => /EARNINGS|8K|10Q/.test(name)) : [];

it.skipIf(filings.length === 0)(
  `keeps the filings that are done when adding is stopped (reads ${pdfs})`,
  async () => {
    await using kb = await openKnowledgeBase({ store: 'sqlite::memory:' }, { check: 'none' });
    const controller = new AbortController();
    const stored: string[] = [];
    const adding = kb.addDocuments(
      filings.map((name) => join(pdfs, name)),
      {
        signal: controller.signal,
        onProgress: (event) => {
          if (event.kind !== 'end') return;
          stored.push(event.source);
          controller.abort(new Error('enough'));
        },
      },
    );
    await expect(adding).rejects.toThrow('enough');
    expect(stored.length).toBeGreaterThan(0);
    expect((await kb.documents()).map(({ sourcePath }) => sourcePath).sort()).toEqual(stored.sort());
  },
);
