import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { htmlLoader, readHtml } from './html.ts';
import { mergeColumns } from './tables/merge-columns.ts';
import { checkInvariants } from '../invariants.testing.ts';

async function bodyText(body: string): Promise<string> {
  const document = await readHtml(`<!doctype html><body>${body}</body>`);
  checkInvariants(document);
  return document.text;
}

const linksOf = async (body: string, url?: string) => {
  const { text, links = [] } = await readHtml(body, url);
  return links.map(({ charStart, charEnd, url: target }) => [text.slice(charStart, charEnd), target]);
};

const load = async (bytes: Uint8Array, contentType?: string) => {
  const limits = { maxBytes: 1e6, maxPages: 1, maxChars: 1e6 };
  return (await htmlLoader.load({ bytes, name: 'a.html', limits, ...(contentType ? { contentType } : {}) }))
    .text;
};

const withHead = (head: string, bytes: readonly number[]) =>
  Uint8Array.from([...Buffer.from(`${head}<p>`), ...bytes]);

describe('text', () => {
  it.each([
    ['joins white space as browsers do', '<p> a\n  <b>b </b> c</p>', 'a b c'],
    ['sets blocks apart', '<div>a<p>b</p>c</div>', 'a\n\nb\n\nc'],
    ['breaks lines at br', '<p>a <br> b</p>', 'a\nb'],
    ['ends a block at two br', '<p>a<br><br>b</p>', 'a\n\nb'],
    ['keeps preformatted text', '<pre>  x = 1\n\n  y</pre>', '  x = 1\n\n  y'],
    ['decodes entities once', '<p>&lt;b&gt; &amp;amp; caf&eacute;</p>', '<b> &amp; café'],
    [
      'raises numbers as they are shown',
      '<p>10<sup>-6</sup> m<sup>2</sup>, mostly.<a href="#n"><sup>12</sup></a> <sup>[3]</sup> 1<sup>st</sup> CO<sub>2</sub>',
      '10⁻⁶ m², mostly.¹² [3] 1st CO2',
    ],
    [
      'tells fractions from numbers',
      '<p><sup>1</sup>/<sub>2</sub> of 3<sup>1</sup>⁄<sub>2</sub>',
      '1/2 of 3¹⁄2',
    ],
    [
      'raises numbers in tables',
      '<table><tr><th>a<th>b<tr><td>x<sup>1</sup><td>5',
      '| a | b |\n| --- | --- |\n| x¹ | 5 |',
    ],
    ['drops soft hyphens', '<p>hy&shy;phen</p>', 'hyphen'],
    ['drops spaces without a width', '<p>a&#8203;b</p><p>&#8203;</p><p>c</p>', 'ab\n\nc'],
    [
      'puts a mark before the item beside it',
      '<div style="float:left">&bull;<br></div><div>a</div><div style="clear:both;float:left">(b)</div><div>c</div>',
      '• a\n\n(b) c',
    ],
    ['parts what stands beside other text', '<div style="float:left">Sea</div><div>a</div>', 'Sea\n\na'],
    ['leaves scripts and styles out', '<p>a<script>x()</script><style>p{}</style></p>', 'a'],
    [
      'leaves hidden elements out',
      '<p>a <span hidden>b</span><i style="display: none">c</i></p><p aria-hidden=true>d',
      'a',
    ],
    [
      'leaves navigation out',
      '<nav><a>x</a></nav><p>a</p><aside>y</aside><footer>z</footer><div role=navigation>n</div>',
      'a',
    ],
    [
      'leaves links of wikis out that edit the text',
      '<h2>a<span class="mw-editsection">[<a>edit</a>]</span></h2><p>b</p><div class="printfooter">c</div>',
      'a\n\nb',
    ],
    [
      'leaves out what is not printed',
      '<p class="x noprint">Share</p><p>a</p><p class="d-print-none">Top',
      'a',
    ],
    [
      'keeps long parts that are not printed',
      `<p>${'a '.repeat(900)}<p class="no-print">${'b'.repeat(600)}`,
      `${'a '.repeat(900).trim()}\n\n${'b'.repeat(600)}`,
    ],
    [
      'leaves lists of languages out',
      '<ul><li><a hreflang=ar>z</a> <li><a hreflang=de>y</a></ul><p>a</p>',
      'a',
    ],
    [
      'keeps lists of links to pages in the same language, or with other words',
      '<ul><li><a hreflang=en>a</a><li><a hreflang=en>b</a></ul><ul><li><a hreflang=en>c</a> d<li><a hreflang=de>e</a></ul>',
      '- a\n- b\n\n- c d\n- e',
    ],
    ['writes lists', '<ul><li>a</li><li>b</li></ul>', '- a\n- b'],
    ['numbers ordered lists', '<ol start=3><li>a<li value=7>b<li>c</ol>', '3. a\n7. b\n8. c'],
    ['indents nested lists', '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>', '- a\n  - b\n- c'],
    ['keeps paragraphs of an item together', '<ul><li><p>a</p><p>b</p></li></ul>', '- a\n  b'],
    ['writes definitions', '<dl><dt>term</dt><dd>meaning</dd></dl>', '- term\n  meaning'],
    ['sets listings in one frame apart', '<pre><code>a</code><code>b</code></pre>', 'a\nb'],
    ['keeps the lines of a listing', '<pre><div>a</div><div>b</div></pre>', 'a\nb'],
    ['leaves line numbers out', '<div class=linenos><pre>1\n2</pre></div><pre>a\nb</pre>', 'a\nb'],
    ['leaves links of terms to themselves out', '<dl><dt id=f>f(x)<a href="#f">¶</a></dt></dl>', '- f(x)'],
    ['reads what opens at a click', '<details><summary>Q</summary><p>A</p></details>', 'Q\n\nA'],
    ['reads headings in buttons', '<h3><button>Q</button></h3><p>A <button>Copy</button></p>', 'Q\n\nA'],
    [
      'keeps notes and drops other asides',
      '<p>a</p><aside class="admonition">b</aside><aside role="doc-footnote">c</aside><aside>d</aside>',
      'a\n\nb\n\nc',
    ],
    ['reads captions of figures', '<figure><img alt=x><figcaption>Fig. 1</figcaption></figure>', 'Fig. 1'],
    ['reads nothing from an empty page', '', ''],
  ])('%s', async (_, body, expected) => {
    expect(await bodyText(body)).toBe(expected);
  });
});

describe('tables', () => {
  it('become Markdown with the caption before', async () => {
    const table = '<table><caption>Sums</caption><tr><th>a<th>b|c<tr><td>1<td>2<br>3</table>';
    expect(await bodyText(table)).toBe(
      String.raw`Sums` + '\n\n' + String.raw`| a | b\|c |` + '\n| --- | --- |\n| 1 | 2 3 |',
    );
  });

  it('have no header where each row is a name and what it stands for', async () => {
    const table = '<table><tr><th>Syntax:<td>Door on<tr><th>Default:<td>off</table>';
    expect(await bodyText(table)).toBe('| | |\n| --- | --- |\n| Syntax: | Door on |\n| Default: | off |');
  });

  it('repeat cells over rows and leave columns that are spanned empty', async () => {
    const table = '<table><tr><th>a<th>b<th>c<tr><td rowspan=2>1<td colspan=2>2<tr><td>3<td>4</table>';
    expect((await bodyText(table)).split('\n').slice(2)).toEqual(['| 1 | 2 | |', '| 1 | 3 | 4 |']);
  });

  it('join the rows of their header, and give each cell its span', async () => {
    const head = '<thead><tr><th rowspan=2>Item<th colspan=2>Year<tr><th>2024<th>2023</thead>';
    const { text, tables } = await readHtml(
      `<p>Sums<table>${head}<tr><td rowspan=2>Sales<td>1<td>2<tr><td>3<td>4</table>`,
    );
    expect(text.split('\n').slice(2)).toEqual([
      '| Item | Year 2024 | Year 2023 |',
      '| --- | --- | --- |',
      '| Sales | 1 | 2 |',
      '| Sales | 3 | 4 |',
    ]);
    expect(tables).toMatchObject([{ rowCount: 4, columnCount: 3, headerRows: 2, rects: [] }]);
    const cells = tables![0]!.cells.map(({ row, column, rowSpan, columnSpan, charStart, charEnd }) => [
      text.slice(charStart, charEnd),
      [row, column, rowSpan, columnSpan],
    ]);
    expect(cells).toEqual([
      ['Item', [0, 0, 2, 1]],
      ['Year', [0, 1, 1, 2]],
      ['2024', [1, 1, 1, 1]],
      ['2023', [1, 2, 1, 1]],
      ['Sales', [2, 0, 2, 1]],
      ['1', [2, 1, 1, 1]],
      ['2', [2, 2, 1, 1]],
      ['3', [3, 1, 1, 1]],
      ['4', [3, 2, 1, 1]],
    ]);
  });

  it('without marks have the rows as their header that stand over the first amounts', async () => {
    const head =
      '<tr><td><td colspan=2>Six weeks ended<tr><td>(in millions)<td>May 2, 2024<td>May 4, 2023<tr><td>Assets<td><td>';
    const body = '<tr><td>Cash<td>1,253<td>(7)<tr><td>Debt<td>—<td>$ 8';
    expect((await bodyText(`<table>${head}${body}</table>`)).split('\n')).toEqual([
      '| (in millions) | Six weeks ended May 2, 2024 | Six weeks ended May 4, 2023 |',
      '| --- | --- | --- |',
      '| Assets | | |',
      '| Cash | 1,253 | (7) |',
      '| Debt | — | $ 8 |',
    ]);
    expect(await bodyText(`<table>${body}</table>`)).toMatch(/^\| \| \| \|\n/);
    expect(await bodyText('<table><tr><td>Unit<td>Use<tr><td>a<td>b</table>')).toMatch(/^\| Unit \| Use \|/);
  });

  it('have words without a label over amounts in their header', async () => {
    const rows = '<tr><td>Route<td>Guests<td>Delay<tr><td><td>carried<td>in hours<tr><td>North<td>12<td>4';
    const { text } = await readHtml(`<table>${rows}<tr><td>South<td>9<td>7</table>`);
    expect(text.split('\n')[0]).toBe('| Route | Guests carried | Delay in hours |');
  });

  it('have rows without a label in their header where none above had one', async () => {
    const head =
      '<tr><td><td>Year ended March 31,<td><td>Change<td><tr><td><td>2019<td>2018<td>Amount<td>% Change';
    const body = '<tr><td>Income<td>2,515<td>1,310<td>1,205<td>nm<tr><td>Expense<td>(5)<td>(6)<td>1<td>nm';
    const { tables } = await readHtml(`<table>${head}${body}</table>`);
    expect(tables).toMatchObject([{ headerRows: 2, rowCount: 4, columnCount: 5 }]);
  });

  it('count empty rows for what reaches down into them', async () => {
    const rows = '<tr><th>A<th>B<th>C<tr><td rowspan=3>1<td>2<td>3<tr></tr><tr><td>4<td>5<tr><td>6<td>7<td>8';
    const { text, tables } = await readHtml(`<table>${rows}</table>`);
    expect(text.split('\n').slice(2)).toEqual(['| 1 | 2 | 3 |', '| 1 | 4 | 5 |', '| 6 | 7 | 8 |']);
    expect(tables![0]!.cells.find(({ rowSpan }) => rowSpan > 1)).toMatchObject({ row: 1, rowSpan: 2 });
  });

  it('end their header where bold ends', async () => {
    const head = '<tr style="font-weight:700"><td>Firm<td>Held <span>by</span>';
    const body = '<tr><td>Acme<td>all<tr><td>Bolt<td>26.9%';
    expect((await bodyText(`<table>${head}${body}</table>`)).split('\n')[0]).toBe('| Firm | Held by |');
  });

  it('have signs beside their numbers, and no columns for signs, indents and space', async () => {
    const space = '<td>&nbsp;<td colspan=2>&#8203;';
    const rows = [
      `<tr><td colspan=2>${space}<td colspan=3>2024${space}<td colspan=3>2023`,
      `<tr><td colspan=2>Sales${space}<td>$<td>1,253<td>${space}<td>US$<td>(297<td>)`,
      `<tr><td><td>North${space}<td colspan=2>5<td>%${space}<td colspan=2>—<td>%`,
      `<tr><td colspan=12>South`,
    ];
    const { text, tables, links } = await readHtml(
      `<table>${rows.join('').replace('1,253', '<a href=x>1,253</a>')}</table>`,
    );
    expect(text.split('\n')).toEqual([
      '| | 2024 | 2023 |',
      '| --- | --- | --- |',
      '| Sales | $1,253 | US$(297) |',
      '| North | 5% | —% |',
      '| South | | |',
    ]);
    expect(tables).toMatchObject([{ columnCount: 3, headerRows: 1 }]);
    expect(links?.map(({ charStart, charEnd }) => text.slice(charStart, charEnd))).toEqual(['1,253']);
  });

  it('keep columns apart that some row has both of, and those that no cell covers both of', async () => {
    const table = '<tr><td>a<td>b<td>c<tr><td colspan=2>d<td>e<tr><td>f<td><td>g';
    expect(await bodyText(`<table>${table}</table>`)).toContain('| a | b | c |');
    const apart = '<tr><td>a<td>1<td><td>x<tr><td>b<td><td>2<td>y';
    expect(await bodyText(`<table>${apart}</table>`)).toContain('| b | | 2 | y |');
  });

  it('keep columns apart that each have values of their own', async () => {
    const ledger =
      '<tr><td>1 May<td>Rent<td>900<td><tr><td>2 May<td>Pay<td><td>4000<tr><td>3 May<td>Left<td colspan=2>3100';
    expect(await bodyText(`<table>${ledger}</table>`)).toContain('| 2 May | Pay | | 4000 |');
    const form = '<tr><th>Asked<th colspan=2>Yes, no<tr><td>Smoker<td>x<td><tr><td>Driver<td><td>x';
    expect(await bodyText(`<table>${form}</table>`)).toContain('| Smoker | x | |\n| Driver | | x |');
  });

  it('keep signs in heads, and in columns of units', async () => {
    const shares = '<tr><td>Party<td>2019<td>%<tr><td>Reds<td>120<td>40.1<tr><td>Blues<td>180<td>59.9';
    expect(await bodyText(`<table>${shares}</table>`)).toContain('| Party | 2019 | % |');
    const headed = '<tr><th>State<th>Currency<th>Price<tr><td>US<td>$<td>100<tr><td>DE<td>€<td>90';
    expect(await bodyText(`<table>${headed}</table>`)).toContain('| US | $ | 100 |');
    const worded = '<tr><td>Area<td>7<td>ha<tr><td>Yield<td>95<td>%';
    expect(await bodyText(`<table>${worded}</table>`)).toContain('| Yield | 95 | % |');
  });

  it('have records below their heads, whatever stands above the first amount', async () => {
    const owners = '<tr><td>Owner<td>Ann<td>Lee<tr><td>Town<td>Bern<td>Thun<tr><td>Fee<td>500<td>600';
    expect(await bodyText(`<table>${owners}<tr><td>Tax<td>50<td>60</table>`)).toContain(
      '| Town | Bern | Thun |',
    );
    const fees = '<tr><td><b>Name</b><td><b>Fee</b><tr><td><b>Ann</b><td><b>n/a</b><tr><td>Bob<td>500';
    expect(await bodyText(`<table>${fees}<tr><td>Cy<td>6</table>`)).toContain('| Ann | n/a |');
  });

  it('may have more cells than a call has arguments', () => {
    const rows = Array.from({ length: 40_000 }, (_, row) =>
      [0, 1, 2, 3].map((column) => ({ elements: [], text: 'a', row, column, rowSpan: 1, columnSpan: 1 })),
    );
    expect(mergeColumns(rows, 1)).toHaveLength(160_000);
  });

  it('that lay out the page are read as blocks', async () => {
    const table =
      '<table><tr><td><table><tr><td>a</td><td>b</td></tr><tr><td>1<td>2</table></td></tr></table>';
    expect(await bodyText(table)).toBe('| a | b |\n| --- | --- |\n| 1 | 2 |');
    expect(await bodyText('<table><tr><td>a<td>b</table>')).toBe('a\n\nb');
  });
});

describe('sections', () => {
  it('take the nearest id as their anchor', async () => {
    const { sections } = await readHtml(
      '<div id=far><h1 id=own>A</h1><p>x</p><section id=around><h2>B</h2><p>x</p></section><h2><a name=inner></a>C</h2><p id=text>x</p><h3>D</h3></div>',
    );
    expect(sections.map(({ heading, level, anchor }) => [heading, level, anchor])).toEqual([
      ['A', 1, 'own'],
      ['B', 2, 'around'],
      ['C', 2, 'inner'],
      ['D', 3, undefined],
    ]);
  });

  it('leave the link to themselves out of the heading, and take their anchor from it', async () => {
    const { sections } = await readHtml(
      '<h2 id=a>Setup <a href="#a">¶</a></h2><p>x<h3>Use<a id=b href="#b">#</a></h3><p>x<h3>End<a href="#c">#</a></h3>',
    );
    expect(sections.map(({ heading, anchor }) => [heading, anchor])).toEqual([
      ['Setup', 'a'],
      ['Use', 'b'],
      ['End', 'c'],
    ]);
  });

  it('begin inside lists and layout tables too', async () => {
    const document = await readHtml(
      '<ul><li>a<h3>H</h3>b</li></ul><table><tr><td><h3>I</h3></td></tr></table>',
    );
    checkInvariants(document);
    expect(document.sections.map(({ heading }) => heading)).toEqual(['H', 'I']);
    expect(document.blocks.map(({ kind }) => kind)).toEqual(['list', 'heading', 'list', 'heading']);
  });
});

describe('links', () => {
  it('are absolute where the address of the page is known', async () => {
    const body = '<p>See <a href="../b?c#d"> the other\npage </a>, or <a href="#e">below</a>.';
    expect(await linksOf(body, 'https://example.org/x/a')).toEqual([
      ['the other page', 'https://example.org/b?c#d'],
      ['below', 'https://example.org/x/a#e'],
    ]);
    expect(await linksOf(body)).toEqual([
      ['the other page', '../b?c#d'],
      ['below', '#e'],
    ]);
  });

  it('are relative to the base of the page', async () => {
    const body = '<base href="/docs/"><a href="a">x</a>';
    expect(await linksOf(body, 'https://example.org/')).toEqual([['x', 'https://example.org/docs/a']]);
  });

  it('stand at their words in lists, headings and code, one a block', async () => {
    const body =
      '<ul><li><a href=a>one</a><li>x <a href=b>two <br></a></ul><h2><a href=c>Head</a></h2><pre> <a href=d>code</a></pre><a href=e><p>first</p><p>second</p></a>';
    expect(await linksOf(body)).toEqual([
      ['one', 'a'],
      ['two', 'b'],
      ['Head', 'c'],
      ['code', 'd'],
      ['first', 'e'],
      ['second', 'e'],
    ]);
  });

  it('stand at their words in cells, also where cells span, repeat words or hold bars', async () => {
    const body =
      '<table><tr><th colspan=2><a href=h>a</a><th>a<tr><td rowspan=2>x <a href=1>a</a><td><td>a, <a href=2>b|c</a> and <a href=3>d</a><tr><td><a href=4>a</a><td><a href="javascript:x()">e</a> <a href=5> f </a></table>';
    expect(await linksOf(body)).toEqual([
      ['a', 'h'],
      ['a', '1'],
      [String.raw`b\|c`, '2'],
      ['d', '3'],
      ['a', '4'],
      ['f', '5'],
    ]);
    const head =
      '<table><thead><tr><th><a href=1>a</a><th>b<tr><th>c<th><a href=2>d</a></thead><tr><td>e<td>f';
    checkInvariants(await readHtml(head));
    expect(await linksOf(head.replace('c<th>', '<a href=3>c</a><th><a href=4>x</a> '))).toEqual([
      ['a', '1'],
      ['c', '3'],
      ['x', '4'],
      ['d', '2'],
    ]);
    const { text, links = [] } = await readHtml(body);
    const lines = links.map(({ charStart }) => text.slice(0, charStart).split('\n').length);
    expect(lines).toEqual([1, 3, 3, 3, 4, 4]);
  });

  it('that run scripts, hold data, or have no words are none', async () => {
    const body =
      '<a href="javascript:x()">a</a><a href=" java\nscript:x()">b</a><a href="data:text/html,x">c</a><a href="VBSCRIPT:x">d</a><a href="">e</a><a>f</a><a href="/g"><img></a><a href="mailto:a@example.org">h</a>';
    expect(await linksOf(body)).toEqual([['h', 'mailto:a@example.org']]);
  });
});

describe('encodings', () => {
  const german = Buffer.from('<p>Größe – „Maß“ und Öl für Übermut', 'utf8').toString();
  const latin = Uint8Array.from(
    german.replaceAll('–', '\x96').replaceAll('„', '\x84').replaceAll('“', '\x93'),
    (character) => character.charCodeAt(0),
  );
  const read = 'Größe – „Maß“ und Öl für Übermut';
  // 日本語の文書 and 中文文件
  const shiftJis = [0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea, 0x82, 0xcc, 0x95, 0xb6, 0x8f, 0x91];
  const gbk = [0xd6, 0xd0, 0xce, 0xc4, 0xce, 0xc4, 0xbc, 0xfe];

  it('are taken from the server, the page, or the bytes', async () => {
    expect(await load(latin, 'text/html; charset=windows-1252')).toBe(read);
    expect(await load(withHead('<meta charset=ISO-8859-1>', [...latin]))).toBe(read);
    expect(await load(latin)).toBe(read);
    expect(await load(withHead('<meta charset="Shift_JIS">', shiftJis))).toBe('日本語の文書');
    expect(await load(withHead('', shiftJis), 'text/html;charset=shift_jis')).toBe('日本語の文書');
    expect(
      await load(withHead('<meta http-equiv=content-type content="text/html; charset=gb2312">', gbk)),
    ).toBe('中文文件');
    expect(await load(Buffer.from(`\ufeff${german}`, 'utf16le'))).toBe(read);
    expect(await load(Buffer.from(`<html><body>${german}`, 'utf16le'))).toBe(read);
  });
});

describe('main content', () => {
  const prose =
    '<p>The committee met on the third day and agreed on the text of the report, with two votes against.</p>'.repeat(
      8,
    );

  it('is the main element when that holds most of the text', async () => {
    const { text } = await readHtml(`<body><div>Menu, search, login</div><main>${prose}</main></body>`);
    expect(text.startsWith('The committee')).toBe(true);
  });

  it('is not a main element that holds next to nothing', async () => {
    const { text } = await readHtml(`<body><div>${prose}</div><main>Loading …</main></body>`);
    expect(text).toContain('The committee');
  });

  it('is found without any mark', async () => {
    const links = '<li><a href="/a">Other page</a></li>'.repeat(20);
    const { text } = await readHtml(
      `<body><div class=sidebar><ul>${links}</ul></div><div class=content><h2>Minutes</h2>${prose}</div></body>`,
    );
    expect(text.startsWith('Minutes\n\nThe committee')).toBe(true);
    expect(text).not.toContain('Other page');
  });

  it('is the whole of a section that is marked as one, with its title and what stands above its table', async () => {
    const lead =
      '<p>It is told by its number, its date and the votes for it, or by whoever brought it in.</p>';
    const table = `<div class=table><div class=table-contents>${prose}</div></div>`;
    const { text, sections } = await readHtml(
      `<body><div class=navheader><a href="/">Up</a></div><div class=sect1><div class=titlepage><h2>How a report is named</h2></div>${lead}${table}</div></body>`,
    );
    expect(text.startsWith('How a report is named\n\nIt is told by its number')).toBe(true);
    expect(sections.map(({ heading }) => heading)).toEqual(['How a report is named']);
  });

  it('is no main column that is called a section and begins with something else than its title', async () => {
    const { text } = await readHtml(
      `<body><div class="main section"><div class=date>6 May</div><div class=post><h3>The mill</h3>${prose}</div><p class=share>Email this, share this</p></div></body>`,
    );
    expect(text).not.toContain('share this');
  });

  it('keeps all of a page of many equal parts', async () => {
    const { sections } = await readHtml(`<body>${`<div><h2>Part</h2>${prose}</div>`.repeat(5)}</body>`);
    expect(sections).toHaveLength(5);
  });

  it('is all sections of one class where Readability keeps some', async () => {
    const { text, sections } = await readHtml(
      `<body><div class=menu>Search, help</div><div>
      <div class=sect1><h2>Handshake</h2>${prose}</div>
      <div class=sect1><h2>Shutdown</h2><div>The filter exits on its own when it sees the end of the file, and git waits for it to stop, for as long as that takes.</div></div>
      </div></body>`,
    );
    expect(sections.map(({ heading }) => heading)).toEqual(['Handshake', 'Shutdown']);
    expect(text).not.toContain('Search');
  });

  it('is the smallest element with most of the text around what Readability finds', async () => {
    const beside = 'It rains in the north, and the <i>tide</i> comes in the morning. '.repeat(12);
    const { text } = await readHtml(
      `<body><div class=menu>Search, help</div><div id=content><div>${prose}</div><div>${beside}</div></div></body>`,
    );
    expect(text).toContain('It rains');
    expect(text).not.toContain('Search');
  });

  it('is the whole page when all of it stands in navigation, or is hidden until a script runs', async () => {
    expect(
      (await readHtml('<nav><a href="/">Home</a><main><h1>Report</h1><p>It rains.</p></main>')).text,
    ).toBe('Home\n\nReport\n\nIt rains.');
    expect((await readHtml('<body style="visibility: hidden"><p>It rains.</p>')).text).toBe('It rains.');
  });

  it('takes the title from the page header, once', async () => {
    const { text } = await readHtml(
      `<body><header><a>Home</a><h1>Report</h1></header><main>${prose}</main></body>`,
    );
    expect(text.startsWith('Report\n\nThe committee')).toBe(true);
    const inside = await readHtml(
      `<body><header><h1>Site</h1></header><main><h1>Report</h1>${prose}</main></body>`,
    );
    expect(inside.text.startsWith('Report\n\nThe committee')).toBe(true);
  });
});

describe('bibliography', () => {
  it('comes from scholarly meta tags first', async () => {
    const { bibliography, language } = await readHtml(
      `<html lang="de-AT"><head><title>Site | Paper</title><meta name="citation_title" content="A  Paper">
       <meta name="citation_author" content="Lee, A."><meta name="citation_author" content="Kim, B."><meta name="author" content="Webmaster">
       <meta name="citation_publication_date" content="2021/03/04"><meta name="citation_journal_title" content="J. Tests">
       <meta name="citation_doi" content="https://doi.org/10.1/x"><meta name="keywords" content="a, b; a">
       <meta property="og:description" content="About."><link rel="canonical" href="https://example.org/p"></head><body><p>x`,
    );
    expect(language).toBe('de');
    expect(bibliography).toEqual({
      title: 'A Paper',
      creators: ['Lee, A.', 'Kim, B.'],
      subjects: ['a', 'b'],
      description: 'About.',
      dateCreated: '2021-03-04',
      containerTitle: 'J. Tests',
      doi: '10.1/x',
      url: 'https://example.org/p',
    });
  });

  it('reads JSON-LD, in a graph too, and passes over broken scripts', async () => {
    const { bibliography } = await readHtml(
      `<title>T</title><script type="application/ld+json">{ broken</script><script type="application/ld+json">{"@graph":[{"@type":"WebPage","name":"Page"},
       {"@type":"NewsArticle","headline":"News","author":[{"name":"A. Lee"}],"datePublished":"2020-01-02","publisher":{"name":"Daily"}}]}</script><p>x`,
    );
    expect(bibliography).toEqual({
      title: 'News',
      creators: ['A. Lee'],
      dateCreated: '2020-01-02',
      publisher: 'Daily',
    });
  });

  it.each([
    ['rise of the sea', 'Tides'],
    ['Tides - Site', 'Tides - Site'],
  ])('is called by its first heading where a headline describes the page: %s', async (headline, title) => {
    const { bibliography } = await readHtml(
      `<title>Tides - Site</title><script type="application/ld+json">{"@type":"Article","headline":"${headline}"}</script><h1>Tides</h1><p>x`,
    );
    expect(bibliography.title).toBe(title);
  });

  it('takes names and dates that the text marks', async () => {
    const { bibliography, language } = await readHtml(
      '<html xml:lang="fr"><title>T</title><meta itemprop="datePublished" content="2020-02-03"><p>By <a rel="author" href="/lee">A. Lee</a> and <span itemprop="author"><b itemprop="name">B. Kim</b>, editor</span>',
    );
    expect(bibliography).toEqual({ title: 'T', creators: ['A. Lee', 'B. Kim'], dateCreated: '2020-02-03' });
    expect(language).toBe('fr');
  });

  it('falls back to the title element and the first time', async () => {
    const { bibliography } = await readHtml(
      '<title> My\n page </title><p>On <time datetime="2019-05-06T10:00:00Z">Monday</time>',
    );
    expect(bibliography).toEqual({ title: 'My page', dateCreated: '2019-05-06T10:00:00Z' });
  });
});

describe('malformed pages', () => {
  it.each([
    ['a hundred thousand nested divs', `${'<div>'.repeat(100_000)}deep`],
    ['as many nested lists', `${'<ul><li>'.repeat(50_000)}deep`],
    ['as many nested tables', `${'<table><tr><td>'.repeat(30_000)}deep`],
    [
      'formatting that is never closed',
      `${Array.from({ length: 5000 }, (_, i) => `<p><b x=${i}>y`).join('')}deep`,
    ],
    [
      'a tag with two hundred thousand attributes',
      `<p ${Array.from({ length: 200_000 }, (_, i) => `a${i}`).join(' ')}>deep`,
    ],
    ['end tags without beginning', `${'</div></p></x>'.repeat(50_000)}deep`],
    ['a line of five million characters', `${'word '.repeat(1_000_000)}deep`],
    ['wide spans', `<table>${'<tr><td rowspan=999 colspan=999>a<td>b</tr>'.repeat(2000)}</table>deep`],
  ])('with %s are read', async (_, source) => {
    const document = await readHtml(source);
    expect(document.text).toContain('deep');
  });

  it('keep every promise whatever they hold', async () => {
    const tags =
      'p div ul ol li h1 h2 table tr td th pre br b a main nav header section blockquote dl dt dd script template svg caption'.split(
        ' ',
      );
    const piece = fc.oneof(
      fc.constantFrom(...tags.flatMap((tag) => [`<${tag}>`, `<${tag} id=x>`, `</${tag}>`])),
      fc.constantFrom('<a href=x>', '<a href="#y">', 'text', ' ', '\n', '&nbsp;', '&shy;', '|', 'two words'),
      fc.string({ unit: 'binary', maxLength: 8 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 40 }), async (pieces) => {
        checkInvariants(await readHtml(pieces.join('')));
      }),
      { numRuns: 200 },
    );
  });
});
