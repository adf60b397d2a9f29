/** What every queue does. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stateOfJob } from '../../../src/queue/job-progress.ts';
import type { NewJob, NewTask, Queue } from '../../../src/queue/queue.ts';
import { timeOrderedId } from '../../../src/util/ids/time-ordered-id.ts';

export interface QueuePlace {
  /** Opens the queue that is there, as another process would. */
  open(options: { readonly leaseSeconds: number }): Promise<Queue>;
  remove(): Promise<void>;
}

const none = { waiting: 0, active: 0, retrying: 0, failed: 0 };
const output = { documentsStored: 1, documentsSkipped: 0, chunks: 3 };
const task = (name: string): NewTask => ({ data: { name }, key: name, bytes: 10 });
const namesOf = (tasks: readonly { readonly data: unknown }[]) =>
  tasks.map(({ data }) => (data as { name: string }).name);

/** @param makePlace gives a place where no queue is yet. */
export function describeQueue(title: string, makePlace: () => Promise<QueuePlace>): void {
  describe(title, () => {
    let place: QueuePlace;
    let queue: Queue;
    let time = Date.now();
    beforeEach(async () => {
      place = await makePlace();
      queue = await place.open({ leaseSeconds: 2 });
    });
    afterEach(async () => {
      await queue.close();
      await place.remove();
    });

    async function add(names: readonly string[], job: Partial<NewJob> = {}) {
      const id = timeOrderedId((time += 1));
      const added = await queue.jobs.add({ id, tenant: '', warnings: [], tasks: names.map(task), ...job });
      return { id, ...added };
    }
    const sourcesOf = (id: string, state?: 'failed') =>
      queue.jobs.sources(id, { state, limit: 100, offset: 0 });
    const statesOf = async (id: string) => (await sourcesOf(id)).map(({ state }) => state);
    async function jobOf(id: string) {
      const [job] = await queue.jobs.list({ id, limit: 1 });
      return job!;
    }

    describe('tasks', () => {
      it('gives each task once, those of earlier jobs first', async () => {
        expect(await add(['a', 'b'])).toMatchObject({ kind: 'added', queued: 2 });
        await add(['c']);
        const first = await queue.tasks.take(2);
        expect(namesOf(first).sort()).toEqual(['a', 'b']);
        expect(first[0]).toMatchObject({ leaseSeconds: 2, isLastAttempt: false });
        expect(namesOf(await queue.tasks.take(2))).toEqual(['c']);
        expect(await queue.tasks.take(2)).toEqual([]);
        expect(await queue.tasks.counts()).toEqual({ ...none, active: 3 });
      });

      it('gives a task once although two take at the same time', async () => {
        await add(Array.from({ length: 40 }, (_, number) => String(number)));
        const other = await place.open({ leaseSeconds: 2 });
        const taken = await Promise.all([queue, other, queue, other].map(({ tasks }) => tasks.take(20)));
        await other.close();
        const names = namesOf(taken.flat());
        expect(names.length).toBe(40);
        expect(new Set(names).size).toBe(40);
      });

      it('lets one task of a key wait, and another once that one is under way', async () => {
        await add(['a']);
        expect(await add(['a', 'b', 'b'])).toMatchObject({ queued: 1 });
        const [first] = await queue.tasks.take(1);
        expect(namesOf([first!])).toEqual(['a']);
        expect(await add(['a'])).toMatchObject({ queued: 1 });
        await queue.tasks.complete(first!.id, output);
        expect(namesOf(await queue.tasks.take(9)).sort()).toEqual(['a', 'b']);
      });

      it('tries what failed again later, and gives up what need not be tried again', async () => {
        await add(['again', 'never']);
        for (const { id, data } of await queue.tasks.take(2)) {
          const again = (data as { name: string }).name === 'again';
          await queue.tasks.fail(id, { code: again ? 'LOAD' : 'CONFIG' }, { again });
        }
        expect(await queue.tasks.counts()).toEqual({ ...none, retrying: 1, failed: 1 });
        expect(await queue.tasks.take(9)).toEqual([]);
        expect(await queue.tasks.failures(9)).toMatchObject([
          { data: { name: 'never' }, output: { code: 'CONFIG' }, attempts: 1, failedAt: expect.any(Date) },
        ]);
      });

      it('queues what was given up anew', async () => {
        await add(['a', 'b']);
        for (const { id } of await queue.tasks.take(2)) await queue.tasks.fail(id, {}, { again: false });
        await add(['b']);
        expect(await queue.jobs.retryFailed()).toBe(2);
        expect(await queue.tasks.counts()).toEqual({ ...none, waiting: 2 });
        expect(await queue.jobs.retryFailed()).toBe(0);
      });

      it('gives a task whose lease has run out to another, and leaves one whose lease is extended', async () => {
        await add(['dead', 'slow']);
        const [, slow] = await queue.tasks.take(2);
        while ((await queue.tasks.counts()).retrying === 0) {
          await sleep(50);
          await queue.tasks.extendLeases([slow!.id]);
          await queue.tasks.releaseLost();
        }
        expect(await queue.tasks.counts()).toEqual({ ...none, active: 1, retrying: 1 });
      });

      it('lets what is given back be taken at once, and counts no attempt', async () => {
        const { id } = await add(['a']);
        const [first] = await queue.tasks.take(1);
        await queue.tasks.giveBack([first!.id]);
        expect(await sourcesOf(id)).toMatchObject([{ state: 'waiting', attempts: 0 }]);
        const [second] = await queue.tasks.take(1);
        await queue.tasks.fail(second!.id, {}, { again: false });
        expect(await queue.tasks.failures(1)).toMatchObject([{ attempts: 1 }]);
      });
    });

    describe('jobs', () => {
      it('tells of each source how far it is, in the order given', async () => {
        const { id } = await add(['a', 'b', 'c', 'd'], { tenant: 'acme', warnings: ['a ü "note"'] });
        expect(await jobOf(id)).toMatchObject({ waiting: 4, bytesLeft: 40, startedAt: null });
        const taken = await queue.tasks.take(3);
        const byName = new Map(taken.map((one) => [namesOf([one])[0], one.id]));
        const left = ['a', 'b', 'c', 'd'].find((name) => !byName.has(name))!;
        const [done, failed, active] = [...byName.values()] as [string, string, string];
        await queue.tasks.complete(done, output);
        await queue.tasks.fail(failed, { code: 'LOAD' }, { again: false });
        await queue.tasks.note(active, { ...output, pages: { done: 2, total: 5 } });
        const sources = new Map((await sourcesOf(id)).map((source) => [namesOf([source])[0], source]));
        const [doneName, failedName, activeName] = [...byName.keys()] as [string, string, string];
        expect(sources.get(left)).toMatchObject({
          state: 'waiting',
          attempts: 0,
          output: null,
          startedAt: null,
        });
        expect(sources.get(doneName)).toMatchObject({
          state: 'done',
          attempts: 1,
          bytes: 10,
          output,
          startedAt: expect.any(Date),
          endedAt: expect.any(Date),
        });
        expect(sources.get(failedName)).toMatchObject({ state: 'failed', output: { code: 'LOAD' } });
        expect(sources.get(activeName)).toMatchObject({
          state: 'active',
          output: { pages: { done: 2, total: 5 } },
          endedAt: null,
        });
        expect(namesOf(await sourcesOf(id))).toEqual(['a', 'b', 'c', 'd']);
        expect(namesOf(await sourcesOf(id, 'failed'))).toEqual([failedName]);
        expect(namesOf(await queue.jobs.sources(id, { limit: 2, offset: 1 }))).toEqual(['b', 'c']);
        expect(await jobOf(id)).toMatchObject({
          id,
          tenant: 'acme',
          warnings: ['a ü "note"'],
          waiting: 1,
          active: 1,
          done: 1,
          failed: 1,
          cancelled: 0,
          documentsStored: 2,
          chunks: 6,
          runSources: 2,
          runBytes: 20,
          bytesLeft: 20,
          sizesUnknown: 0,
          createdAt: expect.any(Date),
          startedAt: expect.any(Date),
          runStartedAt: expect.any(Date),
        });
      });

      it('has no sources of its own, or only such as could not be read', async () => {
        const { id: empty } = await add([]);
        expect(await jobOf(empty)).toMatchObject({ waiting: 0, failed: 0, sizesUnknown: 0 });
        expect(await sourcesOf(empty)).toEqual([]);
        const { id, ...added } = await add([], {
          tasks: [{ data: { name: 'gone' }, key: 'gone', error: { code: 'LOAD' } }],
        });
        expect(added).toMatchObject({ queued: 0 });
        expect(await jobOf(id)).toMatchObject({ failed: 1, sizesUnknown: 1 });
        expect(await sourcesOf(id)).toMatchObject([
          { state: 'failed', attempts: 0, output: { code: 'LOAD' }, bytes: null },
        ]);
        expect(await queue.tasks.take(9)).toEqual([]);
      });

      it('are listed with the latest first, by tenant and in pages', async () => {
        const ids: string[] = [];
        for (const tenant of ['acme', '', 'acme', 'else', 'acme'])
          ids.push((await add(['x'], { tenant })).id);
        const list = async (query: object) =>
          (await queue.jobs.list({ limit: 10, ...query })).map(({ id }) => ids.indexOf(id));
        expect(await list({})).toEqual([4, 3, 2, 1, 0]);
        expect(await list({ tenant: 'acme' })).toEqual([4, 2, 0]);
        expect(await list({ tenant: 'acme', before: ids[4], limit: 1 })).toEqual([2]);
        expect(await list({ tenant: '' })).toEqual([1]);
        expect(await list({ tenant: 'else', id: ids[0] })).toEqual([]);
        expect(await list({ id: 'not an id' })).toEqual([]);
      });

      it('share the task that waits for the same', async () => {
        const one = await add(['a', 'b']);
        const other = await add(['b', 'c']);
        expect(other).toMatchObject({ queued: 1 });
        for (const { id } of await queue.tasks.take(9)) await queue.tasks.complete(id, output);
        for (const { id } of [one, other]) expect(await statesOf(id)).toEqual(['done', 'done']);
      });

      it('end as cancelled where they wait, and leave to others what these wait for', async () => {
        const one = await add(['a', 'b']);
        const other = await add(['b']);
        await queue.jobs.cancel(one.id);
        expect(await statesOf(one.id)).toEqual(['cancelled', 'cancelled']);
        expect(await statesOf(other.id)).toEqual(['waiting']);
        expect(namesOf(await queue.tasks.take(9))).toEqual(['b']);
        expect(stateOfJob(await jobOf(one.id))).toBe('active'); // the other job’s work on what it asked for too
      });

      it('make what is under way unwanted, and leave to the worker how it ends', async () => {
        const { id } = await add(['a', 'b', 'c', 'd']);
        const taken = await queue.tasks.take(4);
        const [done, dropped, back, lost] = taken.map((one) => one.id) as [string, string, string, string];
        expect(await queue.tasks.unwanted(taken.map((one) => one.id))).toEqual([]);
        await queue.jobs.cancel(id);
        expect(new Set(await queue.tasks.unwanted([done, dropped, back]))).toEqual(
          new Set([done, dropped, back]),
        );
        expect(await statesOf(id)).toEqual(['active', 'active', 'active', 'active']);
        await queue.tasks.complete(done, output);
        await queue.tasks.drop([dropped, done]);
        await queue.tasks.giveBack([back]);
        await queue.tasks.fail(lost, { code: 'LOAD' }, { again: true });
        await queue.tasks.releaseLost();
        expect(await queue.tasks.counts()).toEqual(none);
        expect((await statesOf(id)).sort()).toEqual(['cancelled', 'cancelled', 'cancelled', 'done']);
        await queue.jobs.cancel(id);
        expect(await jobOf(id)).toMatchObject({ done: 1, cancelled: 3 });
      });

      it('that were cancelled are not begun again when a worker gives them back', async () => {
        const { id } = await add(['a']);
        const [taken] = await queue.tasks.take(1);
        await queue.jobs.cancel(id);
        await queue.tasks.giveBack([taken!.id]);
        expect(await queue.tasks.take(9)).toEqual([]);
        expect(await statesOf(id)).toEqual(['cancelled']);
        expect(await queue.tasks.counts()).toEqual(none);
      });

      it('are tried again by their sources that failed or were cancelled', async () => {
        const one = await add(['a', 'b', 'c']);
        const other = await add(['b']);
        for (const { id, data } of await queue.tasks.take(2)) {
          if ((data as { name: string }).name === 'a') await queue.tasks.complete(id, output);
          else await queue.tasks.fail(id, { code: 'LOAD' }, { again: false });
        }
        await queue.jobs.cancel(one.id);
        const before = await jobOf(one.id);
        const ended = before.done + before.failed + before.cancelled;
        expect(ended).toBe(3);
        while (Date.now() <= Number(before.queuedAt)) await sleep(1);
        expect(await queue.jobs.retry(one.id)).toBe(3 - before.done);
        expect(await jobOf(one.id)).toMatchObject({
          waiting: 3 - before.done,
          done: before.done,
          runSources: 0,
        });
        expect((await jobOf(one.id)).queuedAt > before.queuedAt).toBe(true);
        const wasFailed = (await jobOf(other.id)).failed;
        for (const { id } of await queue.tasks.take(9)) await queue.tasks.complete(id, output);
        expect(await statesOf(one.id)).toEqual(['done', 'done', 'done']);
        expect((await jobOf(other.id)).failed).toBe(wasFailed);
        expect(await queue.jobs.retry(one.id)).toBe(0);
      });

      it('are removed with what no other job wants', async () => {
        const one = await add(['a', 'b']);
        const other = await add(['b']);
        for (const { id } of await queue.tasks.take(9)) await queue.tasks.fail(id, {}, { again: false });
        await queue.jobs.remove([one.id]);
        expect(await queue.jobs.list({ id: one.id, limit: 1 })).toEqual([]);
        expect(await sourcesOf(one.id)).toEqual([]);
        expect(await statesOf(other.id)).toEqual(['failed']);
        expect(namesOf(await queue.tasks.failures(9))).toEqual(['b']);
      });

      it('are given again by their idempotency key, to the same tenant', async () => {
        const idempotency = { key: 'k1', body: 'one' };
        const first = await add(['a'], { tenant: 'acme', idempotency });
        expect(await add(['b'], { tenant: 'acme', idempotency: { key: 'k1', body: 'other' } })).toEqual({
          kind: 'repeated',
          id: first.id,
          body: 'one',
        });
        expect(await add(['b'], { tenant: 'else', idempotency })).toMatchObject({ kind: 'added' });
        const both = await Promise.all(
          [1, 2].map(() => add(['c'], { idempotency: { key: 'k2', body: 'x' } })),
        );
        expect(both.map(({ kind }) => kind).sort()).toEqual(['added', 'repeated']);
        expect(await queue.tasks.counts()).toEqual({ ...none, waiting: 3 });
      });

      it('are there for others who open the queue', async () => {
        const { id } = await add(['a']);
        const other = await place.open({ leaseSeconds: 2 });
        expect(await other.jobs.list({ limit: 9 })).toMatchObject([{ id, waiting: 1 }]);
        await other.close();
      });
    });
  });
}
