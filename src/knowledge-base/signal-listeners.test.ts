/** A program may pass one signal to everything that it does for days: each operation leaves it as it was. */
import { getEventListeners } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startOpenAiServer, type OpenAiServer } from '../../test/support/openai-server.ts';
import { openKnowledgeBase, type KnowledgeBase } from './knowledge-base.ts';
import { DocumentTurns } from './add/document-turns.ts';

const { signal } = new AbortController();
let server: OpenAiServer;
let folder: string;
let kb: KnowledgeBase;
beforeAll(async () => {
  server = await startOpenAiServer();
  folder = await mkdtemp(join(tmpdir(), 'pincite-signal-'));
  await writeFile(join(folder, 'otters.md'), '# Otters\n\nOtters swim in rivers. They weigh ten kilograms.');
  await writeFile(join(folder, 'owls.txt'), 'Owls hunt at night. They weigh two kilograms.');
  const llm = { model: 'openai-compatible:test', baseUrl: server.baseUrl };
  kb = await openKnowledgeBase({
    store: `sqlite:${join(folder, '.store')}`,
    llm,
    calls: { maxRetries: 0 },
    answer: { model: llm.model },
  });
  await kb.addDocuments([join(folder, 'otters.md'), join(folder, 'owls.txt')], { signal });
});
afterAll(async () => {
  await kb.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const listening = () => getEventListeners(signal, 'abort').length;
afterEach(() => expect(listening()).toBe(0));

const text = (documentId: string, source: string) => ({ documentId, source, sourceType: 'text' as const });

it('adding, also of one document twice at a time, leaves none', async () => {
  const terns = [text('terns', 'Terns fly far.')];
  await Promise.all([kb.addDocuments(terns, { signal }), kb.addDocuments(terns, { signal })]);
  await kb.addDocuments([join(folder, 'otters.md')], { signal });
  await kb.previewChunks(join(folder, 'owls.txt'), { signal });
  await kb.loadDocument(join(folder, 'owls.txt'), { signal });
});

it('searching leaves none', async () => {
  const searches = ['What do otters weigh?', 'Who hunts at night?', 'And who swims?'];
  await Promise.all(searches.map((query) => kb.retrieve(query, { signal })));
  for (const mode of ['keyword', 'vector'] as const) await kb.retrieve('otters', { mode, signal });
});

it('answers without a model leave none', async () => {
  const { citations } = await kb.ask('What do otters weigh?', { model: 'extractive', signal });
  await kb.snapshot(citations[0]!, { signal });
});

it('answers and conversations with a model leave none', async () => {
  server.reply({ text: 'Otters weigh ten kilograms [1].' });
  await kb.ask('What do otters weigh?', { signal });
  for await (const { kind } of kb.askStream('What do otters weigh?', { signal })) if (kind === 'text') break;
  const conversation = kb.conversation({ signal });
  await conversation.ask('What do otters weigh?');
  await conversation.ask('And owls?');
});

it('a model that fails leaves none', async () => {
  server.reply({ status: 400 });
  const { warnings } = await kb.ask('What do otters weigh?', { signal });
  expect(warnings).not.toEqual([]);
});

it('updating and removing leave none', async () => {
  await kb.updateDocuments({ strategy: 'upsert', newDocuments: [text('bees', 'Bees hum.')], signal });
  await kb.updateDocuments({ strategy: 'delete', documentIds: ['bees'], signal });
  await kb.addDocuments([text('bees', 'Bees hum.')], { collection: 'insects', signal });
  await kb.removeCollection('insects', { signal });
});

it('synchronising and watching leave none', async () => {
  await kb.sync(folder, { collection: 'synced', signal });
  const watch = await kb.watch(folder, { collection: 'watched', signal });
  await watch.close();
});

it('export, import and copies leave none', async () => {
  const lines: string[] = [];
  for await (const line of kb.export({ signal })) lines.push(line);
  for await (const _ of kb.export({ signal })) break;
  const other = await openKnowledgeBase({ store: 'sqlite::memory:' });
  await other.import(lines, { signal });
  await kb.copyTo(other, { signal });
  await other.close();
});

it('maintenance leaves none', async () => {
  await kb.check({ signal });
  await kb.vacuum({ signal });
  await kb.reembed({ force: true, signal });
});

it('measuring leaves none', async () => {
  const [document] = await kb.documents({ title: 'Otters' });
  const queries = [{ query: 'What do otters weigh?', relevantDocuments: { [document!.documentId]: 2 } }];
  const file = join(folder, 'queries.json');
  await writeFile(file, JSON.stringify({ queries }));
  await kb.evaluate(file, { signal });
});

it('waiting for a turn leaves none', async () => {
  const turns = new DocumentTurns();
  const leave = await turns.enter('a', signal);
  const next = turns.enter('a', signal);
  expect(listening()).toBe(1);
  leave();
  (await next)();
});

it('a knowledge base that is opened leaves none', async () => {
  const other = await openKnowledgeBase({ store: 'sqlite::memory:' }, { signal });
  await other.close();
});
