/** Run by streaming.ts. */
import { parseArgs } from 'node:util';
import { quantile } from '../../src/evaluate/metrics.ts';
import { openKnowledgeBase, type KnowledgeBase } from '../../src/index.ts';
import { claimsReply, passagesOf } from '../../test/support/answering-model.ts';
import { startOpenAiServer } from '../../test/support/openai-server.ts';

const { values } = parseArgs({
  options: {
    chunks: { type: 'string', default: '5000' },
    questions: { type: 'string', default: '40' },
  },
});
const firstTokenMs = 200;
const warmUps = 5;
const chunksPerDocument = 50;

const things = ['pump', 'sensor', 'valve', 'filter', 'carrier', 'gauge', 'rotor', 'seal'];
const parts = ['housing', 'cable', 'membrane', 'bearing', 'display', 'gasket', 'spring', 'shaft'];
const nameOf = (number: number) => `${things[number % 8]} ${parts[Math.floor(number / 8) % 8]} K${number}`;

function documentAbout(first: number): string {
  const sections = Array.from({ length: chunksPerDocument }, (_, index) => {
    const name = nameOf(first + index);
    const body = `The ${name} is replaced after ${first + index + 1} hours of operation. `;
    return `# The ${name}\n\n${body}${'It is kept dry and clean, and is looked at every spring by two persons. '.repeat(8)}`;
  });
  return sections.join('\n\n');
}

async function open(baseUrl: string): Promise<KnowledgeBase> {
  const kb = await openKnowledgeBase({
    store: 'sqlite::memory:',
    embedding: { adapt: 'off' },
    llm: { model: 'openai-compatible:tiny', baseUrl },
    answer: { model: 'openai-compatible:tiny' },
  });
  for (let first = 0; first < Number(values.chunks); first += chunksPerDocument) {
    const source = documentAbout(first);
    await kb.addDocuments([{ source, sourceType: 'text', uri: `document-${first}.md` }], {
      returnChunks: false,
    });
  }
  return kb;
}

/** Milliseconds until the first words, and those of retrieval before them. */
async function throughPincite(
  kb: KnowledgeBase,
  question: string,
): Promise<[first: number, retrieval: number]> {
  const started = performance.now();
  let first: number | undefined;
  for await (const event of kb.askStream(question)) {
    if (event.kind === 'text') first ??= performance.now() - started;
    if (event.kind === 'done') {
      if (event.answer.model === 'extractive') throw new Error(event.answer.warnings.join());
      return [first!, event.answer.retrieval.stats.totalMs];
    }
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

const server = await startOpenAiServer();
server.reply((body) => {
  const [first = ''] = passagesOf(body);
  const sentence = /The .*? operation\./.exec(first)?.[0] ?? '';
  return { ...claimsReply({ text: sentence, quotes: [[1, sentence]] }), afterMs: firstTokenMs };
});
await using kb = await open(server.baseUrl);
const [total] = await kb.stats();
const added: number[] = [];
const own: number[] = [];
const retrievals: number[] = [];
for (let number = -warmUps; number < Number(values.questions); number++) {
  const name = nameOf((number + warmUps) * 101);
  const [first, retrieval] = await throughPincite(kb, `When is the ${name} replaced?`);
  const direct = await directly(server.baseUrl, server.requests.at(-1)!.body);
  if (number < 0) continue;
  own.push(direct);
  retrievals.push(retrieval);
  added.push(first - direct);
}
await server.close();

const show = (times: readonly number[]) =>
  `median ${quantile(0.5, times).toFixed(1)} ms, p95 ${quantile(0.95, times).toFixed(1)} ms`;
console.log(`${total?.chunks} chunks, ${added.length} questions; the server waits ${firstTokenMs} ms`);
console.log(`the model's own first words: ${show(own)}`);
console.log(`added, retrieval included:   ${show(added)}`);
console.log(`  retrieval:                 ${show(retrievals)}`);
console.log(`  the rest:                  ${show(added.map((ms, index) => ms - retrievals[index]!))}`);
