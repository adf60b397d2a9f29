/** Jobs that add documents: those of this visit, and those that were under way when it began. */
import { signal } from '@preact/signals';
import { ask, call, eventsOf, forgetAnswers } from '../api.ts';
import { loadCollections } from '../parts/collections.ts';
import { say } from '../parts/says.ts';
import { plural } from '../parts/words.ts';
import type { Job } from '../shapes.ts';

export const jobs = signal<readonly Job[]>([]);
/** Counted up when documents were added or changed, so that lists are asked for again. */
export const changes = signal(0);

const put = (job: Job) => {
  const isKnown = jobs.value.some(({ id }) => id === job.id);
  jobs.value = isKnown ? jobs.value.map((one) => (one.id === job.id ? job : one)) : [job, ...jobs.value];
};

/** After documents were added, changed or removed. */
export function noteChange(): void {
  forgetAnswers();
  changes.value += 1;
  void loadCollections();
}

/** Shows a job, and follows it until it has ended. */
export function startJob(job: Job): void {
  put(job);
  void follow(job.id);
}

async function follow(id: string): Promise<void> {
  let stored = 0;
  while (jobs.value.some((job) => job.id === id && job.endedAt === undefined)) {
    try {
      for await (const { event, data } of eventsOf(`/v1/jobs/${id}/events`, {})) {
        if (event !== 'job') continue;
        const job = data as Job;
        put(job);
        if (job.documentsStored > stored) noteChange();
        stored = job.documentsStored;
      }
      const last = await ask<Job>(`/v1/jobs/${id}`);
      put(last);
      if (last.endedAt !== undefined) {
        const failed = last.counts.failed === 0 ? '' : `, ${plural(last.counts.failed, 'file')} failed`;
        say(`${plural(last.documentsStored, 'document')} added${failed}.`);
        noteChange();
      }
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 2000)); // the server may come back
    }
  }
}

/** What is under way already, such as before the page was loaded anew. */
export async function findJobs(): Promise<void> {
  const { jobs: found } = await ask<{ jobs: Job[] }>('/v1/jobs?limit=10');
  for (const job of found) {
    if (job.endedAt === undefined && !jobs.value.some(({ id }) => id === job.id)) startJob(job);
  }
}

export async function upload(files: readonly File[], collection: string): Promise<void> {
  const form = new FormData();
  if (collection !== 'default') form.append('collection', collection);
  for (const file of files) form.append('files', file);
  startJob(await ask<Job>('/v1/documents', { body: form }));
}

export async function addAddress(url: string, collection: string): Promise<void> {
  startJob(await ask<Job>('/v1/documents', { body: { collection, documents: [{ url }] } }));
}

export async function cancel(id: string): Promise<void> {
  await call(`/v1/jobs/${id}`, { method: 'DELETE' });
}

export async function retry(id: string): Promise<void> {
  startJob(await ask<Job>(`/v1/jobs/${id}/retry`, { method: 'POST' }));
}

export const dismiss = (id: string) => {
  jobs.value = jobs.value.filter((job) => job.id !== id);
};
