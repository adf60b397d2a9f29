import { setTimeout as sleep } from 'node:timers/promises';
import { LoadError } from '../../errors.ts';
import { type Answer, fetchOnce, type FetchOptions } from '../source/fetch-url.ts';
import { fetchRobots, type RobotsRules } from './robots.ts';
import { fetchSitemap, type Sitemap } from './sitemap.ts';

export type WebAccess = Pick<FetchOptions, 'maxBytes' | 'signal' | 'isAllowed'>;

/** A server that does not say how long it is busy is left alone for so long; one that says more than the most is not waited for. */
const usualRetryMs = 5000;
const mostRetryMs = 120_000;

interface Manners {
  /** Least time between two requests; the site's own crawl-delay where that is longer. */
  readonly delayMs: number;
  /** Of `performance.now()`: nothing waits longer. */
  readonly endsAt: number;
}

/** Makes requests as a site wants them: by its robots.txt, and not too fast. Used for one request at a time. */
export class PoliteVisitor {
  readonly #start: URL;
  readonly #access: WebAccess;
  readonly #manners: Manners;
  /** By origin. */
  readonly #rules = new Map<string, RobotsRules>();
  #nextRequestAt = 0;

  constructor(start: URL, access: WebAccess, manners: Manners) {
    this.#start = start;
    this.#access = access;
    this.#manners = manners;
  }

  /** @throws LoadError when the site's robots.txt cannot be had. */
  async rulesFor(url: string): Promise<RobotsRules> {
    const { origin } = new URL(url);
    const known = this.#rules.get(origin);
    if (known) return known;
    const rules = await fetchRobots(origin, this.#access);
    this.#rules.set(origin, rules);
    return rules;
  }

  /** One that a busy server refuses is asked for once more, when the server says or after a while. */
  async page(url: string): Promise<Answer> {
    try {
      return await this.#fetch(url);
    } catch (error) {
      const waitMs = retryAfterMs(error);
      if (waitMs === undefined) throw error;
      this.#nextRequestAt = performance.now() + Math.max(waitMs, this.#manners.delayMs);
      if (this.#nextRequestAt >= this.#manners.endsAt) throw error;
      return this.#fetch(url);
    }
  }

  async sitemap(url: string): Promise<Sitemap> {
    await this.#requested(url);
    return fetchSitemap(this.#withCredentials(url), this.#access);
  }

  get isOver(): boolean {
    return performance.now() >= this.#manners.endsAt;
  }

  /** Resolves when the next request may be made, or the time is over. */
  async turn(): Promise<void> {
    const waitMs = () => Math.min(this.#nextRequestAt, this.#manners.endsAt) - performance.now();
    // Timers may fire a little early.
    for (let ms = waitMs(); ms > 0; ms = waitMs()) {
      await sleep(Math.ceil(ms), undefined, { signal: this.#access.signal });
    }
  }

  async #fetch(url: string): Promise<Answer> {
    await this.#requested(url);
    return fetchOnce(this.#withCredentials(url), this.#access);
  }

  async #requested(url: string): Promise<void> {
    const { crawlDelayMs } = await this.rulesFor(url);
    await this.turn();
    this.#nextRequestAt = performance.now() + Math.max(this.#manners.delayMs, crawlDelayMs);
  }

  /** User name and password of the start are for its own server. */
  #withCredentials(url: string): string {
    const target = new URL(url);
    const { origin, username, password } = this.#start;
    if (target.origin === origin) [target.username, target.password] = [username, password];
    return target.href;
  }
}

/** How long a server that has too much to do wants to be left alone; undefined for other failures. */
function retryAfterMs(error: unknown): number | undefined {
  if (!(error instanceof LoadError) || ![429, 503].includes(Number(error.context.status))) return undefined;
  const said = error.context.retryAfter;
  const ms = typeof said === 'string' && /^\d+$/.test(said) ? 1000 * Number(said) : usualRetryMs;
  return ms <= mostRetryMs ? ms : undefined;
}
