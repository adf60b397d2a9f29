import { describe, expect, it } from 'vitest';
import { splitUnits } from '../../../text/structure/quotable-units.ts';
import { derivedIn, lacksDerived } from './derived.ts';
import { yearsIn } from '../question.ts';

/** Whether the last row of a table, or a line, lacks what is asked for. */
function lacks(question: string, lines: readonly string[], language = 'en'): boolean {
  const unit = splitUnits(lines.join('\n'), { language, headings: [], tableHeads: [] }).at(-1)!;
  return lacksDerived(unit, derivedIn(question, [language, language], yearsIn(question)));
}

const table = (heads: string, row: string): string[] => {
  const rule = `|${' --- |'.repeat(heads.split('|').length)}`;
  return [`| ${heads} |`, rule, `| ${row} |`];
};

describe('what is calculated where no text says it', () => {
  it('is a change, told by a column with a value, by a sign or by what names the row', () => {
    const asked = 'What was the change in fares from 2023 to 2024?';
    expect(lacks(asked, table('| 2024 | 2023', 'Fares | 722 | 640'))).toBe(true);
    expect(lacks(asked, table('| 2024 | 2023 | Change', 'Fares | 722 | 640 | 82'))).toBe(false);
    expect(lacks(asked, table('| 2024 | 2023 | Change', 'Fares | 722 | 640 | '))).toBe(true);
    expect(lacks(asked, table('| 2024 | 2023 | ', 'Fares | 722 | 640 | +82'))).toBe(false);
    expect(lacks(asked, table('| 2024', 'Increase in fares | 82'))).toBe(false);
    expect(lacks('What is the increase/ (decrease) in fares?', table('| 2024', 'Fares | 722'))).toBe(true);
  });

  it('is no change where only what it is asked of is called so', () => {
    const row = table('| 2024 | 2023', 'Expected increase of wages | 2.5 | 2.1');
    expect(lacks('What was the change in the expected increase of wages?', row)).toBe(true);
    expect(lacks('By how much did fares increase?', table('| Increase', 'Fares | 82'))).toBe(false);
  });

  it('is no share where per cent are those of a change', () => {
    const asked = 'What percentage of sales was made in Asia?';
    expect(lacks(asked, table('| 2024 | % change', 'Asia | 722 | 4 %'))).toBe(true);
    expect(lacks(asked, table('| Share | % change', 'Asia | 22 | 4 %'))).toBe(false);
    expect(lacks('What is the ratio of loans to deposits?', table('| 2024', 'Deposits | 722'))).toBe(true);
    expect(lacks('What is the ratio of loans to deposits?', table('| 2024', 'Ratio | 1.2'))).toBe(false);
  });

  it('is a total of years in a row that does not call it so', () => {
    const row = table('| 2024 | 2023', 'Fares | 722 | 640');
    expect(lacks('What were the total fares in 2023 and 2024?', row)).toBe(true);
    expect(lacks('What were the total fares in 2023 and 2024, respectively?', row)).toBe(false);
    expect(lacks('What were the total fares in 2024?', row)).toBe(false);
    expect(lacks('What were the total fares in 2023 and 2024?', ['In 2023 and 2024 it took 1,362.'])).toBe(
      false,
    );
    const both = table('| 2024 | 2023 | Both years', 'Fares | 722 | 640 | 1,362');
    expect(lacks('What were the total fares in 2023 and 2024?', both)).toBe(false);
    const german = table('| 2024 | 2023', 'Umsatz | 722 | 640');
    expect(lacks('Wie hoch war der Umsatz 2023 und 2024 insgesamt?', german, 'de')).toBe(true);
  });
});
