import * as fc from 'fast-check';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { LimitExceededError, LoadError, PinciteError } from '../../errors.ts';
import type { LoadedDocument } from '../../types.ts';
import { checkInvariants } from '../invariants.testing.ts';
import { deckOf, type DeckSlide, graphic, shape, transform } from './deck.testing.ts';
import { pptxLoader } from './pptx.ts';

const limits = { maxBytes: 1e8, maxPages: 100, maxChars: 1e6 };

async function read(bytes: Uint8Array, more: Partial<typeof limits> = {}): Promise<LoadedDocument> {
  const document = await pptxLoader.load({ bytes, name: 'deck.pptx', limits: { ...limits, ...more } });
  checkInvariants(document);
  return document;
}

const readSlide = (shapes: string, more: Partial<DeckSlide> = {}) => read(deckOf([{ shapes, ...more }]));

/** Words of a page with the rectangles that they have, rounded to points. */
function wordsOn({ text, pages }: LoadedDocument, number = 1): [string, number[]][] {
  return pages[number - 1]!.layout.map(({ charStart, charEnd, x0, y0, x1, y1 }) => [
    text.slice(charStart, charEnd),
    [x0, y0, x1, y1].map(Math.round),
  ]);
}

const pageTexts = ({ text, pages }: LoadedDocument) =>
  pages.map(({ charStart, charEnd }) => text.slice(charStart, charEnd).trim());

const title = (text: string) => shape([text], { placeholder: 'type="title"' });

const paragraph = (properties: string, text: string) =>
  `<a:p>${properties}<a:r><a:t>${text}</a:t></a:r></a:p>`;

const cell = (text: string, more = '') =>
  `<a:tc${more}><a:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody></a:tc>`;

const values = (list: readonly string[]) =>
  list.map((value, index) => `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`).join('');

const withSlide = (xml: string) =>
  zipSync({ ...unzipSync(deckOf([{ shapes: '' }])), 'ppt/slides/slide1.xml': strToU8(xml) });

const rowOf = (texts: readonly string[]) => `<a:tr h="50">${texts.map((text) => cell(text)).join('')}</a:tr>`;
const tableOf = (...rows: readonly (readonly string[])[]) =>
  graphic(`<a:tbl><a:tblPr/>${rows.map(rowOf).join('')}</a:tbl>`, [100, 100, 400, 60]);

const picture = (description: string, at: readonly [number, number, number, number]) =>
  `<p:pic><p:nvPicPr><p:cNvPr id="4" name="Picture 3" descr="${description}"/><p:cNvPicPr/><p:nvPr/></p:nvPicPr><p:blipFill/><p:spPr>${transform(at)}</p:spPr></p:pic>`;

const numbers = (code: string, list: readonly string[]) =>
  `<c:numRef><c:numCache>${code === '' ? '' : `<c:formatCode>${code}</c:formatCode>`}${values(list)}</c:numCache></c:numRef>`;

const runOf = (text: string, baseline?: number) =>
  `<a:r>${baseline === undefined ? '' : `<a:rPr baseline="${baseline}"/>`}<a:t>${text}</a:t></a:r>`;

describe('pptx', () => {
  it('has pictures by their descriptions, as figures of the text, and others by their place alone', async () => {
    const map = 'Map of the harbour with its three basins';
    const { text, blocks, pictures, pages } = await readSlide(
      shape(['The harbour office']) +
        picture(map, [100, 200, 300, 200]) +
        picture('Logo', [600, 480, 60, 40]),
    );
    expect(text).toBe(`The harbour office\n\n${map}`);
    expect(blocks.map(({ kind }) => kind)).toEqual(['text', 'figure']);
    expect(pictures).toEqual([
      {
        charStart: 20,
        charEnd: text.length,
        alternativeText: map,
        rect: { page: 1, x0: 100, y0: 200, x1: 400, y1: 400 },
      },
      {
        charStart: pages[0]!.charEnd,
        charEnd: pages[0]!.charEnd,
        alternativeText: 'Logo',
        rect: { page: 1, x0: 600, y0: 480, x1: 660, y1: 520 },
      },
    ]);
  });

  it('has slides as pages in the order in which they are shown', async () => {
    const deck = await read(
      deckOf([{ shapes: shape(['one']) }, { shapes: '' }, { shapes: shape(['three']) }]),
    );
    expect(pageTexts(deck)).toEqual(['one', '', 'three']);
    expect(deck.pages[0]).toMatchObject({ number: 1, width: 720, height: 540 });
  });

  it('has the titles of slides as headings, over the slides that follow where they open a part', async () => {
    const { sections, text } = await read(
      deckOf([
        { shapes: shape(['a']) + title('Pumps'), layout: 'secHead' },
        { shapes: title('Seals') + shape(['b']) },
        { shapes: shape(['c']) },
      ]),
    );
    expect(text).toBe('Pumps\n\na\n\nSeals\n\nb\n\nc');
    expect(
      sections.map(({ heading, level, charStart, charEnd }) => [
        heading,
        level,
        text.slice(charStart, charEnd).trim(),
      ]),
    ).toEqual([
      ['Pumps', 1, text],
      ['Seals', 2, 'Seals\n\nb'],
      ['Slide 3', 2, 'c'],
    ]);
  });

  it('has the subtitle of an opening slide as a heading over all that follow', async () => {
    const subtitle = shape(['Kestrel Point', 'Spring 2024'], { placeholder: 'type="subTitle" idx="1"' });
    const { sections, text, blocks } = await read(
      deckOf([
        { shapes: title('Site induction') + subtitle, layout: 'title' },
        { shapes: title('Driving') + shape(['b']) },
        { shapes: title('Weather') + subtitle },
      ]),
    );
    expect(blocks.slice(0, 2).map(({ kind }) => kind)).toEqual(['heading', 'heading']);
    expect(sections.map(({ heading, level, charEnd }) => [heading, level, charEnd === text.length])).toEqual([
      ['Site induction', 1, true],
      ['Kestrel Point Spring 2024', 2, true],
      ['Driving', 3, false],
      ['Weather', 3, true],
    ]);
  });

  it('keeps sentences below the title of an opening slide as text', async () => {
    const below = shape(['We open two shops.', 'We hire five drivers.'], {
      placeholder: 'type="subTitle" idx="1"',
    });
    const { blocks } = await read(deckOf([{ shapes: title('Strategy') + below, layout: 'title' }]));
    expect(blocks.filter(({ kind }) => kind === 'heading')).toHaveLength(1);
  });

  it('gives every word the rectangle of its shape', async () => {
    const deck = await readSlide(shape(['two words'], { at: [10, 20, 100, 50] }));
    expect(wordsOn(deck)).toEqual([
      ['two', [10, 20, 110, 70]],
      ['words', [10, 20, 110, 70]],
    ]);
  });

  it('finds the place of shapes in groups, of turned ones, and of placeholders that the layout places', async () => {
    const inner = '<a:chOff x="0" y="0"/><a:chExt cx="1270000" cy="1270000"/>';
    const group = `<p:grpSp><p:grpSpPr>${transform([100, 100, 200, 50], { inner })}</p:grpSpPr>${shape(['in'], { at: [50, 50, 50, 50] })}</p:grpSp>`;
    const turned = shape(['up'], { at: [300, 300, 100, 20], turn: 90 });
    const shapes =
      group +
      turned +
      shape(['body'], { placeholder: 'idx="7"' }) +
      shape(['head'], { placeholder: 'type="title"' });
    const layout = shape([], { placeholder: 'idx="7"', at: [30, 40, 50, 60] });
    const master = shape([], { placeholder: 'type="title"', at: [1, 2, 3, 4] });
    expect(wordsOn(await read(deckOf([{ shapes }], { layout, master })))).toEqual([
      ['head', [1, 2, 4, 6]],
      ['in', [200, 125, 300, 150]],
      ['up', [340, 260, 360, 360]],
      ['body', [30, 40, 80, 100]],
    ]);
  });

  it('keeps text of shapes beside the slide, without a rectangle', async () => {
    const deck = await readSlide(
      shape(['off'], { at: [800, 20, 100, 50] }) + shape(['half'], { at: [-50, 0, 100, 50] }),
    );
    expect(deck.text).toBe('off\n\nhalf');
    expect(wordsOn(deck)).toEqual([['half', [0, 0, 50, 50]]]);
  });

  it('has lists by what paragraphs, shapes and master say', async () => {
    const body = shape(
      [
        'first',
        paragraph('<a:pPr lvl="1"/>', 'below'),
        paragraph('<a:pPr><a:buNone/></a:pPr>', 'plain'),
        paragraph('<a:pPr><a:buAutoNum type="arabicPeriod"/></a:pPr>', 'step'),
        paragraph('<a:pPr><a:buAutoNum type="arabicPeriod"/></a:pPr>', 'next'),
      ],
      { placeholder: 'idx="1"' },
    );
    const bodyStyle =
      '<a:lvl1pPr><a:buChar char="•"/></a:lvl1pPr><a:lvl2pPr><a:buChar char="–"/></a:lvl2pPr>';
    const { text, blocks } = await read(deckOf([{ shapes: body + shape(['label']) }], { bodyStyle }));
    expect(text).toBe('- first\n  - below\n\nplain\n\n1. step\n2. next\n\nlabel');
    expect(blocks.map(({ kind }) => kind)).toEqual(['list', 'text', 'list', 'text']);
  });

  it('has tables with the place of every cell', async () => {
    const table = `<a:tbl><a:tblPr firstRow="1"/><a:tblGrid><a:gridCol w="100"/><a:gridCol w="300"/></a:tblGrid><a:tr h="50">${cell('Sum | all', ' gridSpan="2"')}${cell('hidden', ' hMerge="1"')}</a:tr><a:tr h="50">${cell('2024')}${cell('12 t')}</a:tr></a:tbl>`;
    const deck = await readSlide(graphic(table, [100, 100, 400, 60]));
    expect(deck.text).toBe(String.raw`| Sum \| all | |` + '\n| --- | --- |\n| 2024 | 12 t |');
    expect(deck.tables?.[0]).toMatchObject({ rowCount: 2, columnCount: 2, headerRows: 1 });
    expect(deck.tables?.[0]?.cells[0]).toMatchObject({
      columnSpan: 2,
      rect: { page: 1, x0: 100, x1: 500, y0: 100, y1: 130 },
    });
    expect(wordsOn(deck).at(-1)).toEqual(['t', [200, 130, 500, 160]]);
  });

  it('has a header where the first row of a table looks like one', async () => {
    const headed = await readSlide(tableOf(['Year', 'Sold'], ['2024', '12']));
    expect(headed.text).toBe('| Year | Sold |\n| --- | --- |\n| 2024 | 12 |');
    const bare = await readSlide(tableOf(['2023', '11'], ['2024', '12']));
    expect(bare.tables?.[0]?.headerRows).toBe(0);
  });

  it('has the values of charts and the texts of diagrams', async () => {
    const chart = `<c:chartSpace xmlns:c="c" xmlns:a="a"><c:chart><c:title><a:t>Leaks</a:t></c:title><c:plotArea><c:ser><c:tx>${values(['Pump A'])}</c:tx><c:cat>${values(['May', 'June'])}</c:cat><c:val>${values(['3', '5'])}</c:val></c:ser></c:plotArea></c:chart></c:chartSpace>`;
    const diagram =
      '<d:dataModel xmlns:d="d" xmlns:a="a"><d:ptLst><d:pt><a:t>Open</a:t></d:pt><d:pt/><d:pt><a:t>Close</a:t></d:pt></d:ptLst></d:dataModel>';
    const { text } = await readSlide(
      graphic('<c:chart xmlns:c="c" r:id="c1"/>', [0, 0, 100, 100]) +
        graphic('<d:relIds xmlns:d="d" r:dm="d1"/>', [0, 0, 100, 100]),
      { related: { c1: { type: 'chart', xml: chart }, d1: { type: 'diagramData', xml: diagram } } },
    );
    expect(text).toBe('Leaks\n\n| | Pump A |\n| --- | --- |\n| May | 3 |\n| June | 5 |\n\n- Open\n- Close');
  });

  it('has numbers of charts with all their digits, as shares and dates where their cells are, and texts as they are', async () => {
    const category = `<c:cat>${numbers('m/d/yyyy', ['45292'])}</c:cat>`;
    const column = (name: string, value: string) =>
      `<c:ser><c:tx><c:strCache>${values([name])}</c:strCache></c:tx>${category}<c:val>${value}</c:val></c:ser>`;
    const own =
      '<c:numLit><c:formatCode>0%</c:formatCode><c:pt idx="0" formatCode="General"><c:v>12</c:v></c:pt></c:numLit>';
    const series = [
      column('1.50', numbers('General', ['8.1999999999999993'])),
      column('b', numbers('', ['0.30000000000000004'])),
      column('c', numbers('#,##0', ['-1234.5'])),
      column('d', numbers('0%', ['0.081999999999999993'])),
      column('e', own),
      column('f', numbers('Standard', ['21.4'])),
    ];
    const chart = `<c:chartSpace xmlns:c="c"><c:chart>${series.join('')}</c:chart></c:chartSpace>`;
    const { text } = await readSlide(graphic('<c:chart xmlns:c="c" r:id="c1"/>', [0, 0, 100, 100]), {
      related: { c1: { type: 'chart', xml: chart } },
    });
    expect(text.split('\n').filter((line) => !line.includes('---'))).toEqual([
      '| | 1.50 | b | c | d | e | f |',
      '| 2024-01-01 | 8.2 | 0.3 | -1234.5 | 8.2% | 12 | 21.4 |',
    ]);
  });

  it('has charts of very many values', async () => {
    const series = `<c:ser><c:val>${values(Array.from({ length: 2000 }, () => '1'))}</c:val></c:ser>`;
    const chart = `<c:chartSpace xmlns:c="c"><c:chart>${series.repeat(70)}</c:chart></c:chartSpace>`;
    const { tables } = await readSlide(graphic('<c:chart xmlns:c="c" r:id="c1"/>', [0, 0, 100, 100]), {
      related: { c1: { type: 'chart', xml: chart } },
    });
    expect(tables![0]).toMatchObject({ rowCount: 2001, columnCount: 71 });
  });

  it('leaves out values of charts that lie far apart', async () => {
    const series = '<c:ser><c:val><c:pt idx="9999"><c:v>1</c:v></c:pt></c:val></c:ser>';
    const chart = `<c:chartSpace xmlns:c="c" xmlns:a="a"><c:chart><c:title><a:t>Leaks</a:t></c:title>${series.repeat(50)}</c:chart></c:chartSpace>`;
    const { text } = await readSlide(graphic('<c:chart xmlns:c="c" r:id="c1"/>', [0, 0, 100, 100]), {
      related: { c1: { type: 'chart', xml: chart } },
    });
    expect(text).toBe('Leaks');
  });

  it('has notes as a section of their slide, without rectangles', async () => {
    const notes =
      shape(['Say this slowly.'], { placeholder: 'type="body" idx="1"' }) +
      shape(['7'], { placeholder: 'type="sldNum"' });
    const deck = await readSlide(shape(['a'], { at: [0, 0, 9, 9] }), { notes });
    expect(deck.text).toBe('a\n\nSay this slowly.');
    expect(deck.sections.map(({ heading, level }) => [heading, level])).toEqual([
      ['Slide 1', 2],
      ['Notes', 3],
    ]);
    expect(wordsOn(deck)).toHaveLength(1);
  });

  it('leaves out hidden shapes, numbers, dates and footers', async () => {
    const { text } = await readSlide(
      shape(['gone'], { hidden: true }) +
        ['sldNum', 'dt', 'ftr'].map((type) => shape([type], { placeholder: `type="${type}"` })).join('') +
        shape(['kept']),
    );
    expect(text).toBe('kept');
  });

  it('warns of hidden slides and of missing ones', async () => {
    const whole = deckOf([{ shapes: shape(['a']), isHidden: true }, { shapes: shape(['b']) }]);
    const { 'ppt/slides/slide1.xml': _second, ...parts } = unzipSync(whole);
    const { warnings, pages } = await read(zipSync(parts));
    expect(warnings).toEqual([
      'Slides that are hidden when the presentation is shown: 1.',
      'Slides that are missing in the file: 2.',
    ]);
    expect(pages).toHaveLength(2);
  });

  it('has raised numbers in raised digits', async () => {
    const raised = `<a:p>${runOf('2')}${runOf('64', 30_000)}${runOf(' m', 0)}${runOf('2', 30_000)}${runOf('CO')}${runOf('2', -25_000)}${runOf(', 1')}${runOf('st', 30_000)}</a:p>`;
    const fraction = `<a:p>${runOf('1', 30_000)}${runOf('/')}${runOf('2', -25_000)}</a:p>`;
    expect((await readSlide(shape([raised, fraction]))).text).toBe('2⁶⁴ m²CO2, 1st\n\n1/2');
  });

  it('decodes what XML escapes, once, and keeps line breaks', async () => {
    const escaped =
      '<a:p><a:r><a:t>&lt;b&gt; &amp;amp; caf&#xE9; </a:t></a:r><a:br/><a:r><a:t>end</a:t></a:r></a:p>';
    expect((await readSlide(shape([escaped]))).text).toBe('<b> &amp; café\nend');
  });
});

describe('bad pptx', () => {
  it.each([
    ['no XML', 'words'],
    ['nothing', ''],
    ['a hundred thousand nested elements', '<p:sld>'.repeat(100_000)],
    ['half a tag', '<p:sld><p:cS'],
  ])('with %s is a LoadError', async (_, xml) => {
    await expect(read(withSlide(xml))).rejects.toBeInstanceOf(LoadError);
  });

  it('does not expand entities of its own', async () => {
    const declared = '<!DOCTYPE x [<!ENTITY a "lol"><!ENTITY b "&a;&a;">]>';
    const slide = `${declared}<p:sld><p:cSld><p:spTree>${shape(['&b;'])}</p:spTree></p:cSld></p:sld>`;
    expect((await read(withSlide(slide))).text).toBe('&b;');
  });

  it('without slides has no text, and without a main part is a LoadError', async () => {
    expect(await read(deckOf([]))).toMatchObject({ text: '', pages: [] });
    await expect(read(zipSync({ 'ppt/x.xml': strToU8('<x/>') }))).rejects.toBeInstanceOf(LoadError);
  });

  it('that is too long, or inflates without end, stops at the limit', async () => {
    const slides = Array.from({ length: 3 }, () => ({ shapes: shape(['word '.repeat(1000)]) }));
    for (const limit of [{ maxPages: 2 }, { maxChars: 1000 }, { maxBytes: 1000 }]) {
      await expect(read(deckOf(slides), limit)).rejects.toBeInstanceOf(LimitExceededError);
    }
  });

  it('keeps every promise whatever its shapes hold', async () => {
    const text = fc.string({
      unit: fc.constantFrom('a', ' ', '|', '\n', '-', '&amp;', 'é', '\t'),
      maxLength: 9,
    });
    const at = fc.tuple(fc.integer(), fc.integer(), fc.integer(), fc.integer());
    const anyShape = fc
      .record({
        texts: fc.array(text, { maxLength: 3 }),
        at,
        placeholder: fc.constantFrom('type="title"', 'idx="1"', 'type="dt"'),
      })
      .map(({ texts, ...where }) => shape(texts, where));
    const slide = fc.record({
      shapes: fc.array(anyShape, { maxLength: 4 }).map((list) => list.join('')),
      notes: anyShape,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(slide, { maxLength: 4 }), async (slides) => {
        const deck = await read(deckOf(slides));
        expect(deck.pages).toHaveLength(slides.length);
        for (const { layout, charStart, charEnd } of deck.pages) {
          for (const run of layout) {
            expect(run.charStart >= charStart && run.charEnd <= charEnd).toBe(true);
            expect(run.x0 >= 0 && run.x1 <= 720 && run.y0 >= 0 && run.y1 <= 540).toBe(true);
          }
        }
      }),
      { numRuns: 100 },
    );
  });

  it('fails with a typed error, or not at all, for whatever is changed in a slide', async () => {
    const whole = `<p:sld><p:cSld><p:spTree>${shape(['some words'], { at: [1, 2, 3, 4] })}</p:spTree></p:cSld></p:sld>`;
    const change = fc.record({
      from: fc.nat(whole.length),
      length: fc.nat(20),
      put: fc.string({ maxLength: 5 }),
    });
    await fc.assert(
      fc.asyncProperty(change, async ({ from, length, put }) => {
        const changed = whole.slice(0, from) + put + whole.slice(from + length);
        await read(withSlide(changed)).catch((error: unknown) => {
          if (!(error instanceof PinciteError)) throw error;
        });
      }),
      { numRuns: 120 },
    );
  });
});
