/** The page in Debian's Chromium, and what axe finds wrong with it. */
import { existsSync } from 'node:fs';
import axe from 'axe-core';
import { chromium, type Browser, type Page } from 'playwright-core';

const known = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const program = [process.env['CHROMIUM'] ?? '', ...known].find((path) => path !== '' && existsSync(path));

export const missingBrowser = program === undefined ? 'chromium is missing' : '';

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: program!, args: ['--no-sandbox', '--disable-dev-shm-usage'] });

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

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Each violation as a line: the rule, and the elements. */
export async function violations(page: Page): Promise<string[]> {
  // By the debugger, which the policy of the page does not bind.
  await page.evaluate(`typeof axe === 'undefined' && (() => { ${axe.source} })()`);
  const options = JSON.stringify({ runOnly: { type: 'tag', values: rules } });
  const found = (await page.evaluate(`axe.run(document, ${options}).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target, failureSummary }) => target + ' ' + failureSummary).join(' | ')))`)) as string[];
  return found;
}

/** How many pixels the page is wider than its window. */
export const overflow = (page: Page) =>
  page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  ) as Promise<number>;
