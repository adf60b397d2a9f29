/**
 * How long an extractive answer takes over 100,000 chunks: warm `ask` of real questions in process, retrieval included
 * (bar: 60 ms median). The store is made once, in the folder named, from `../shared/data/train`: 20 passages a
 * document, short ones merged into one chunk.
 *
 *   npm run bench -- answers/latency --store <folder> [--passages 380000] [--questions 200]
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { quantile } from '../../src/evaluate/metrics/metrics.ts';
import { openKnowledgeBase, type KnowledgeBase } from '../../src/index.ts';
import { readPassages, type Texts } from '../store/texts.ts';

const passagesPerDocument = 20;
const documentsPerCall = 100;
const warmUps = 20;

const { values } = parseArgs({
  options: {
    store: { type: 'string', default: '' },
    passages: { type: 'string', default: '380000' },
    questions: { type: 'string', default: '200' },
  },
});
const texts = await readPassages(Number(values.passages));
if (texts === undefined) console.log('skipped: ../shared/data/train is not there');
else await measure(texts);

async function measure(from: Texts): Promise<void> {
  const isThere = existsSync(values.store);
  await using kb = await openKnowledgeBase({
    store: `sqlite:${values.store}`,
    embedding: { adapt: 'off' },
  });
  if (!isThere) await fill(kb, from);
  const [total] = await kb.stats();
  const times: number[] = [];
  const retrievalTimes: number[] = [];
  let answered = 0;
  const questions = from.questions.slice(0, warmUps + Number(values.questions));
  for (const [index, question] of questions.entries()) {
    const started = performance.now();
    const answer = await kb.ask(question);
    if (index < warmUps) continue;
    times.push(performance.now() - started);
    retrievalTimes.push(answer.retrieval.stats.totalMs);
    if (answer.answered) answered += 1;
  }
  const line = (name: string, list: readonly number[]) =>
    console.log(
      `${name.padEnd(10)} median ${quantile(0.5, list).toFixed(1)} ms, p95 ${quantile(0.95, list).toFixed(1)} ms`,
    );
  console.log(`${total?.chunks} chunks, ${times.length} questions, ${answered} answered`);
  line('ask', times);
  line('retrieval', retrievalTimes);
}

async function fill(kb: KnowledgeBase, from: Texts): Promise<void> {
  let documents = 0;
  for (const batch of from.batches(passagesPerDocument * documentsPerCall)) {
    const inputs = [];
    for (let start = 0; start < batch.length; start += passagesPerDocument) {
      const sections = batch
        .slice(start, start + passagesPerDocument)
        .map((text, index) => `# Passage ${index + 1}\n\n${text}`);
      const uri = `document-${documents++}.md`;
      inputs.push({ source: sections.join('\n\n'), sourceType: 'text' as const, uri });
    }
    await kb.addDocuments(inputs, { returnChunks: false });
  }
}
