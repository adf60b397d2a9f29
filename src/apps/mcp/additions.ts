import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { AddResponse, ScopedKnowledgeBase } from '../../index.ts';
import { describeError } from './describe-error.ts';

export interface AdditionRequest {
  /** Paths and addresses on the web. */
  readonly sources: readonly string[];
  readonly collection: string;
}

/** What has come of adding so far. */
export interface AdditionReport {
  readonly job: string;
  /** `failed`: nothing more will be added. Documents that failed by themselves are in `errors` of one that is done. */
  readonly status: 'running' | 'done' | 'failed';
  /** Documents looked at, and how many there are; 0 as long as that is not known. */
  readonly done: number;
  readonly total: number;
  readonly inserted?: number;
  readonly replaced?: number;
  readonly skipped?: number;
  readonly errors: readonly { readonly source?: string; readonly problem: string }[];
}

/** Whoever adds for `add_documents`: this process, or the jobs of a server. */
export interface Additions {
  /** Waits a little, so that what takes no time is done. @throws PinciteError for what may not be added. */
  start(kb: ScopedKnowledgeBase, request: AdditionRequest): Promise<AdditionReport>;
  /** `undefined` when there is no such job, or it is somebody else's. */
  find(job: string): Promise<AdditionReport | undefined>;
}

interface Job {
  end: Promise<void>;
  report: AdditionReport;
}

/** How long a call waits for what takes no time. */
const patienceMs = 20_000;
const mostJobs = 100;
const mostErrors = 20;

/** Adds in this process, for who sits at it and may name its files; it forgets the jobs when it ends. */
export class AdditionsHere implements Additions {
  readonly #jobs = new Map<string, Job>();
  readonly #ending = new AbortController();

  async start(kb: ScopedKnowledgeBase, request: AdditionRequest): Promise<AdditionReport> {
    const id = randomUUID();
    const report: AdditionReport = { job: id, status: 'running', done: 0, total: 0, errors: [] };
    const job: Job = { report, end: Promise.resolve() };
    job.end = this.#add(kb, job, request);
    this.#jobs.set(id, job);
    for (const old of [...this.#jobs.keys()].slice(0, -mostJobs)) this.#jobs.delete(old);
    return this.#wait(job);
  }

  async find(id: string): Promise<AdditionReport | undefined> {
    const job = this.#jobs.get(id);
    return job && this.#wait(job);
  }

  /** Stops what is under way: documents that are added whole stay. */
  async close(): Promise<void> {
    this.#ending.abort();
    await Promise.all([...this.#jobs.values()].map(({ end }) => end));
  }

  async #wait(job: Job): Promise<AdditionReport> {
    const timer = new AbortController();
    await Promise.race([job.end, delay(patienceMs, undefined, { signal: timer.signal }).catch(() => {})]);
    timer.abort();
    return job.report;
  }

  async #add(kb: ScopedKnowledgeBase, job: Job, { sources, collection }: AdditionRequest): Promise<void> {
    try {
      const response = await kb.addDocuments([...sources], {
        collection,
        returnChunks: false,
        signal: this.#ending.signal,
        onProgress: (event) => {
          if (event.kind === 'start') job.report = { ...job.report, total: event.total };
          if (event.kind === 'end')
            job.report = { ...job.report, done: job.report.done + 1, total: event.total };
        },
      });
      job.report = { ...job.report, status: 'done', ...countsOf(response) };
    } catch (error) {
      job.report = { ...job.report, status: 'failed', errors: [{ problem: describeError(error) }] };
    }
  }
}

function countsOf(
  response: AddResponse,
): Pick<AdditionReport, 'inserted' | 'replaced' | 'skipped' | 'errors'> {
  const {
    documentsInserted: inserted,
    documentsReplaced: replaced,
    documentsSkipped: skipped,
    errors,
  } = response;
  const shown = errors
    .slice(0, mostErrors)
    .map(({ source, error }) => ({ source, problem: describeError(error) }));
  return { inserted, replaced, skipped, errors: shown };
}
