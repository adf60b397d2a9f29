import { describe, expect, it } from 'vitest';
import { tableHeaderOver } from './table-context.ts';

const table = '| Item | 2023 | 2024 |\n| --- | ---: | --- |\n| Sales | 5 | 6 |\n| Costs | 3 | 4 |';
const text = `Prices in euros.\n\n${table}\n\n| a | b |`;
const headerOver = (part: string) => tableHeaderOver(text, text.indexOf(part));

describe('tableHeaderOver', () => {
  it('gives the header row of any row below the rule, from any place in it', () => {
    expect(headerOver('| Sales')).toBe('| Item | 2023 | 2024 |');
    expect(headerOver('| Costs')).toBe('| Item | 2023 | 2024 |');
    expect(headerOver('3 | 4')).toBe('| Item | 2023 | 2024 |');
  });

  it('gives nothing for the header itself, prose, and rows without a rule above', () => {
    expect(headerOver('| Item')).toBeUndefined();
    expect(headerOver('| ---')).toBeUndefined();
    expect(headerOver('Prices')).toBeUndefined();
    expect(headerOver('| a')).toBeUndefined();
  });

  it('finds it at the beginning of a text, and no table in an empty one', () => {
    expect(tableHeaderOver(table, table.indexOf('| Sales'))).toBe('| Item | 2023 | 2024 |');
    expect(tableHeaderOver('', 0)).toBeUndefined();
  });
});
