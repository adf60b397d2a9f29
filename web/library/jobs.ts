/** Jobs that add documents: those of this visit, and those that were under way when it began. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ask, call, forgetAnswers, isAborted, ServerProblem } from '../api.ts';
import { loadCollections } from '../parts/collections.ts';
import { say } from '../parts/says.ts';
import { plural } from '../parts/words.ts';
import type { Job } from '../shapes.ts';
import { inUploads, type GivenFile } from './files.ts';

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

/** Shows a job, in place of those that have ended well, and follows it until it has ended. */
export function startJob(job: Job): void {
  jobs.value = jobs.value.filter(({ endedAt, counts }) => endedAt === undefined || counts.failed > 0);
  put(job);
  void follow();
}

const pauseMs = 1000;

/** Views that are open and show jobs, or what comes of them. */
let views = 0;
const followed = () => (views === 0 ? [] : jobs.value.filter(({ endedAt }) => endedAt === undefined));
let isFollowing = false;

/** Follows jobs as long as the view that calls it is open. */
export function useJobs(): void {
  useEffect(() => {
    views += 1;
    void follow();
    return () => {
      views -= 1;
    };
  }, []);
}

/** Asks for one job after the other: a browser has few connections to a server, and others need them. */
async function follow(): Promise<void> {
  if (isFollowing) return;
  isFollowing = true;
  while (followed().length > 0) {
    for (const job of followed()) await look(job);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  isFollowing = false;
}

async function look({ id, documentsStored }: Job): Promise<void> {
  try {
    const job = await ask<Job>(`/v1/jobs/${id}`);
    put(job);
    if (job.endedAt !== undefined) {
      const failed = job.counts.failed === 0 ? '' : `, ${plural(job.counts.failed, 'file')} failed`;
      say(`${plural(job.documentsStored, 'document')} added${failed}.`);
    }
    if (job.endedAt !== undefined || job.documentsStored > documentsStored) noteChange();
  } catch (error) {
    const status = error instanceof ServerProblem ? error.status : 0;
    const isGone = status >= 400 && status < 500 && status !== 429;
    if (isGone) dismiss(id); // else the server may come back
  }
}

/** What is under way already, such as before the page was loaded anew. */
export async function findJobs(): Promise<void> {
  const { jobs: found } = await ask<{ jobs: Job[] }>('/v1/jobs?limit=10');
  const known = new Set(jobs.value.map(({ id }) => id));
  for (const job of found) if (job.endedAt === undefined && !known.has(job.id)) startJob(job);
}

/** Files that are on their way to the server. */
export const sending = signal(0);
/** Why what was given last is not added. */
export const trouble = signal<unknown>(undefined);

const send = async (body: unknown) => startJob(await ask<Job>('/v1/documents', { body }));

async function telling(work: () => Promise<void>): Promise<void> {
  trouble.value = undefined;
  try {
    await work();
  } catch (error) {
    if (!isAborted(error)) trouble.value = error;
  }
}

/** Sends files with their paths: those of several folders may be called the same. What comes behind an upload that fails is not sent. */
export const upload = (given: Promise<readonly GivenFile[]>, collection: string): Promise<void> =>
  telling(async () => {
    const files = await given;
    if (files.length === 0) throw new Error('There is no file in what was given.');
    let left = files.length;
    sending.value += left;
    try {
      for (const some of inUploads(files)) {
        const form = new FormData();
        if (collection !== 'default') form.append('collection', collection);
        for (const { file, path } of some) form.append('files', file, path);
        await send(form);
        left -= some.length;
        sending.value -= some.length;
      }
    } finally {
      sending.value -= left;
    }
  });

export const addAddress = (url: string, collection: string): Promise<void> =>
  telling(() => send({ collection, documents: [{ url }] }));

export async function cancel(id: string): Promise<void> {
  await call(`/v1/jobs/${id}`, { method: 'DELETE' });
}

export async function retry(id: string): Promise<void> {
  startJob(await ask<Job>(`/v1/jobs/${id}/retry`, { method: 'POST' }));
}

export const dismiss = (id: string) => {
  jobs.value = jobs.value.filter((job) => job.id !== id);
};

export function dismissEnded(): void {
  jobs.value = jobs.value.filter(({ endedAt }) => endedAt === undefined);
}

export const forgetJobs = () => {
  jobs.value = [];
  trouble.value = undefined;
};
