import { LoadError, PinciteError, UnsupportedFormatError } from '../../errors.ts';
import { counted } from '../../util/strings/counted.ts';
import type { Fetched } from '../source/fetch-url.ts';
import { parseWebAddress, shownAddress } from '../source/web-address.ts';
import type { CheckedCrawl } from './crawl-options.ts';
import { pageAddress } from './page-address.ts';
import type { PageFacts } from './page-facts.ts';
import { PoliteVisitor, type WebAccess } from './polite-visitor.ts';
import { scopeOf } from './scope.ts';
import { sitemapPages } from './sitemap-pages.ts';

/** What a crawl comes upon: pages and failures as they come, notes at the end. */
export type CrawlEvent =
  /** `known` counts the addresses found so far. */
  | { readonly kind: 'page'; readonly page: Fetched; readonly known: number }
  | { readonly kind: 'failed'; readonly url: string; readonly error: PinciteError; readonly known: number }
  /** What a person should know of pages that were not read. */
  | { readonly kind: 'note'; readonly text: string };

export interface CrawlAccess extends WebAccess {
  /** Reads what a page says to programs: `pageFacts`, in a place of the caller's choice. */
  readonly factsOf: (page: Fetched) => Promise<PageFacts>;
}

interface Candidate {
  readonly url: string;
  /** Links from the start. */
  readonly depth: number;
}

/** Addresses that are remembered. */
const maxCandidates = 200_000;

const reasons = {
  robots: 'robots.txt of the site forbids it',
  noindex: 'it asks not to be indexed',
  canonical: 'it gives another address as its own',
  format: 'its format is not read',
} as const;
type Reason = keyof typeof reasons;

/**
 * Reads the pages of one site, nearest first, one request at a time. Each page comes once, under the address that it calls
 * its own; nothing but addresses is kept.
 * @throws the signal's reason when it is aborted; what else goes wrong is an event.
 */
export function crawl(
  start: string,
  options: CheckedCrawl,
  access: CrawlAccess,
): AsyncGenerator<CrawlEvent, void> {
  return new Crawl(start, options, access).run();
}

class Crawl {
  readonly #start: string;
  readonly #options: CheckedCrawl;
  readonly #access: CrawlAccess;
  readonly #endsAt: number;
  /** In the order of their discovery. */
  readonly #candidates: Candidate[] = [];
  readonly #seen = new Set<string>();
  readonly #leftOut = new Map<string, Reason>();
  /** Addresses that lead to others. */
  readonly #moved = new Set<string>();
  /** Unknown until the start has been found: it may have moved. */
  #scope: ((address: string) => boolean) | undefined;
  #linksOutside = 0;
  #bytes = 0;

  constructor(start: string, options: CheckedCrawl, access: CrawlAccess) {
    this.#start = start;
    this.#options = options;
    this.#access = access;
    this.#endsAt = performance.now() + options.timeoutMs;
  }

  async *run(): AsyncGenerator<CrawlEvent, void> {
    try {
      const start = parseWebAddress(this.#start);
      const { delayMs } = this.#options;
      const visitor = new PoliteVisitor(start, this.#access, { delayMs, endsAt: this.#endsAt });
      await this.#begin(shownAddress(start.href), visitor);
      yield* this.#visitAll(visitor);
    } catch (error) {
      yield this.#failed(shownAddress(this.#start), error);
    }
  }

  async #begin(start: string, visitor: PoliteVisitor): Promise<void> {
    if (!this.#options.sitemap) return this.#add(pageAddress(start, start) ?? start, 0);
    this.#scope = scopeOf(start, this.#options);
    for (const page of await sitemapPages(start, visitor)) {
      this.#add(pageAddress(page, start), this.#options.depth);
    }
  }

  async *#visitAll(visitor: PoliteVisitor): AsyncGenerator<CrawlEvent, void> {
    let visited = 0;
    while (visited < this.#candidates.length) {
      await visitor.turn();
      if (this.#limitMet(visited) !== undefined) break;
      const candidate = this.#candidates[visited++]!;
      try {
        const page = await this.#visit(candidate, visitor);
        if (page) yield { kind: 'page', page, known: this.#candidates.length };
      } catch (error) {
        if (error instanceof UnsupportedFormatError && candidate.depth > 0) {
          this.#leftOut.set(candidate.url, 'format');
        } else yield this.#failed(candidate.url, error);
      }
    }
    for (const text of this.#notes(visited)) yield { kind: 'note', text };
  }

  /** The page, where it is one to keep. */
  async #visit({ url, depth }: Candidate, visitor: PoliteVisitor): Promise<Fetched | undefined> {
    const { isAllowed } = await visitor.rulesFor(url);
    if (!isAllowed(url)) return this.#refuse(url, depth);
    const answer = await visitor.page(url);
    if (answer.kind === 'moved') return this.#follow(pageAddress(answer.url, url), { url, depth });
    this.#scope ??= scopeOf(url, this.#options);
    this.#bytes += answer.bytes.length;
    const { links, canonical, isOpen } = await this.#access.factsOf(answer);
    if (depth < this.#options.depth) for (const link of links) this.#add(link, depth + 1);
    if (!isOpen) return void this.#leftOut.set(url, 'noindex');
    if (canonical === undefined || !this.#isElsewhere(canonical, url)) return answer;
    this.#leftOut.set(url, 'canonical');
    return this.#add(canonical, depth);
  }

  /** A page that was left out for an address that leads back to it is read after all. */
  #follow(target: string | undefined, { url, depth }: Candidate): undefined {
    this.#moved.add(url);
    if (depth === 0 && (target === undefined || this.#moved.has(target))) throw leadsNowhere(url);
    if (target !== undefined && this.#leftOut.get(target) === 'canonical') {
      this.#leftOut.delete(target);
      this.#seen.delete(target);
    }
    return this.#add(target, depth);
  }

  /** Whether the page is read at the address that it gives. Of pages that name one another, one is read. */
  #isElsewhere(canonical: string, url: string): boolean {
    const isRead = !this.#leftOut.has(canonical) && !this.#moved.has(canonical);
    return canonical !== url && this.#scope?.(canonical) === true && isRead;
  }

  #refuse(url: string, depth: number): undefined {
    this.#leftOut.set(url, 'robots');
    if (depth > 0) return;
    throw new LoadError(`${url} is not crawled: ${reasons.robots}.`, {
      hint: 'Add single pages by their addresses, or ask the site for its documents.',
      context: { url },
    });
  }

  #add(url: string | undefined, depth: number): undefined {
    if (url === undefined || this.#seen.has(url) || this.#candidates.length >= maxCandidates) return;
    this.#seen.add(url);
    if (this.#scope?.(url) === false) this.#linksOutside += 1;
    else this.#candidates.push({ url, depth });
  }

  #failed(url: string, error: unknown): CrawlEvent {
    this.#access.signal?.throwIfAborted();
    if (!(error instanceof PinciteError)) throw error;
    return { kind: 'failed', url, error, known: this.#candidates.length };
  }

  #limitMet(visited: number): string | undefined {
    const { maxPages, maxBytes, timeoutMs } = this.#options;
    if (visited >= maxPages) return `maxPages (${maxPages})`;
    if (this.#bytes >= maxBytes) return `maxBytes (${maxBytes})`;
    return performance.now() >= this.#endsAt ? `timeoutMs (${timeoutMs})` : undefined;
  }

  #notes(visited: number): string[] {
    const notes = Object.entries(reasons).flatMap(([reason, words]) => {
      const urls = [...this.#leftOut].filter(([, why]) => why === reason).map(([url]) => url);
      return urls.length > 0 ? [`${listed(urls)} left out: ${words}.`] : [];
    });
    const left = this.#candidates.length - visited;
    if (left > 0)
      notes.push(
        `Stopped at ${this.#limitMet(visited)}; ${counted(left, 'more address was', 'more addresses were')} found.`,
      );
    if (this.#candidates.length <= 1 && this.#linksOutside > 0) {
      notes.push(
        `${counted(this.#linksOutside, 'address was', 'addresses were')} found, but none below the start: include says what to read.`,
      );
    }
    return notes.map((note) => `${shownAddress(this.#start)}: ${note}`);
  }
}

function leadsNowhere(url: string): LoadError {
  return new LoadError(`${url} leads to no page that can be read.`, {
    hint: 'Open it in a browser, and give the address that it leads to.',
    context: { url },
  });
}

const mostListed = 5;

function listed(urls: readonly string[]): string {
  const more = urls.length - mostListed;
  return urls.slice(0, mostListed).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
