import { describe, expect, it } from 'vitest';
import { checkInvariants } from '../../invariants.testing.ts';
import { readFilingText } from './filing.ts';

function outlineOf(source: string): string[] {
  const document = readFilingText(source);
  checkInvariants(document);
  return document.sections.map(({ heading, level }) => `${'#'.repeat(level)} ${heading}`);
}

const text = 'The company operates ferries between the harbours of the coast.';

describe('parts and items', () => {
  it('are the first levels, with other headings below them', () => {
    expect(
      outlineOf(
        `PART I\n\nItem 1.  Business\n\nFERRIES\n\n${text}\n\nItem 2. Properties.\n${text}\n\nPART II\nITEM 7.  MANAGEMENT'S DISCUSSION AND ANALYSIS OF\n         OPERATIONS\n\n${text}`,
      ),
    ).toEqual([
      '# PART I',
      '## Item 1. Business',
      '### FERRIES',
      '## Item 2. Properties.',
      '# PART II',
      "## ITEM 7. MANAGEMENT'S DISCUSSION AND ANALYSIS OF OPERATIONS",
    ]);
  });

  it('may be underlined, and numbered as in reports of events', () => {
    expect(
      outlineOf(
        `Item 5.        Other Events\n- -------        ------------\n\n${text}\n\nItem 9.01  Exhibits\n\n${text}`,
      ),
    ).toEqual(['# Item 5. Other Events', '# Item 9.01 Exhibits']);
  });

  it('are none in lists of them and in sentences', () => {
    expect(
      outlineOf(`Item 1. Business\nItem 2. Properties\nItem 3. Market\nItem 4. Exhibits\n\n${text}`),
    ).toEqual([]);
    expect(
      outlineOf(
        `Item 5 hereof says so.\n\n${text}\n\nItem 1. The tenant shall pay the rent on the third day.\n\n${text}`,
      ),
    ).toEqual([]);
  });
});
