import { expect, it } from 'vitest';
import { headingWords, piecesOf } from './markdown.ts';

const shown = (text: string) =>
  piecesOf({ text, start: 0 })
    .map((piece) => (piece.styles.length === 0 ? piece.text : `<${piece.styles.join()}>${piece.text}</>`))
    .join('');

it.each([
  ['The **rent** is *due* on `1 May`.', 'The <strong>rent</> is <em>due</> on <code>1 May</>.'],
  [String.raw`a *b \* c`, 'a *b * c'],
  [String.raw`a *b \* c* d`, 'a <em>b </><em>* c</> d'],
  ['*all of `a*b`', '*all of <code>a*b</>'],
  ['_a b_c d', '_a b_c d'],
  ['***both***', '<strong,em>both</>'],
  ['``a`b`` and `c', '<code>a`b</> and `c'],
  ['**a *b** c', '<strong>a *b</> c'],
  ['2 * 3 * 4, file_name_one, 5* and 6*', '2 * 3 * 4, file_name_one, 5* and 6*'],
  ['See [the **manual**](https://x.example/a_b), _now_.', 'See the <strong>manual</>, <em>now</>.'],
  ['![A pump](p_1.png) and ![](q.png)', 'A pump and '],
  ['`[a](b)`, [1] and x](y) [z', '<code>[a](b)</>, [1] and x](y) [z'],
])('shows %s without its signs', (text, words) => {
  expect(shown(text)).toBe(words);
});

it('keeps where each piece stands', () => {
  const text = String.raw`The **rent** of [Unit \#3](u.html) is _due_.`;
  for (const piece of piecesOf({ text, start: 40 }))
    expect(text.slice(piece.start - 40, piece.start - 40 + piece.text.length)).toBe(piece.text);
});

it('takes time in proportion to the text', () => {
  for (const part of ['*a ', '[a ', String.raw`\*`, '`'.repeat(7) + ' `', '**_', '![](']) {
    const started = performance.now();
    piecesOf({ text: part.repeat(50_000), start: 0 });
    expect(performance.now() - started).toBeLessThan(2000);
  }
});

it.each([
  ['## Scope ##', 'Scope'],
  ['# C#', 'C#'],
  ['Issue #', 'Issue #'],
  ['### ###', ''],
])('shows the heading %s without its signs', (text, words) => {
  expect(headingWords({ text, start: 0 }).text).toBe(words);
});
