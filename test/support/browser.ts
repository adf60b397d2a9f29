/** The page in Debian's Chromium. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';

const known = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const program = [process.env['CHROMIUM'] ?? '', ...known].find((path) => path !== '' && existsSync(path));

export const missingBrowser = program === undefined ? 'chromium is missing' : '';

/** Loaded where it is used, and not by what turns our sources into JavaScript. */
const playwright = () =>
  createRequire(import.meta.url)('playwright-core') as typeof import('playwright-core');

export const launchBrowser = (): Promise<Browser> =>
  playwright().chromium.launch({
    executablePath: program!,
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });

/** For programs over a handful of documents, whose words nothing is to be learned from. */
export const quick = { PINCITE_EMBEDDING_ADAPT: 'off' };

/** Widths of a phone, a tablet and a desk. */
export const widths = [390, 768, 1440] as const;

export interface Watch {
  /** Hosts that were asked for anything. */
  readonly hosts: Set<string>;
  /** Errors of scripts, and what the policy of the page has refused. */
  readonly errors: string[];
}

/** Notes what a page asks for and what goes wrong in it; answers of the server that say so are no errors. */
export function watch(page: Page): Watch {
  const noted: Watch = { hosts: new Set(), errors: [] };
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol !== 'blob:' && protocol !== 'data:') noted.hosts.add(host);
  });
  page.on('pageerror', (error) => noted.errors.push(error.message));
  page.on('console', (message) => {
    const text = message.text();
    if (message.type() === 'error' && !text.startsWith('Failed to load resource')) noted.errors.push(text);
  });
  return noted;
}

/** How many pixels the page is wider than its window. */
export const overflow = (page: Page) =>
  page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  ) as Promise<number>;
