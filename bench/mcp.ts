/**
 * What a model is sent, and how long it waits: every tool of `pincite mcp` over the 12 filings of FinanceBench (915 pages), by the
 * official client over HTTP on this machine.
 *
 *   npm run bench -- mcp [--data <folder>] [--store <url of a store that has them>]
 *
 * Prints for each tool the calls, the largest result in tokens (cl100k, one copy of the object), and the median and 95th percentile
 * of the milliseconds. Fails where a result has more than 8,000 tokens, the list of tools more than 2,500, or a picture a megabyte.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { indexAll } from './index-all.ts';
import { quantile } from '../src/evaluate/metrics/metrics.ts';
import { openKnowledgeBase } from '../src/index.ts';
import { startMcpServer, type ToolContent, type ToolReply } from '../test/support/mcp-server.ts';

const here = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const { values } = parseArgs({
  options: {
    data: { type: 'string', default: here('../../shared/data/finance') },
    store: { type: 'string', default: 'sqlite::memory:' },
  },
});
if (!existsSync(values.data)) throw new Error(`${values.data} is missing; name the folder with --data`);

await using kb = await openKnowledgeBase({ store: values.store });
if ((await kb.collections()).length === 0) await indexAll(kb, [`${values.data}/pdfs`]);
const scoped = kb.scoped({ tenant: null, access: 'read' });
const server = await startMcpServer(() => ({ kb: scoped }));
const client = new Client({ name: 'bench', version: '1' }, { versionNegotiation: { mode: 'auto' } });
await client.connect(new StreamableHTTPClientTransport(server.url));

interface Measured {
  readonly ms: number[];
  tokens: number;
  pictureChars: number;
}
const measured = new Map<string, Measured>();

async function call(name: string, args: Record<string, unknown>): Promise<ToolReply> {
  const start = performance.now();
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: args });
  const ms = performance.now() - start;
  const parts = content as ToolContent[];
  const text = parts.find(({ type }) => type === 'text')!.text!;
  if (isError) throw new Error(`${name}: ${text}`);
  const so = measured.get(name) ?? { ms: [], tokens: 0, pictureChars: 0 };
  measured.set(name, so);
  so.ms.push(ms);
  so.tokens = Math.max(so.tokens, await kb.countTokens(text));
  so.pictureChars = Math.max(so.pictureChars, ...parts.map(({ data = '' }) => data.length));
  return structuredContent as unknown as ToolReply;
}

const questions = readFileSync(`${values.data}/questions.jsonl`, 'utf8')
  .trim()
  .split('\n')
  .map((line) => (JSON.parse(line) as { question: string }).question);

const listed = await client.listTools();
const listTokens = await kb.countTokens(JSON.stringify({ tools: listed.tools }));
await call('search', { query: questions[0] }); // opens what searches need
measured.clear();
const { documents } = await call('list_documents', {});
for (const question of questions) {
  const { results } = await call('search', { query: question, limit: 25 });
  const { citations, nearest = [] } = await call('ask', { question });
  await call('fetch', { id: results[0].id });
  const [cited] = [...citations, ...nearest];
  if (cited) await call('show_page', { citation: cited.id });
}
for (const { id, pages } of documents) {
  for (const page of [1, Math.ceil(pages / 2), pages]) await call('show_page', { id, page });
  let cursor: string | undefined;
  do {
    ({ nextCursor: cursor } = await call('fetch', { id, maxTokens: 7000, cursor }));
  } while (cursor !== undefined);
}

console.log(
  `tools/list: ${listTokens} tokens; instructions: ${await kb.countTokens(client.getInstructions() ?? '')}`,
);
for (const [name, { ms, tokens, pictureChars }] of measured) {
  const picture = pictureChars > 0 ? `, picture of ${pictureChars} characters` : '';
  const times = `${quantile(0.5, ms).toFixed(0)} ms median, ${quantile(0.95, ms).toFixed(0)} ms p95`;
  console.log(`${name}: ${ms.length} calls, at most ${tokens} tokens${picture}, ${times}`);
}
const isTooLarge = [...measured.values()].some(
  ({ tokens, pictureChars }) => tokens > 8000 || pictureChars > 1e6,
);
if (isTooLarge || listTokens > 2500) process.exitCode = 1;
await client.close();
await server.close();
