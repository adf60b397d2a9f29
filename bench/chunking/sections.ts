/**
 * What searching from the top down finds: hierarchical chunks of 200 tokens, with and without extractive summaries,
 * and the recall of answers' characters in 5 hits when passages are taken from the best n sections alone.
 *
 *   npm run bench -- chunking/sections [legal] [--data <folder>]
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { loadDataset, mean, spanRecall } from '../../src/evaluate/index.ts';
import { openKnowledgeBase } from '../../src/knowledge-base/knowledge-base.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { data: { type: 'string', default: path.join(import.meta.dirname, '../../../shared/data') } },
});
const folder = path.join(values.data, positionals[0] ?? 'legal');
if (!existsSync(folder)) throw new Error(`${folder} is missing: name the folder with --data.`);
const topK = 5;
const widths = [0, 3, 5, 10, 20];
/** One question in so many is asked. */
const stride = 4;

const { queries } = await loadDataset(folder);
const asked = queries.filter((_, index) => index % stride === 0);
const answering = new Set(
  queries.flatMap(({ relevantSpans = [] }) => relevantSpans.map((span) => span.documentId)),
);
// As files, whose names the questions mention.
const wanted = [...answering].map((documentId) => ({
  source: path.join(folder, 'corpus', documentId),
  documentId,
}));
process.stdout.write(`${asked.length} questions over ${wanted.length} documents\n\n`);
process.stdout.write(
  `| summaries | ${widths.map((width) => width || 'all').join(' | ')} |\n| --- |${' ---: |'.repeat(widths.length)}\n`,
);

for (const summaries of ['none', 'extractive'] as const) {
  await using kb = await openKnowledgeBase({
    store: 'sqlite::memory:',
    chunking: { method: 'hierarchical', chunkSize: 200, overlap: 0, summaries },
    embedding: { adapt: 'off' },
  });
  await kb.addDocuments(wanted, { returnChunks: false });
  const recalls: string[] = [];
  for (const sections of widths) {
    const found: number[] = [];
    for (const { query, relevantSpans = [] } of asked) {
      const { hits } = await kb.retrieve(query, { topK, sections });
      found.push(
        spanRecall(
          hits.map(({ chunk }) => chunk),
          relevantSpans,
        ),
      );
    }
    recalls.push(mean(found).toFixed(3));
  }
  process.stdout.write(`| ${summaries} | ${recalls.join(' | ')} |\n`);
}
