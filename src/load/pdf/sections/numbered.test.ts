import { describe, expect, it } from 'vitest';
import { textOf, type Piece } from '../arrange/pieces.ts';
import { groupRows } from '../rows.ts';
import { lines } from '../synthetic.testing.ts';
import { markHeadings } from './headings.ts';

const piece = (text: string, kind: Piece['kind'] = 'text'): Piece => ({
  kind,
  page: 0,
  rows: groupRows(lines([text], [50, 100])),
});
const body = (rows = 15): Piece => ({
  kind: 'text',
  page: 0,
  rows: groupRows(
    lines(
      Array.from({ length: rows }, () => 'and so it goes on for the whole of the line'),
      [50, 100],
    ),
  ),
});

/** Two paragraphs of some lines, the first one counted under a heading. */
const little = (heading: string) => [
  piece(`${heading.split('.')[0]}.1 boats are let to members`, 'list'),
  body(2),
  body(3),
];

/** Headings that are found where each of the texts has a paragraph below it. */
function headingsOf(texts: readonly string[], below: (text: string) => Piece[] = () => [body()]): string[] {
  const pieces = texts.flatMap((text) => [piece(text, 'list'), ...below(text)]);
  markHeadings(pieces, []);
  return pieces
    .filter(({ kind }) => kind === 'heading')
    .map(({ rows, level }) => `${level} ${rows[0]!.words.map(({ text }) => text).join(' ')}`);
}

/** Levels of headings where the first lines stand above three in capitals. */
function headingsBelow(...first: string[]): (number | undefined)[] {
  const numbers = ['1. TIDES', '2. SHIPS', '3. CREWS'];
  const pieces = [
    ...first.map((text) => piece(text)),
    ...numbers.flatMap((text) => [piece(text, 'list'), ...little(text)]),
  ];
  markHeadings(pieces, []);
  return pieces.filter(({ kind }) => kind === 'heading').map(({ level }) => level);
}

describe('markHeadings', () => {
  it('takes lines that count through the document for headings', () => {
    expect(headingsOf(['1. Introduction', '2. Methods', '3. Results'])).toEqual([
      '1 1. Introduction',
      '1 2. Methods',
      '1 3. Results',
    ]);
  });

  it('counts on where one number is missing, and takes what counts anew below', () => {
    expect(
      headingsOf([
        'I. SETUP',
        'A. Cells',
        'B. Lamps',
        'II. RESULTS',
        'A. Light',
        'IV. CONCLUSION',
        'V. THANKS',
      ]),
    ).toEqual([
      '1 I. SETUP',
      '2 A. Cells',
      '2 B. Lamps',
      '1 II. RESULTS',
      '2 A. Light',
      '1 IV. CONCLUSION',
      '1 V. THANKS',
    ]);
  });

  it('takes what follows in the same capitals', () => {
    const pieces = [
      ...['I. SETUP', 'II. RESULTS', 'III. CONCLUSION'].flatMap((text) => [piece(text, 'list'), body()]),
      piece('REFERENCES'),
      body(),
    ];
    markHeadings(pieces, []);
    expect(pieces.at(-2)!.kind).toBe('heading');
  });

  it('takes what counts below a heading only for what stands below it', () => {
    const texts = [
      '1. Setup',
      '1.1 Cells',
      '3.1 Lamps',
      '2. Results',
      '3. Conclusion',
      'A. V. Tide, J. 99, 24',
    ];
    expect(headingsOf(texts)).toEqual(['1 1. Setup', '2 1.1 Cells', '1 2. Results', '1 3. Conclusion']);
  });

  it('takes no steps, no lists that count anew and no list with a number missing for headings', () => {
    expect(headingsOf(['1. Close it', '2. Open it', '3. Rinse it'], () => [body(7)])).toEqual([]);
    expect(headingsOf(['1. Apples', '2. Pears', '3. Plums', '1. Oil', '2. Wine'])).toEqual([]);
    expect(headingsOf(['1. Title', '2. Author', '4. Abstract', '5. Body'])).toEqual([]);
  });

  it('takes headings with one number missing that are many or in capitals, and with a name of initials', () => {
    const many = ['1. Tides', '2. Ships', '4. Crews', '5. Fees', '6. Lamps'];
    expect(headingsOf(many)).toEqual(many.map((text) => `1 ${text}`));
    const capitals = ['1. TIDES', '2. SHIPS', '4. CREWS'];
    expect(headingsOf(capitals)).toEqual(capitals.map((text) => `1 ${text}`));
    const initials = ['1. Tides', '2. U.S. ships', 'A. U.K. ships', '3. Crews of the S. series'];
    expect(headingsOf(initials)).toEqual([
      '1 1. Tides',
      '1 2. U.S. ships',
      '2 A. U.K. ships',
      '1 3. Crews of the S. series',
    ]);
    expect(headingsOf(['1. Tides', '2. Ships', '4. Crews', '6. Fees', '7. Lamps', '8. Oil'])).toEqual([]);
  });

  it('takes headings in capitals with less text between where the text is counted under them', () => {
    const capitals = ['1. TIDES', '2. SHIPS', '3. CREWS', '4. TERM'];
    expect(headingsOf(capitals, little)).toEqual(capitals.map((text) => `1 ${text}`));
    expect(headingsOf(['1. Tides', '2. Ships', '3. Crews', '4. Term'], little)).toEqual([]);
    expect(headingsOf(capitals, () => [body(2), body(3)])).toEqual([]);
    expect(headingsOf(capitals, (text) => little(text).slice(0, 1))).toEqual([]);
  });

  it('takes capitals that open the document for its title where the text says them again', () => {
    expect(headingsBelow('HARBOUR AGREEMENT', 'This Harbour Agreement is made on 1 May')).toEqual([
      1, 2, 2, 2,
    ]);
    expect(headingsBelow('DRAFT COPY', 'This Harbour Agreement is made on 1 May')).toEqual([1, 1, 1]);
  });

  it('takes titles that end with a stop, and no company behind them', () => {
    const titles = ['1. RIVER GRANT.', '2. COMPLIANCE WITH LAWS; USE.', '3. LIENS.'];
    const signed = [piece('HARBOUR LINES, INC.'), body()];
    const pieces = [...titles.flatMap((text) => [piece(text, 'list'), body()]), ...signed];
    markHeadings(pieces, []);
    expect(pieces.filter(({ kind }) => kind === 'heading').map((one) => textOf(one))).toEqual(titles);
  });

  it('takes no names with a title behind them for headings', () => {
    expect(headingsOf(['1. John Roth Jr.', '2. Anna Berg Esq.', '3. Ole Lund Ph.D.'])).toEqual([]);
  });

  it('takes no items of a list, no sentences and no two numbers for headings', () => {
    expect(headingsOf(['1. Apples', '2. Pears', '3. Plums', '4. Cherries'], () => [])).toEqual([]);
    expect(headingsOf(['1. We left in May.', '2. They came in June.', '3. All went home.'])).toEqual([]);
    expect(headingsOf(['1. Introduction', '2. Methods'])).toEqual([]);
    expect(headingsOf(['3. Introduction', '5. Methods', '9. Results'])).toEqual([]);
  });
});
