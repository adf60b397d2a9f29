import { describe, expect, it } from 'vitest';
import { checkInvariants } from '../invariants.testing.ts';
import { readFilingText } from './filing.ts';

function tableOf(source: string): string {
  const document = readFilingText(`Before.\n\n<TABLE>\n${source}\n</TABLE>\n\nBehind.`);
  checkInvariants(document);
  expect(document.text).toMatch(/^Before\.\n\n.*\n\nBehind\.$/s);
  return document.text.slice('Before.\n\n'.length, -'\n\nBehind.'.length).trimEnd();
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
| Ferries | $ 1,200 | $ 998 | $ .5 | $ -- |
| Container ships and tankers | (30) | 20 | 12 | 7 |`,
    );
  });

  it('have columns where amounts stand, though marks are few and imprecise', () => {
    expect(
      tableOf(`<S>          <C>                  <C>
                    EUR     %            EUR     %
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
        `<S>       <C>    <C>    <C>\nAll       100.0% 100.0% $ 1,220\nHalf       50.0%  50.0% $   610`,
      ),
    ).toContain('| All | 100.0% | 100.0% | $ 1,220 |');
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

  it('take names of a data schedule for labels', () => {
    expect(
      tableOf(
        '<S>          <C>\n<PERIOD-TYPE>   YEAR\n<CASH>                   1,200\n<TOTAL-ASSETS>           9,000',
      ),
    ).toContain('| CASH | 1,200 |\n| TOTAL-ASSETS | 9,000 |');
  });

  it('end at notes', () => {
    expect(
      tableOf('<S>          <C>\nShips          9\nBoats          7\n<FN>\n<F1> At year end.\n</FN>'),
    ).toMatch(/\| Boats \| 7 \|\n\n At year end\.$/);
  });
});

it('keeps what has marks and no table', () => {
  expect(readFilingText('<TABLE>\n<S>   <C>\nOnly words here.\n</TABLE>').text).toBe('Only words here.');
});

it('reads many tables in linear time', () => {
  const many = '<TABLE>\n<S>   <C>\nShips   9\nBoats   7\n</TABLE>\n<PAGE>\n'.repeat(20_000);
  const start = performance.now();
  expect(readFilingText(many).tables).toHaveLength(20_000);
  readFilingText(`<S> <C>\n${'. . '.repeat(100_000)}\n${'$ '.repeat(100_000)}\n${'1 '.repeat(100_000)}`);
  expect(performance.now() - start).toBeLessThan(5000);
});
