/** Jobs from those who bring work to those who ask what became of it, over a queue of each kind. */
import { existsSync } from 'node:fs';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writePdf } from '../../../test/support/pdf.ts';
import { startSite } from '../../../test/support/local-site.ts';
import { openKnowledgeBase, type KnowledgeBase } from '../knowledge-base.ts';
import { openQueue, type IngestionQueue } from './ingestion-queue.ts';
import { useQueues } from './queues.testing.ts';
import { hasEnded, type JobWithSources } from './jobs.ts';

const { queues, write, ...place } = useQueues('jobs');
let folder: string;
let kb: KnowledgeBase;
let queue: IngestionQueue;
beforeEach(async () => {
  folder = place.folder();
  kb = await openKnowledgeBase({
    store: `sqlite:${join(folder, '.store')}`,
    loading: { allowAddresses: ['loopback'] },
  });
});
afterEach(() => Promise.all([kb.close(), queue.close()]));

const drain = () => kb.work(queue, { drain: true });
const acme = { tenant: 'acme' };
const binary = Uint8Array.of(0, 1, 2, 3, 255, 254, 0);

/** Answers nothing. */
async function stallingServer() {
  let asked!: () => void;
  const isAsked = new Promise<void>((resolve) => (asked = resolve));
  const site = await startSite(() => asked());
  return { ...site, url: `${site.url}/`, asked: isAsked };
}

describe.each(queues)('a job in $kind', ({ queueUrl }) => {
  beforeEach(async () => {
    queue = await openQueue(queueUrl());
  });

  it('is watched until it has ended, with what became of each source', async () => {
    const good = await write('otters.md', '# Otters\n\nOtters swim in rivers.');
    const bad = await write('owls.txt', 'Owls.');
    const gone = join(folder, 'gone.md');
    const { jobId, success } = await queue.enqueue([good, bad, gone], { collection: 'zoo' });
    expect(success).toBe(false);
    await writeFile(bad, binary);
    const states: JobWithSources[] = [];
    const watching = (async () => {
      for await (const state of queue.watch(jobId, { intervalMs: 50 })) states.push(state);
    })();
    while (states.length === 0) await sleep(20);
    await drain();
    await watching;
    expect(states[0]).toMatchObject({
      id: jobId,
      tenant: null,
      state: 'waiting',
      counts: { sources: 3, waiting: 2, failed: 1 },
      sources: [
        { source: good, collection: 'zoo', state: 'waiting', attempts: 0, bytes: 32 },
        { source: bad, state: 'waiting' },
        { source: gone, state: 'failed', attempts: 0, error: { code: 'LOAD', name: 'LoadError' } },
      ],
    });
    expect(states[0]).not.toHaveProperty('endedAt');
    const last = states.at(-1)!;
    expect(last).toMatchObject({
      state: 'failed',
      counts: { sources: 3, done: 1, failed: 2 },
      documentsStored: 1,
      chunks: 1,
      startedAt: expect.any(String),
      endedAt: expect.any(String),
      progress: { share: 1 },
      sources: [
        { state: 'done', attempts: 1, documentsStored: 1, chunks: 1, endedAt: expect.any(String) },
        { state: 'failed', attempts: 1, error: { code: 'UNSUPPORTED_FORMAT', hint: expect.any(String) } },
        { state: 'failed' },
      ],
    });
    expect((await queue.job(jobId, { state: 'failed', limit: 1 })).sources).toMatchObject([{ source: bad }]);

    await writeFile(bad, 'Owls hunt at night.');
    await writeFile(gone, 'Gulls steal chips.');
    expect(await queue.retry(jobId)).toMatchObject({ state: 'active', counts: { waiting: 2, done: 1 } });
    expect(await drain()).toMatchObject({ sourcesDone: 2, documentsInserted: 2 });
    expect(await queue.job(jobId)).toMatchObject({ state: 'done', counts: { done: 3 }, documentsStored: 3 });
  });

  it('tells what was noted of each source, without its name', async () => {
    const noted = await write('noted.md', '---\nkey: [\n---\n\nOwls hunt at night.');
    const other = await write('other.md', 'Gulls steal chips.');
    const { jobId } = await queue.enqueue([noted, other]);
    await drain();
    const { sources } = await queue.job(jobId);
    expect(sources[0]!.warnings).toEqual(['The front matter is not valid YAML; it was kept as text.']);
    expect(sources[1]).not.toHaveProperty('warnings');
    const { jobId: alone } = await queue.enqueue([noted], { force: true });
    await drain();
    expect((await queue.job(alone)).sources[0]!.warnings).toEqual(sources[0]!.warnings);
  });

  it('without anything to read is done, and says why', async () => {
    await write('film.mp4', 'no text');
    const { jobId } = await queue.enqueue([folder]);
    expect(await queue.job(jobId)).toMatchObject({
      state: 'done',
      counts: { sources: 0 },
      warnings: [expect.stringContaining('film.mp4'), expect.stringContaining('no file of a format')],
    });
    const { jobId: none } = await queue.enqueue([]);
    const states = [];
    for await (const { state } of queue.watch(none)) states.push(state);
    expect(states).toEqual(['done']);
  });

  it('of a tenant adds to the tenant’s collections alone, and is absent for others', async () => {
    const path = await write('otters.md', 'Otters swim.');
    const { jobId } = await queue.enqueue([path], { scope: acme });
    expect(await queue.enqueue([path], { scope: { tenant: 'else' } })).toMatchObject({ queued: 1 });
    expect(await queue.enqueue([path])).toMatchObject({ queued: 1 });
    expect((await queue.jobs({ tenant: 'acme' })).jobs.map(({ id }) => id)).toEqual([jobId]);
    expect((await queue.jobs({ tenant: null })).jobs.length).toBe(1);
    expect((await queue.jobs()).jobs.length).toBe(3);
    const absent = { code: 'JOB_NOT_FOUND', name: 'JobNotFoundError' };
    for (const tenant of ['else', null]) {
      await expect(queue.job(jobId, { tenant })).rejects.toMatchObject(absent);
      await expect(queue.cancel(jobId, { tenant })).rejects.toMatchObject(absent);
      await expect(queue.retry(jobId, { tenant })).rejects.toMatchObject(absent);
      await expect(queue.remove(jobId, { tenant })).rejects.toMatchObject(absent);
      await expect(queue.watch(jobId, { tenant }).next()).rejects.toMatchObject(absent);
    }
    await expect(queue.job('none')).rejects.toMatchObject(absent);
    expect(await queue.job(jobId, { tenant: 'acme' })).toMatchObject({ state: 'waiting', tenant: 'acme' });
    expect(await drain()).toMatchObject({ documentsInserted: 3 });
    const names = (await kb.collections()).map(({ name }) => name);
    expect(names.sort()).toEqual(['@acme/default', '@else/default', 'default']);
    expect((await kb.scoped({ ...acme, access: 'read' }).documents()).length).toBe(1);
  });

  it('of a scope changes what that may change, and no attempt helps against what it may not', async () => {
    const path = await write('otters.md', 'Otters swim.');
    const scope = { ...acme, tenancy: 'filter' as const, collections: ['zoo'], filter: { project: 'river' } };
    const add = async (options: object, project: string) =>
      (await queue.enqueue([{ source: path, project }], { scope, ...options })).jobId;
    const good = await add({ collection: 'zoo' }, 'river');
    const elsewhere = await add({ collection: 'park' }, 'river');
    const outside = await add({ collection: 'zoo' }, 'sea');
    expect(await drain()).toMatchObject({ sourcesDone: 1, sourcesFailed: 2, sourcesRetried: 0 });
    expect(await queue.job(good, acme)).toMatchObject({ state: 'done' });
    for (const id of [elsewhere, outside]) {
      expect((await queue.job(id)).sources).toMatchObject([{ attempts: 1, error: { code: 'ACCESS' } }]);
    }
    const [document] = await kb.documents(undefined, { collection: 'zoo' });
    expect(document).toMatchObject({ metadata: { 'pincite:tenant': 'acme' } });
    await expect(queue.enqueue([path], { scope: { tenant: 'a/b' } })).rejects.toMatchObject({
      code: 'CONFIG',
    });
    await expect(queue.enqueue([path], { scope: { ...acme, filter: { $bad: 1 } } })).rejects.toMatchObject({
      code: 'FILTER',
    });
  });

  describe('with an upload', () => {
    const uri = 'upload:Annual report.pdf';
    async function upload(name: string, uploaded: Partial<{ uri: string; documentId: string }> = {}) {
      const path = join(folder, name);
      if (!existsSync(path)) await writePdf(path, ['The lantern was lit at nine.']);
      return { source: path, sourceType: 'file' as const, uri, temporary: true, ...uploaded };
    }

    it('stores it by its uri, tells its path nowhere, keeps the original and deletes the file', async () => {
      const input = await upload('tmp-8f3a');
      const bytes = await readFile(input.source);
      const { jobId } = await queue.enqueue([input], { scope: acme });
      expect(existsSync(input.source)).toBe(true);
      expect(await drain()).toMatchObject({ documentsInserted: 1 });
      expect(existsSync(input.source)).toBe(false);
      const tenant = kb.scoped({ ...acme, access: 'write' });
      const [document] = await tenant.documents();
      expect(document).toMatchObject({ sourcePath: uri, title: 'Annual report' });
      const { documentId } = document!;
      const chunks = await tenant.chunks(documentId);
      const job = await queue.job(jobId);
      expect(job.sources).toMatchObject([{ source: uri, state: 'done' }]);
      expect(JSON.stringify([document, chunks, job])).not.toContain('tmp-8f3a');
      expect(Buffer.from((await tenant.original(documentId))!)).toEqual(bytes);
      expect((await tenant.layoutPicture(documentId, { page: 1 })).png.length).toBeGreaterThan(1000);
      await tenant.updateDocuments({
        strategy: 'metadata',
        documentIds: [documentId],
        metadataUpdates: { title: 'Lanterns' },
      });
      expect(await tenant.original(documentId)).toBeDefined();

      await writeFile(join(folder, 'tmp-2'), bytes);
      expect((await queue.enqueue([await upload('tmp-2')], { scope: acme })).queued).toBe(1);
      expect(await drain()).toMatchObject({ documentsSkipped: 1 });
      expect(existsSync(join(folder, 'tmp-2'))).toBe(false);
    });

    it('keeps the file while it may be tried again, and names it in errors by its uri', async () => {
      const input = await upload('tmp-8f3a');
      await writeFile(input.source, binary);
      const { jobId } = await queue.enqueue([input]);
      expect(await drain()).toMatchObject({ sourcesFailed: 1 });
      const failed = await queue.job(jobId);
      expect(failed.sources).toMatchObject([{ source: uri, error: { code: 'UNSUPPORTED_FORMAT' } }]);
      expect(JSON.stringify([failed, await queue.status()])).not.toContain('tmp-8f3a');
      expect(existsSync(input.source)).toBe(true);
      await queue.retry(jobId);
      await expect(queue.remove(jobId)).rejects.toMatchObject({ code: 'CONFIG' });
      expect(await queue.cancel(jobId)).toMatchObject({ state: 'cancelled' });
      expect(existsSync(input.source)).toBe(true);
      await queue.remove(jobId);
      expect(existsSync(input.source)).toBe(false);
      await expect(queue.job(jobId)).rejects.toMatchObject({ code: 'JOB_NOT_FOUND' });

      const gone = await queue.enqueue([{ ...input, uri: 'lost.pdf' }]);
      expect(gone.errors).toMatchObject([{ source: 'lost.pdf', error: { code: 'LOAD' } }]);
      expect(gone.errors[0]!.error.message).toBe('lost.pdf could not be read: no such file.');
      expect(JSON.stringify([gone, await queue.job(gone.jobId)])).not.toContain('tmp-8f3a');
    });

    it('is refused where it has no name of its own', async () => {
      const input = await upload('tmp-8f3a');
      for (const other of [
        { ...input, uri: undefined },
        { ...input, sourceType: 'url' as const, source: 'https://example.com/' },
        { ...input, source: folder },
      ]) {
        await expect(queue.enqueue([other])).rejects.toMatchObject({ code: 'CONFIG' });
      }
      await expect(kb.addDocuments([input])).rejects.toMatchObject({ code: 'CONFIG' });
      expect(existsSync(input.source)).toBe(true);
    });

    it('is given again by its idempotency key, and what came twice is deleted', async () => {
      const first = await upload('tmp-1');
      const second = { ...first, source: join(folder, 'tmp-2') };
      await copyFile(first.source, second.source);
      const options = { scope: acme, idempotencyKey: 'a key' };
      const { jobId } = await queue.enqueue([first], options);
      expect(await queue.enqueue([second], options)).toMatchObject({ jobId, isRepeated: true, queued: 0 });
      expect(existsSync(second.source)).toBe(false);
      expect(await queue.enqueue([first], options)).toMatchObject({ jobId, isRepeated: true });
      expect(existsSync(first.source)).toBe(true);
      await copyFile(first.source, second.source);
      for (const other of [
        { ...second, title: 'Other' },
        { ...second, uri: 'other.pdf' },
      ]) {
        await expect(queue.enqueue([other], options)).rejects.toMatchObject({
          code: 'CONFIG',
          message: 'The idempotency key "a key" has been used for other documents or options',
        });
      }
      expect(existsSync(second.source)).toBe(true);
      expect(await queue.enqueue([second], { ...options, scope: { tenant: 'else' } })).toMatchObject({
        queued: 1,
      });
      expect((await queue.jobs()).jobs.length).toBe(2);
    });
  });

  it('that is cancelled stops what a worker is at, and nothing else', async () => {
    await using stalling = await stallingServer();
    const otters = await write('otters.md', 'Otters swim.');
    const { jobId } = await queue.enqueue([stalling.url, await write('owls.md', 'Owls hunt.')]);
    const other = await queue.enqueue([otters]);
    const working = drain();
    await stalling.asked;
    await using elsewhere = await openQueue(queueUrl()); // as another process does
    await elsewhere.cancel(jobId);
    const ended = [];
    for await (const job of elsewhere.watch(jobId)) ended.push(job);
    expect(ended.at(-1)!.sources[0]).toMatchObject({ source: stalling.url, state: 'cancelled', attempts: 1 });
    expect(await working).toMatchObject({ sourcesFailed: 0, sourcesRetried: 0 });
    expect(await queue.job(other.jobId)).toMatchObject({ state: 'done' });
    const stored = (await kb.documents()).map(({ sourcePath }) => sourcePath);
    expect(stored).toContain(otters);
    expect(stored).not.toContain(stalling.url);
    expect(await kb.check()).toMatchObject({ problems: [] });
  });

  it('is removed some time after it has ended', async () => {
    const { jobId } = await queue.enqueue([await write('otters.md', 'Otters swim.')]);
    expect(await queue.removeEnded({ before: new Date(Date.now() + 1000) })).toBe(0);
    await drain();
    expect(hasEnded(await queue.job(jobId))).toBe(true);
    expect(await queue.removeEnded()).toBe(0);
    await using impatient = await openQueue(queueUrl(), { keepDays: 0 });
    await sleep(10);
    await kb.work(impatient, { drain: true });
    expect((await queue.jobs()).jobs).toEqual([]);
    expect((await kb.documents()).length).toBe(1);
  });

  it('is listed in pages, by its state too', async () => {
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c', 'd']) {
      ids.unshift((await queue.enqueue([await write(`${name}.md`, `Of ${name}.`)])).jobId);
      await sleep(2);
    }
    await queue.cancel(ids[1]!);
    const first = await queue.jobs({ limit: 3 });
    expect(first.jobs.map(({ id }) => id)).toEqual(ids.slice(0, 3));
    const second = await queue.jobs({ limit: 3, cursor: first.nextCursor });
    expect(second.jobs.map(({ id }) => id)).toEqual(ids.slice(3));
    expect(second.nextCursor).toBeUndefined();
    expect((await queue.jobs({ state: 'cancelled' })).jobs.map(({ id }) => id)).toEqual([ids[1]]);
  });

  it('is watched until the signal says so', async () => {
    const { jobId } = await queue.enqueue([await write('otters.md', 'Otters swim.')]);
    const stop = new AbortController();
    const reason = new Error('Gone.');
    const watching = queue.watch(jobId, { signal: stop.signal });
    expect((await watching.next()).value).toMatchObject({ state: 'waiting' });
    const next = watching.next();
    stop.abort(reason);
    await expect(next).rejects.toBe(reason);
  });
});
