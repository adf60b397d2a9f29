/** How much one caller may ask for, and how long that may take. */
import type { MiddlewareHandler } from 'hono';
import { Recent } from '../../../util/recent.ts';
import { type ApiEnv, outgoingOf } from '../context.ts';
import { HttpProblem } from '../problems.ts';

export interface Limits {
  readonly requestMs: number;
  readonly concurrency: number;
  readonly requestsPerMinute: number;
}

interface Usage {
  underWay: number;
  /** Requests that may come at once: as many as a second brings, ten at least. */
  tokens: number;
  at: number;
}

/** Requests under way of all callers and of each, and how many one has begun lately. */
export class Load {
  readonly #limits: Limits;
  readonly #usages = new Recent<Usage>(10_000);
  underWay = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Counts a request in, and gives what counts it out. */
  enter(caller: string): () => void {
    const { concurrency, requestsPerMinute } = this.#limits;
    const most = Math.max(10, requestsPerMinute / 6);
    const now = Date.now();
    const usage = this.#usages.get(caller) ?? { underWay: 0, tokens: most, at: now };
    this.#usages.set(caller, usage);
    usage.tokens = Math.min(most, usage.tokens + ((now - usage.at) / 60_000) * requestsPerMinute);
    usage.at = now;
    if (usage.tokens < 1) throw tooMany((60 / requestsPerMinute) * (1 - usage.tokens));
    const ofOne = Math.ceil(concurrency / 2); // so that nobody keeps all others out
    if (this.underWay >= concurrency || usage.underWay >= ofOne) throw tooMany(1);
    usage.tokens -= 1;
    usage.underWay += 1;
    this.underWay += 1;
    let isOut = false;
    return () => {
      if (isOut) return;
      isOut = true;
      usage.underWay -= 1;
      this.underWay -= 1;
    };
  }
}

const tooMany = (seconds: number) =>
  new HttpProblem(429, 'Too many requests', {
    hint: 'Wait as long as Retry-After says. server.limits has the limits.',
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(seconds))) },
  });

/**
 * Counts requests from the first byte to the last, streams too, and ends those that take too long. Nothing of a request that
 * has ended is held: no timer, no listener on what lives longer.
 */
export const limit =
  (load: Load, { requestMs }: Limits, stopping: AbortSignal): MiddlewareHandler<ApiEnv> =>
  async (c, next) => {
    const leave = load.enter(c.var.caller.id);
    const ending = new AbortController();
    const stop = () => ending.abort(stopping.reason);
    const isLong = c.req.path.endsWith('/events') || /^multipart\//i.test(c.req.header('content-type') ?? '');
    const timer = isLong ? undefined : setTimeout(() => ending.abort(tookTooLong()), requestMs);
    if (stopping.aborted) stop();
    stopping.addEventListener('abort', stop, { once: true });
    const end = () => {
      clearTimeout(timer);
      stopping.removeEventListener('abort', stop);
      leave();
    };
    c.set('signal', ending.signal);
    const outgoing = outgoingOf(c);
    if (outgoing) {
      outgoing.once('close', () => {
        end();
        if (!outgoing.writableFinished) ending.abort(wentAway());
      });
    }
    try {
      await Promise.race([next(), whenAborted(ending.signal)]); // a body may come for ever
    } finally {
      if (!outgoing) end();
    }
  };

const wentAway = () => new DOMException('The client went away', 'AbortError');
const tookTooLong = () => new DOMException('The request took too long', 'TimeoutError');

const whenAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
