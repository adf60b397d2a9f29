import { describe, expect, it } from 'vitest';
import { checkInvariants } from '../../invariants.testing.ts';
import { readFilingText } from './filing.ts';

function read(source: string): string {
  const document = readFilingText(source);
  checkInvariants(document);
  return document.text;
}

/** The text of a table between two paragraphs, which stay. */
function tableOf(source: string): string {
  const text = read(`Before.\n\n<TABLE>\n${source}\n</TABLE>\n\nBehind.`);
  expect(text).toMatch(/^Before\.\n\n[^]*\n\nBehind\.$/);
  return text.slice('Before.\n\n'.length, -'\n\nBehind.'.length).trim();
}

describe('tables', () => {
  it('have heads over the columns that the rule below them covers', () => {
    expect(
      tableOf(`<CAPTION>
FLEET
                            Owned                 Chartered
                      -------------------    -------------------
(IN THOUSANDS)          1996       1995        1996       1995
- --------------      --------   --------    --------   --------
<S>                   <C>        <C>         <C>        <C>
Ships:
  Ferries...........  $  1,200   $    998    $     .5   $     --
  Container ships
    and tankers.....       (30)        20          12          7
                      --------   --------    --------   --------`),
    ).toBe(
      `FLEET

| (IN THOUSANDS) | Owned 1996 | Owned 1995 | Chartered 1996 | Chartered 1995 |
| --- | --- | --- | --- | --- |
| Ships: | | | | |
| Ferries | $1,200 | $998 | $.5 | $-- |
| Container ships and tankers | (30) | 20 | 12 | 7 |`,
    );
  });

  it('have columns where amounts stand, though marks are few, imprecise or in the other order', () => {
    expect(
      tableOf(`                    EUR     %            EUR     %
<C>          <S>                  <S>
Ferries           1,200    58            900    57
Tankers              30     2            100   104`),
    ).toBe(
      `| | EUR | % | EUR | % |
| --- | --- | --- | --- | --- |
| Ferries | 1,200 | 58 | 900 | 57 |
| Tankers | 30 | 2 | 100 | 104 |`,
    );
  });

  it('tell amounts with one space between apart', () => {
    expect(
      tableOf(
        `<S>       <C>    <C>    <C>\nAll       100.0% 100.0% $ 1,220\nHalf       50.0%  50.0% $   610\nNone        0.0%   0.0%   -0-`,
      ),
    ).toContain(
      '| All | 100.0% | 100.0% | $1,220 |\n| Half | 50.0% | 50.0% | $610 |\n| None | 0.0% | 0.0% | -0- |',
    );
  });

  it('keep words together across two spaces, also behind full stops', () => {
    expect(
      tableOf(`<CAPTION>
Exhibit     Description                               Method
<S>         <C>                                       <C>
3-A         By-Laws.  As amended in May.  Not         Filed as  Exhibit 3
            signed.                                   to the report.

4           Agreement with Ann Lee, Inc.  Dated       Filed  with  this
            in June.                                  report.`),
    ).toBe(
      `| Exhibit | Description | Method |
| --- | --- | --- |
| 3-A | By-Laws. As amended in May. Not signed. | Filed as Exhibit 3 to the report. |
| 4 | Agreement with Ann Lee, Inc. Dated in June. | Filed with this report. |`,
    );
  });

  it('put words over several lines into one cell where empty lines part rows', () => {
    expect(
      tableOf(`<CAPTION>
Name            Position                     Age
<S>             <C>                          <C>
Ann Lee         Chairman and                 61
                president

Bob Ray         Director                     48

Harbour Trust,
Trustee         Owner                        --`),
    ).toBe(
      `| Name | Position | Age |
| --- | --- | --- |
| Ann Lee | Chairman and president | 61 |
| Bob Ray | Director | 48 |
| Harbour Trust, Trustee | Owner | -- |`,
    );
  });

  it('have columns where space stands in all rows, without marks', () => {
    expect(
      tableOf(`              1996      1995
              ----      ----
Ships
  Ferries      9,1       8
  Tankers     10         7
All           19        15`),
    ).toBe(
      `| | 1996 | 1995 |
| --- | --- | --- |
| Ships | | |
| Ferries | 9,1 | 8 |
| Tankers | 10 | 7 |
| All | 19 | 15 |`,
    );
  });

  it('have columns that stray cells run over', () => {
    const rows = Array.from({ length: 9 }, (_, row) => `Ship ${row}        1,20${row}      3,40${row}`).join(
      '\n',
    );
    const stray = 'Ship 9         $ 1,209 $ 3,409\nShip 10            7,2        8';
    expect(tableOf(`<S>           <C>        <C>\n${rows}\n${stray}`)).toContain(
      '| Ship 9 | $1,209 | $3,409 |\n',
    );
  });

  it('may stand in tabs, with tags in small letters', () => {
    expect(tableOf('<caption>\n\t1996\t1995\n<s>\t<c>\t<c>\nShips\t9\t8\nBoats\t7\t6')).toBe(
      '| | 1996 | 1995 |\n| --- | --- | --- |\n| Ships | 9 | 8 |\n| Boats | 7 | 6 |',
    );
  });

  it('take names of a data schedule for labels', () => {
    expect(
      tableOf(
        '<S>          <C>\n<PERIOD-TYPE>   YEAR\n<CASH>                   1,200\n<TOTAL-ASSETS>           9,000',
      ),
    ).toContain('| CASH | 1,200 |\n| TOTAL-ASSETS | 9,000 |');
  });

  it('end at notes', () => {
    expect(
      tableOf(
        '<S>          <C>\nShips          9\nBoats          7\n<FN>\n(1)  At year end, with 3 ferries.\n</FN>',
      ),
    ).toMatch(/\| Boats \| 7 \|\n\n\(1\) {2}At year end, with 3 ferries\.$/);
  });

  it('may stand in one, each under its marks', () => {
    const text = tableOf(
      '<S>      <C>\nShips      9\nBoats      7\n<CAPTION>\n        Crew\n<S>      <C>\nShips     90\nBoats     70',
    );
    expect(text).toBe(
      '| | |\n| --- | --- |\n| Ships | 9 |\n| Boats | 7 |\n\n| | Crew |\n| --- | --- |\n| Ships | 90 |\n| Boats | 70 |',
    );
  });

  it('stay lines where they list contents, or words stand between marks', () => {
    const contents = ['Business', 'Properties', 'Market', 'Directors', 'Exhibits']
      .map((name, index) => `${name}${'.'.repeat(40)}${index * 7 + 1}`)
      .join('\n');
    expect(tableOf(`<S>                    <C>\n${contents}`)).toBe(contents);
    expect(tableOf('<S>   <C>\nOnly words here.')).toBe('Only words here.');
  });
});

const prose = `The company operates ferries between the harbours of the coast and\nthe islands, as it has for many years, and means to go on doing so.`;
const rows = '<S>          <C>\nShips          9\nBoats          7\n';
const table = '| | |\n| --- | --- |\n| Ships | 9 |\n| Boats | 7 |';

describe('a table that nothing closes', () => {
  it.each([
    ['the next table', `<TABLE>\n${rows}</TABLE>`, table],
    ['the end of the page', `<PAGE>\nShips and boats.`, 'Ships and boats.'],
    ['prose', `\n${prose}\n\nMore of it.`, `${prose}\n\nMore of it.`],
  ])('ends at %s', (_, below, read_) => {
    expect(read(`<TABLE>\n${rows}${below}\n`)).toBe(`${table}\n\n${read_}`);
  });

  it('ends at the end of the text', () => {
    expect(read(`<TABLE>\n${rows}`)).toBe(table);
  });
});

describe('words', () => {
  it('about tags stay', () => {
    const text = 'The <TABLE> tag opens a table, <S> and <C>\n<TABLE> closes none. See <PAGE> and </TABLE>.';
    expect(read(text)).toBe(text);
  });

  it('of prose in a table stay a paragraph', () => {
    expect(read(`<TABLE>\n${rows}\n${prose}\n\nFerries        3\nTankers        2\n</TABLE>`)).toBe(
      `${table}\n\n${prose}\n\n| | |\n| --- | --- |\n| Ferries | 3 |\n| Tankers | 2 |`,
    );
  });

  it('go on over the end of a page', () => {
    expect(read('The fleet has nine\n\n   7\n<PAGE>\n\nferries.\n\n8\n<PAGE>\n\nIt grows.')).toBe(
      'The fleet has nine\nferries.\n\nIt grows.',
    );
  });

  it('lose the signs that signed messages set before hyphens', () => {
    expect(read('Fleet\n- -----\n\n- - one\n- - two')).toBe('Fleet\n-----\n\n- one\n- two');
  });

  it('keep line separators and control characters', () => {
    expect(read('One\u2028two\u0007.\n\nThree.')).toBe('One\u2028two\u0007.\n\nThree.');
  });
});

describe('takes time that the length of the text bounds', () => {
  it.each([
    ['line separators', '\u2028'.repeat(500_000)],
    ['line separators in a table', `<TABLE>\n${'a\u2028  1\u2028'.repeat(50_000)}\n</TABLE>`],
    ['empty lines', '\n'.repeat(500_000)],
    ['a long table', `<TABLE>\n<S>      <C>    <C>\n${'Ships .....  9      8\n'.repeat(30_000)}</TABLE>`],
    ['many columns', `<TABLE>\n<S> <C>\n${`${'1 '.repeat(190)}\n`.repeat(2000)}</TABLE>`],
    ['leaders', `<TABLE>\n<S> <C>\n${`${'. '.repeat(190)}\n`.repeat(5000)}</TABLE>`],
    ['currencies', `<TABLE>\n<S> <C>\n${`${'$ '.repeat(190)}\n`.repeat(5000)}</TABLE>`],
    ['tables that nothing closes', '<TABLE>\n<S>   <C>\nShips   9\nBoats   7\n\n'.repeat(5000)],
    ['opening tags', '<TABLE>\n'.repeat(50_000)],
    ['closing tags', '</TABLE>\n'.repeat(50_000)],
    ['marks', '<S>   <C>\n'.repeat(50_000)],
    ['tags in tags', '<TABLE><TABLE><CAPTION><S><C>'.repeat(20_000)],
    ['pages', '<PAGE>\nACME CORP\n\n12\n'.repeat(30_000)],
    ['items', 'Item 1. Business\n'.repeat(20_000)],
  ])('with %s', (_, source) => {
    const started = process.cpuUsage();
    readFilingText(source);
    expect(process.cpuUsage(started).user / 1e6).toBeLessThan(5);
  });
});
