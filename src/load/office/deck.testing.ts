import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';

/** A slide of a deck that tests write: the XML of its shapes and of its notes. */
export interface DeckSlide {
  readonly shapes: string;
  readonly notes?: string;
  readonly isHidden?: boolean;
  readonly layout?: string;
  /** More parts that the slide refers to, by their relationship's id. */
  readonly related?: Readonly<Record<string, { readonly type: string; readonly xml: string }>>;
}

interface Deck {
  readonly layout?: string;
  readonly master?: string;
  readonly bodyStyle?: string;
}

const names = [
  ['a', 'http://schemas.openxmlformats.org/drawingml/2006/main'],
  ['p', 'http://schemas.openxmlformats.org/presentationml/2006/main'],
  ['r', 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'],
]
  .map(([prefix, name]) => `xmlns:${prefix}="${name}"`)
  .join(' ');
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A presentation of 720 by 540 points, the slides in the order given although their parts are numbered backwards. */
export function deckOf(
  slides: readonly DeckSlide[],
  { layout = '', master = '', bodyStyle = '' }: Deck = {},
): Uint8Array {
  const partOf = (index: number) => `slides/slide${slides.length - index}.xml`;
  const parts: Record<string, string> = {
    '_rels/.rels': relationships([['r1', 'officeDocument', 'ppt/presentation.xml']]),
    'ppt/presentation.xml': `<p:presentation ${names}><p:sldIdLst>${slides.map((_, index) => `<p:sldId id="${256 + index}" r:id="s${index}"/>`).join('')}</p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relationships(
      slides.map((_, index) => [`s${index}`, 'slide', partOf(index)]),
    ),
    'ppt/slideMasters/master.xml': `<p:sldMaster ${names}>${tree(master)}<p:txStyles><p:bodyStyle>${bodyStyle}</p:bodyStyle></p:txStyles></p:sldMaster>`,
  };
  slides.forEach((slide, index) =>
    Object.assign(parts, partsOfSlide(slide, { part: partOf(index), index, layout })),
  );
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)])));
}

function partsOfSlide(
  slide: DeckSlide,
  { part, index, layout }: { part: string; index: number; layout: string },
): Record<string, string> {
  const related = Object.entries(slide.related ?? {});
  const own: Relation[] = [
    ['l', 'slideLayout', `../slideLayouts/layout${index}.xml`],
    ...(slide.notes === undefined ? [] : [['n', 'notesSlide', `../notesSlides/notes${index}.xml`] as const]),
    ...related.map(([id, { type }]) => [id, type, `../parts/${id}${index}.xml`] as const),
  ];
  return {
    [`ppt/${part}`]: `<p:sld ${names}${slide.isHidden ? ' show="0"' : ''}>${tree(slide.shapes)}</p:sld>`,
    [`ppt/slides/_rels/${part.slice('slides/'.length)}.rels`]: relationships(own),
    [`ppt/slideLayouts/layout${index}.xml`]: `<p:sldLayout ${names} type="${slide.layout ?? 'obj'}">${tree(layout)}</p:sldLayout>`,
    [`ppt/slideLayouts/_rels/layout${index}.xml.rels`]: relationships([
      ['m', 'slideMaster', '../slideMasters/master.xml'],
    ]),
    ...(slide.notes === undefined
      ? {}
      : { [`ppt/notesSlides/notes${index}.xml`]: `<p:notes ${names}>${tree(slide.notes)}</p:notes>` }),
    ...Object.fromEntries(related.map(([id, { xml }]) => [`ppt/parts/${id}${index}.xml`, xml])),
  };
}

type Relation = readonly [id: string, type: string, target: string];

function relationships(list: readonly Relation[]): string {
  const lines = list.map(
    ([id, type, target]) => `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`,
  );
  return `<Relationships>${lines.join('')}</Relationships>`;
}

const tree = (shapes: string) => `<p:cSld><p:spTree>${shapes}</p:spTree></p:cSld>`;

interface Shape {
  /** Attributes of `p:ph`. */
  readonly placeholder?: string;
  /** Left, top, width and height in points. */
  readonly at?: readonly [number, number, number, number];
  /** Degrees. */
  readonly turn?: number;
  readonly listStyle?: string;
  readonly hidden?: boolean;
}

/** A shape with paragraphs: texts, or XML of their own where they begin with `<`. */
export function shape(
  paragraphs: readonly string[],
  { placeholder, at, turn = 0, listStyle = '', hidden = false }: Shape = {},
): string {
  const mark = placeholder === undefined ? '' : `<p:ph ${placeholder}/>`;
  const written = paragraphs.map((text) =>
    text.startsWith('<') ? text : `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`,
  );
  return `<p:sp><p:nvSpPr><p:cNvPr id="1" name="x"${hidden ? ' hidden="1"' : ''}/><p:cNvSpPr/><p:nvPr>${mark}</p:nvPr></p:nvSpPr><p:spPr>${at ? transform(at, { turn }) : ''}</p:spPr><p:txBody><a:bodyPr/><a:lstStyle>${listStyle}</a:lstStyle>${written.join('')}</p:txBody></p:sp>`;
}

const units = (points: number) => Math.round(points * 12_700);

/** The place of a shape, or of a group with the units inside of it. */
export function transform(
  [x, y, width, height]: readonly [number, number, number, number],
  { turn = 0, inner = '', prefix = 'a' }: { turn?: number; inner?: string; prefix?: string } = {},
): string {
  return `<${prefix}:xfrm rot="${turn * 60_000}"><a:off x="${units(x)}" y="${units(y)}"/><a:ext cx="${units(width)}" cy="${units(height)}"/>${inner}</${prefix}:xfrm>`;
}

/** A frame with a table, a chart or a diagram. */
export function graphic(data: string, at: readonly [number, number, number, number]): string {
  return `<p:graphicFrame>${transform(at, { prefix: 'p' })}<a:graphic><a:graphicData>${data}</a:graphicData></a:graphic></p:graphicFrame>`;
}

type Place = readonly [x: number, y: number, width: number, height: number];

/** Shows the image of `deckOfImage`; `more` is XML beside its reference. */
export const picture = (at: Place, { description = '', more = '' } = {}): string =>
  `<p:pic><p:nvPicPr><p:cNvPr id="4" name="Picture 3" descr="${description}"/><p:cNvPicPr/><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:embed="image"/>${more}</p:blipFill><p:spPr>${transform(at)}</p:spPr></p:pic>`;

/** A presentation of slides with these shapes, whose pictures all show one PNG file. */
export function deckOfImage(png: Uint8Array, slides: readonly string[]): Uint8Array<ArrayBuffer> {
  const related = { image: { type: 'image', xml: '' } };
  const files = unzipSync(deckOf(slides.map((shapes) => ({ shapes, related }))));
  for (const [name, bytes] of Object.entries(files)) {
    if (name.endsWith('.rels'))
      files[name] = strToU8(strFromU8(bytes).replaceAll(/parts\/image(\d+)\.xml/g, 'parts/image$1.png'));
    if (name.startsWith('ppt/parts/image')) files[name.replace('.xml', '.png')] = Uint8Array.from(png);
  }
  const main = 'application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml';
  files['[Content_Types].xml'] = strToU8(`<Types><Override ContentType="${main}"/></Types>`);
  return Uint8Array.from(zipSync(files));
}
