import axe from 'axe-core';
import type { Page } from 'playwright-core';

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
