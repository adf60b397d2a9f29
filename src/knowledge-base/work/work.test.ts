import { storeWith } from '../../../test/support/store-with.ts';
import { rm, writeFile } from 'node:fs/promises';
import { EventEmitter, once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writePdf } from '../../../test/support/pdf.ts';
import { startSite } from '../../../test/support/local-site.ts';
import type { ConfigInput } from '../../config/config.ts';
import { openKnowledgeBase, type KnowledgeBase } from '../knowledge-base.ts';
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts';
import type { Store } from '../../store/store.ts';
import { openQueue, type IngestionQueue } from './ingestion-queue.ts';
import { useQueues } from './queues.testing.ts';
import type { WorkProgress } from './work.ts';

const { queues, write, ...place } = useQueues('work');
let folder: string;
let kb: KnowledgeBase;
let queue: IngestionQueue;
const open = (config: ConfigInput = {}) => openKnowledgeBase({ store: 'sqlite::memory:', ...config });
beforeEach(async () => {
  folder = place.folder();
  kb = await open();
});
afterEach(() => Promise.all([kb.close(), queue.close()]));

const ownEmbedder = {
  modelId: 'own',
  dimensions: 4,
  maxTokens: 512,
  embed: async (texts: readonly string[]) => texts.map(() => Float32Array.of(1, 0, 0, 0)),
};
const drain = () => kb.work(queue, { drain: true });
const none = { waiting: 0, active: 0, retrying: 0, failed: 0, failures: [] };

describe.each(queues)('with a queue in $kind,', ({ queueUrl }) => {
  beforeEach(async () => {
    queue = await openQueue(queueUrl());
  });

  describe('enqueue', () => {
    it('notes each file of a folder once, and says what cannot be read', async () => {
      await write('otters.md', '# Otters\n\nOtters swim.');
      await write('owls.txt', 'Owls hunt at night.');
      await write('film.mp4', 'no text');
      const gone = join(folder, 'gone.md');
      const first = await queue.enqueue([folder, gone, 'https://example.com/page']);
      expect(first).toMatchObject({ success: false, queued: 3, alreadyWaiting: 0 });
      expect(first.errors).toMatchObject([{ source: gone, error: { code: 'LOAD' } }]);
      expect(first.warnings).toEqual([expect.stringContaining('film.mp4')]);
      expect(await queue.enqueue([folder])).toMatchObject({ success: true, queued: 0, alreadyWaiting: 2 });
      await write('owls.txt', 'Owls hunt by day.');
      expect(await queue.enqueue([folder])).toMatchObject({ queued: 1, alreadyWaiting: 1 });
      const { failures, ...counts } = await queue.status();
      expect(counts).toEqual({ waiting: 4, active: 0, retrying: 0, failed: 1 });
      expect(failures).toMatchObject([{ source: gone, attempts: 0, error: { code: 'LOAD' } }]);
    });

    it('refuses what a queue must not or cannot hold, before any work', async () => {
      const path = await write('otters.md', 'Otters swim.');
      const chunker = { name: 'mine', chunk: async () => [] };
      const refused = [
        { source: path, password: 'open sesame' },
        { source: 'Otters swim.', sourceType: 'text' as const, uri: 'otters' },
        { source: new Uint8Array(3), uri: 'bytes' },
        { source: path, chunking: { method: chunker } },
      ];
      for (const input of refused) {
        await expect(queue.enqueue([path, input])).rejects.toMatchObject({
          code: 'CONFIG',
          hint: expect.any(String),
        });
      }
      expect(await queue.status()).toEqual(none);
    });
  });

  describe('work', () => {
    it('adds documents as they were described, and leaves alone what is stored', async () => {
      const path = await write('otters.md', `# Otters\n\n${'Otters swim in rivers. '.repeat(40)}`);
      const input = { source: path, tags: ['animal'], chunking: { chunkSize: 32, overlap: 0 } };
      await queue.enqueue([input], { collection: 'zoo', metadata: { keeper: 'Ann' } });
      expect(await drain()).toMatchObject({ sourcesDone: 1, documentsInserted: 1, sourcesFailed: 0 });
      const [document] = await kb.documents(undefined, { collection: 'zoo' });
      expect(document).toMatchObject({ sourcePath: path, tags: ['animal'], metadata: { keeper: 'Ann' } });
      expect(document!.chunkCount).toBeGreaterThan(3);
      await queue.enqueue([input], { collection: 'zoo', metadata: { keeper: 'Ann' } });
      expect(await drain()).toMatchObject({ sourcesDone: 1, documentsInserted: 0, documentsSkipped: 1 });
      await queue.enqueue([input], { collection: 'zoo', metadata: { keeper: 'Bob' } });
      expect(await drain()).toMatchObject({ documentsReplaced: 1 });
    });

    it('adds together what waits at once with the same options, and fails only what fails', async () => {
      const paths = await Promise.all(
        ['a', 'b', 'c'].map((name) => write(`${name}.md`, `The ${name} swims.`)),
      );
      const broken = await write('broken.md', 'Not for long.');
      await queue.enqueue([...paths, broken, { source: paths[0]!, tags: ['again'] }]);
      await queue.enqueue([paths[1]!], { metadata: { keeper: 'Ann' } });
      await writeFile(broken, Uint8Array.of(0, 1, 2, 3, 255, 254, 0));
      const store = await openSqliteStore('sqlite::memory:');
      const asked: number[] = [];
      const documentsById: Store['documentsById'] = (collection, ids) => {
        asked.push(ids.length);
        return store.documentsById(collection, ids);
      };
      const noted = storeWith(store, { documentsById });
      await using noting = await openKnowledgeBase({}, { store: noted });
      expect(await noting.work(queue, { drain: true })).toMatchObject({
        sourcesDone: 5,
        sourcesFailed: 1,
        sourcesRetried: 0,
      });
      expect(asked).toContain(5);
      expect((await noting.documents()).length).toBe(3);
      expect((await queue.status()).failures).toMatchObject([{ source: broken, attempts: 1 }]);
    });

    it('does not read a file that is stored with the hash that was noted', async () => {
      const path = await write('otters.md', 'Otters swim.');
      await kb.addDocuments([path]);
      await queue.enqueue([path]);
      await rm(path);
      expect(await drain()).toMatchObject({ sourcesDone: 1, documentsSkipped: 1 });
    });

    it('gives up at once what no further attempt would change, with its error', async () => {
      const path = await write('otters.md', 'Otters swim.');
      await queue.enqueue([path, { source: path, documentId: 'binary' }]);
      await writeFile(path, Uint8Array.of(0, 1, 2, 3, 255, 254, 0));
      const events: WorkProgress[] = [];
      const response = await kb.work(queue, { drain: true, onProgress: (event) => events.push(event) });
      expect(response).toMatchObject({ sourcesDone: 0, sourcesFailed: 2, sourcesRetried: 0 });
      expect(events.filter(({ kind }) => kind === 'failed')).toMatchObject([
        { again: false },
        { again: false },
      ]);
      const { failed, failures } = await queue.status({ limit: 1 });
      expect(failed).toBe(2);
      expect(failures).toMatchObject([{ source: path, attempts: 1, error: { code: 'UNSUPPORTED_FORMAT' } }]);
      expect(failures[0]!.error.name).toBe('UnsupportedFormatError');
      await writeFile(path, 'Otters swim.');
      expect(await queue.retryFailed()).toBe(2);
      expect(await drain()).toMatchObject({ sourcesDone: 2, documentsInserted: 2 });
      expect(await queue.status()).toEqual(none);
    });

    it('does not try an empty file again', async () => {
      const path = await write('empty.md', '');
      await queue.enqueue([path]);
      expect(await drain()).toMatchObject({ sourcesFailed: 1, sourcesRetried: 0 });
      expect((await queue.status()).failures).toMatchObject([{ error: { code: 'UNREADABLE_DOCUMENT' } }]);
    });

    it('asks to add an encrypted file directly, as no password can be queued', async () => {
      const path = join(folder, 'secret.pdf');
      await writePdf(path, ['Otters swim.'], { userPassword: 'x', ownerPassword: 'y' });
      await queue.enqueue([path]);
      expect(await drain()).toMatchObject({ sourcesFailed: 1 });
      const { failures } = await queue.status();
      expect(failures).toMatchObject([
        {
          error: {
            code: 'PDF_ENCRYPTED',
            hint: expect.stringContaining('pincite add FILE --password') as string,
          },
        },
      ]);
    });

    it('reads a site once though a link of it leads nowhere', async () => {
      const asked: string[] = [];
      await using site = await startSite((request, response) => {
        asked.push(request.url!);
        const body = '<p>Otters swim.</p><a href="/gone">more</a>';
        if (request.url === '/') response.writeHead(200, { 'content-type': 'text/html' }).end(body);
        else response.writeHead(404).end();
      });
      await using web = await open({ loading: { allowAddresses: ['loopback'] } });
      await queue.enqueue([{ source: `${site.url}/`, crawl: { delayMs: 0 } }, `${site.url}/lost`]);
      expect(await web.work(queue, { drain: true })).toMatchObject({ sourcesFailed: 2, sourcesRetried: 0 });
      expect(asked.filter((url) => url !== '/robots.txt').sort()).toEqual(['/', '/gone', '/lost']);
      expect((await web.documents()).length).toBe(1);
      const codes = (await queue.status()).failures.map(({ error }) => error.code);
      expect(codes.sort()).toEqual(['LOAD', 'PARTLY_ADDED']);
    });

    it('tries again later what may pass', async () => {
      const path = await write('otters.md', 'Otters swim.');
      await queue.enqueue([path]);
      await rm(path);
      const working = drain();
      while ((await queue.status()).retrying === 0) await sleep(20);
      await write('otters.md', 'Otters swim.');
      const response = await working;
      expect(response).toMatchObject({ sourcesDone: 1, sourcesFailed: 0 });
      expect(response.sourcesRetried).toBeGreaterThan(0);
    });

    it('ends only when other workers have nothing left either', async () => {
      await queue.enqueue([await write('otters.md', 'Otters swim.')]);
      const [elsewhere] = await queue.adapter.tasks.take(1);
      const working = drain();
      await sleep(700);
      await queue.adapter.tasks.giveBack([elsewhere!.id]);
      expect(await working).toMatchObject({ documentsInserted: 1 });
    });

    it('gives back what is under way when it is stopped', async () => {
      for (const name of ['a', 'b', 'c']) await write(`${name}.md`, `The ${name} swims.`);
      await queue.enqueue([folder]);
      const stop = new AbortController();
      const reason = new Error('Stopped.');
      const onProgress = ({ kind }: WorkProgress) => kind === 'start' && stop.abort(reason);
      await expect(kb.work(queue, { signal: stop.signal, concurrency: 2, onProgress })).rejects.toBe(reason);
      expect(await queue.status()).toEqual({ ...none, waiting: 1, retrying: 2 });
      expect(await drain()).toMatchObject({ documentsInserted: 3 });
    });

    it('ends with what a file has become, when a worker is slower than the one that stored that', async () => {
      const store = `sqlite:${join(folder, '.store')}`;
      const path = await write('owls.txt', 'Owls hunt at night.');
      await queue.enqueue([path]);
      const events = new EventEmitter();
      const isRead = once(events, 'read');
      const mayGoOn = once(events, 'go on');
      const slowly = {
        ...ownEmbedder,
        embed: async (texts: readonly string[]) => {
          if (texts.some((text) => text.includes('night'))) {
            events.emit('read');
            await mayGoOn;
          }
          return ownEmbedder.embed(texts);
        },
      };
      await using slow = await open({ store, embedding: { model: slowly } });
      await using quick = await open({ store, embedding: { model: ownEmbedder } });
      const stop = new AbortController();
      const working = slow.work(queue, { concurrency: 1, signal: stop.signal });
      await isRead;
      await write('owls.txt', 'Owls hunt by day.');
      await queue.enqueue([path]);
      const stopQuick = new AbortController();
      const second = quick.work(queue, {
        signal: stopQuick.signal,
        onProgress: ({ kind }) => kind === 'done' && stopQuick.abort(new Error('done')),
      });
      await expect(second).rejects.toThrow('done');
      events.emit('go on');
      while ((await queue.status()).active > 0) await sleep(20);
      stop.abort(new Error('enough'));
      await expect(working).rejects.toThrow('enough');
      const [document] = await quick.documents();
      expect((await quick.document(document!.documentId)).text).toContain('by day');
    });

    it('ends, and gives back, where the store or its model would fail every job', async () => {
      await queue.enqueue([await write('otters.md', 'Otters swim.')]);
      const closed = await open();
      await closed.close();
      await expect(closed.work(queue)).rejects.toMatchObject({ code: 'STORE' });
      const store = `sqlite:${join(folder, 'store')}`;
      await using first = await open({ store, embedding: { model: ownEmbedder } });
      await first.addDocuments([{ source: 'Owls hunt.', sourceType: 'text', uri: 'owls' }]);
      await using other = await open({ store });
      await expect(other.work(queue)).rejects.toMatchObject({ code: 'EMBEDDING_MODEL_MISMATCH' });
      expect(await queue.status()).toEqual({ ...none, retrying: 1 });
    });

    it('refuses what is no queue', async () => {
      await expect(kb.work('postgres://localhost' as never)).rejects.toMatchObject({ code: 'CONFIG' });
    });
  });
});
