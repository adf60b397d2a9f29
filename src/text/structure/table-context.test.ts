import { describe, expect, it } from 'vitest';
import { tableContext, tableHeadsOver } from './table-context.ts';

const table = '| Item | 2023 | 2024 |\n| --- | ---: | --- |\n| Sales | 5 | 6 |\n| Costs | 3 | 4 |';
const text = `Prices in euros.\n\n${table}\n\n| a | b |`;
const headsOver = (part: string) => tableHeadsOver(text, text.indexOf(part));

describe('tableHeadsOver', () => {
  it('gives the header row of any row below the rule, from any place in it', () => {
    expect(headsOver('| Sales')).toEqual(['| Item | 2023 | 2024 |']);
    expect(headsOver('| Costs')).toEqual(['| Item | 2023 | 2024 |']);
    expect(headsOver('3 | 4')).toEqual(['| Item | 2023 | 2024 |']);
  });

  it('gives nothing for an indented table', () => {
    const indented = ['| a | b |', '| --- | --- |', '| x | 1 |'].map((line) => `    ${line}`).join('\n');
    expect(tableHeadsOver(indented, indented.indexOf('| x'))).toEqual([]);
  });

  it('gives nothing for the header itself, prose, and rows without a rule above', () => {
    expect(headsOver('| Item')).toEqual([]);
    expect(headsOver('| ---')).toEqual([]);
    expect(headsOver('Prices')).toEqual([]);
    expect(headsOver('| a')).toEqual([]);
  });

  it('gives no first row that has labels and values in turn', () => {
    const form = '| Client: | Acme | Due: | May |\n|---|---|---|---|\n| Law: | Irish | Fee: | 5 |';
    expect(tableHeadsOver(form, form.indexOf('| Law'))).toEqual([]);
  });

  it('finds it at the beginning of a text, and no table in an empty one', () => {
    expect(tableHeadsOver(table, table.indexOf('| Sales'))).toEqual(['| Item | 2023 | 2024 |']);
    expect(tableHeadsOver('', 0)).toEqual([]);
  });
});

const headsIn = (rows: readonly string[], row: string): string[] => {
  const whole = `Text.\n\n${rows.join('\n')}\n\nText.`;
  return tableHeadsOver(whole, whole.indexOf(row));
};

describe('rows without values', () => {
  const header = ['| | 2025 | 2024 |', '|---|---|---|'];

  it('are heads of the rows below them, up to the next and to the row that repeats their name', () => {
    const rows = [
      ...header,
      '| ASSETS | | |',
      '| Current assets: | | |',
      '| Cash | 1 | 2 |',
      '| Total current assets | 3 | 4 |',
      '| Property | 5 | 6 |',
      '| Equity: | | |',
      '| Capital | 7 | 8 |',
    ];
    expect(headsIn(rows, '| Cash')).toEqual([header[0], '| ASSETS | | |', '| Current assets: | | |']);
    expect(headsIn(rows, '| Total')).toEqual([header[0], '| ASSETS | | |', '| Current assets: | | |']);
    expect(headsIn(rows, '| Property')).toEqual([header[0]]);
    expect(headsIn(rows, '| Equity:')).toEqual([header[0]]);
    expect(headsIn(rows, '| Capital')).toEqual([header[0], '| Equity: | | |']);
  });

  it('may be years over rows with names, and are none among rows of years', () => {
    const named = ['| | Sales | Costs |', '|---|---|---|', '| 2025 | | |', '| North | 1 | 2 |'];
    expect(headsIn(named, '| North')).toEqual(['| | Sales | Costs |', '| 2025 | | |']);
    const years = ['| Year | Sales |', '|---|---|', '| 2024 | |', '| 2025 | 7 |'];
    expect(headsIn(years, '| 2025')).toEqual(['| Year | Sales |']);
  });

  it('are none that only lack their values', () => {
    const rows = ['| Name | Phone | Mail |', '|---|---|---|', '| Bob | | |', '| Cyd | 456 | c@x.org |'];
    expect(headsIn(rows, '| Cyd')).toEqual([rows[0]]);
    expect(headsIn(['| A | B |', '|---|---|', '| | Dan |', '| Eve | 1 |'], '| Eve')).toEqual(['| A | B |']);
  });

  it('come below an empty header, where the table has no other', () => {
    const rows = ['| | |', '|---|---|', '| Assets: | |', '| Cash | 1 |'];
    expect(headsIn(rows, '| Cash')).toEqual(['| | |', '| Assets: | |']);
  });
});

const spanIn = (whole: string, part: 'caption' | 'unit') => {
  const span = tableContext(whole, whole.length - 2)?.[part];
  return span && whole.slice(span.start, span.end);
};

const unitOf = (header: string) => spanIn(`Results\n\n| ${header} |\n|---|---|---|\n| May | 5 | 6 |`, 'unit');

describe('tableContext', () => {
  const rows = '| | Income (Loss) |\n|---|---|\n| May | 5 |';

  it('takes no number of a page for a caption', () => {
    expect(spanIn(`Results\n\n31\n\n${rows}`, 'caption')).toBe('Results');
  });

  it('takes no link to the contents for a caption', () => {
    expect(spanIn(`Results\n\nTable of Contents\n\n${rows}`, 'caption')).toBe('Results');
  });

  it('takes a bracket of several words or with a currency for the unit before one of a single word', () => {
    expect(spanIn(`Results (in millions)\n\n${rows}`, 'unit')).toBe('(in millions)');
    expect(spanIn(`Results ($m)\n\n${rows}`, 'unit')).toBe('($m)');
  });

  it('takes a bracket in the header for the unit where it stands over the first columns and is no part of a name', () => {
    expect(unitOf('| Year ended (in millions) | 2024')).toBe('(in millions)');
    expect(unitOf('($ thousand) | 2025 | 2024')).toBe('($ thousand)');
    expect(unitOf('Item | Rate | Value (In thousands)')).toBe('(In thousands)');
    expect(unitOf('Company | Revenue (EUR) | Costs (EUR)')).toBe('(EUR)');
    expect(unitOf('Company | Revenue (€) | Costs (€)')).toBe('(€)');
    expect(unitOf('Country | Users | Revenue (€)')).toBeUndefined();
    expect(unitOf('Company | Revenue (EUR) | Costs (USD)')).toBeUndefined();
    expect(unitOf('Company | Staff (HQ) | Guests (HQ)')).toBeUndefined();
    expect(unitOf('| Income (Loss) | Costs')).toBeUndefined();
    expect(unitOf('Year | Flights | Cargo (World Bank)')).toBeUndefined();
    expect(unitOf('| Income/(other expenses) | Costs')).toBeUndefined();
  });
});
