import { ConfigError, type IngestionQueue, type JobWithSources } from '../../index.ts';
import type { AdditionReport, AdditionRequest, Additions } from '../mcp/index.ts';
import type { Caller } from './context.ts';
import { scopeOf } from './access/scopes.ts';

/** How long a call waits for what takes no time. */
const patienceMs = 5_000;
const mostErrors = 20;

/** What MCP's `add_documents` asks for, as jobs of the server's queue. */
export class QueuedAdditions implements Additions {
  readonly #queue: IngestionQueue;
  readonly #caller: Caller;
  readonly #tenancy: 'collection' | 'filter';

  constructor(queue: IngestionQueue, caller: Caller, tenancy: 'collection' | 'filter') {
    this.#queue = queue;
    this.#caller = caller;
    this.#tenancy = tenancy;
  }

  /** @throws ConfigError for anything but addresses on the web: files of the server are nobody's to name. */
  async start(_: unknown, { sources, collection }: AdditionRequest): Promise<AdditionReport> {
    const file = sources.find((source) => !/^https?:\/\//i.test(source));
    if (file !== undefined) {
      throw new ConfigError(`"${file}" is no address on the web`, {
        hint: 'Give addresses that begin with https://, or upload the files to the server.',
      });
    }
    const { access: _access, ...scope } = scopeOf(this.#caller, this.#tenancy);
    const inputs = sources.map((source) => ({ source, sourceType: 'url' as const }));
    const { jobId } = await this.#queue.enqueue(inputs, { collection, scope });
    return this.#wait(jobId);
  }

  async find(job: string): Promise<AdditionReport | undefined> {
    try {
      return await this.#wait(job);
    } catch (error) {
      if ((error as { code?: string }).code === 'JOB_NOT_FOUND') return undefined;
      throw error;
    }
  }

  async #wait(id: string): Promise<AdditionReport> {
    const { tenant } = this.#caller;
    const job = await this.#queue.job(id, { tenant });
    if (job.endedAt !== undefined) return reportOf(job);
    const signal = AbortSignal.timeout(patienceMs);
    let last = job;
    try {
      for await (const next of this.#queue.watch(id, { tenant, signal })) last = next;
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    return reportOf(last);
  }
}

function reportOf({
  id,
  endedAt,
  counts,
  documentsStored,
  documentsSkipped,
  sources,
}: JobWithSources): AdditionReport {
  const failed = sources.filter(({ state }) => state === 'failed').slice(0, mostErrors);
  return {
    job: id,
    status: endedAt === undefined ? 'running' : 'done',
    done: counts.done + counts.failed + counts.cancelled,
    total: counts.sources,
    inserted: documentsStored,
    skipped: documentsSkipped,
    errors: failed.map(({ source, error }) => ({ source, problem: error?.message ?? 'It failed' })),
  };
}
