/** Run by streaming.ts. */
import { parseArgs } from 'node:util';
import { quantile } from '../../src/evaluate/metrics/metrics.ts';
import type { KnowledgeBase } from '../../src/index.ts';
import { claimsReply, passagesOf } from '../../test/support/answering-model.ts';
import { startOpenAiServer } from '../../test/support/openai-server.ts';
import { mostPassagesPerChunk, openPassageStore } from '../retrieval/passage-store.ts';
import { readPassages, type Texts } from '../store/texts.ts';

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: '' },
    chunks: { type: 'string', default: '100000' },
    questions: { type: 'string', default: '100' },
  },
});
const chunks = Number(values.chunks);
const firstTokenMs = 200;
const warmUps = 20;
/** As many as a question has. */
const questionWords = 8;

/**
 * Milliseconds until the first words, and those of retrieval before them; `undefined` where the model is not asked, as the
 * documents do not answer the question.
 */
async function throughPincite(
  kb: KnowledgeBase,
  question: string,
): Promise<[first: number, retrieval: number] | undefined> {
  const started = performance.now();
  let first: number | undefined;
  for await (const event of kb.askStream(question)) {
    if (event.kind === 'text') first ??= performance.now() - started;
    if (event.kind !== 'done') continue;
    const { answered, model, retrieval } = event.answer;
    return answered && model !== 'extractive' ? [first!, retrieval.stats.totalMs] : undefined;
  }
  throw new Error('The answer has come to no end.');
}

/** Milliseconds until a reply's first words, when the server is asked without anything between. */
async function directly(baseUrl: string, body: object): Promise<number> {
  const started = performance.now();
  const response = await fetch(`${baseUrl}/chat/completions`, { method: 'POST', body: JSON.stringify(body) });
  const reader = response.body!.getReader();
  let text = '';
  while (!text.includes('"text')) {
    const { value, done } = await reader.read();
    if (done) throw new Error('There was no text.');
    text += Buffer.from(value).toString().replaceAll('\\"', '"');
  }
  const first = performance.now() - started;
  while (!(await reader.read()).done);
  return first;
}

/** The first one under the headings; a full stop behind a few characters is that of a number. */
function sentenceOf(passage: string): string {
  const text = passage.replace(/^(?:[(#].*\n+)+/, '');
  return /^.{1,20}.*?(?=\.\s|\n|$)/.exec(text)![0];
}

/** How passages here and there begin: what the documents surely answer. */
async function openingWords(kb: KnowledgeBase): Promise<string[]> {
  const wanted = warmUps + Number(values.questions);
  const documents = await kb.documents();
  const step = documents.length / wanted;
  const openings: string[] = [];
  for (let number = 0; number < wanted; number += 1) {
    const [chunk] = await kb.chunks(documents[Math.floor(number * step)]!.documentId);
    openings.push(sentenceOf(chunk!.content).split(' ').slice(0, questionWords).join(' '));
  }
  return openings;
}

async function measure(texts: Texts): Promise<void> {
  const server = await startOpenAiServer();
  server.reply((body) => {
    const sentence = sentenceOf(passagesOf(body)[0]!);
    return { ...claimsReply({ text: sentence, quotes: [[1, sentence]] }), afterMs: firstTokenMs };
  });
  await using kb = await openPassageStore(
    texts,
    { folder: values.folder, chunks, collections: ['default'] },
    {
      llm: { model: 'openai-compatible:tiny', baseUrl: server.baseUrl },
      answer: { model: 'openai-compatible:tiny' },
    },
  );
  const added: number[] = [];
  const own: number[] = [];
  const retrievals: number[] = [];
  for (const [number, question] of (await openingWords(kb)).entries()) {
    const times = await throughPincite(kb, question);
    if (times === undefined || number < warmUps) continue;
    const [first, retrieval] = times;
    const direct = await directly(server.baseUrl, server.requests.at(-1)!.body);
    own.push(direct);
    retrievals.push(retrieval);
    added.push(first - direct);
  }
  await server.close();
  const [total] = await kb.stats();
  console.log(
    `${total?.chunks} chunks, ${values.questions} questions, of which the model is asked ${added.length}; the server waits ${firstTokenMs} ms`,
  );
  console.log(`the model's own first words: ${show(own)}`);
  console.log(`added, retrieval included:   ${show(added)}`);
  console.log(`  retrieval:                 ${show(retrievals)}`);
  console.log(`  the rest:                  ${show(added.map((ms, index) => ms - retrievals[index]!))}`);
}

const show = (times: readonly number[]) =>
  `median ${quantile(0.5, times).toFixed(1)} ms, p95 ${quantile(0.95, times).toFixed(1)} ms`;

const texts = await readPassages(chunks * mostPassagesPerChunk);
if (texts === undefined) console.log('skipped: ../shared/data/train is not there');
else await measure(texts);
