import { alternativeTextOf } from '../../write/alternative-text.ts';
import { childElements, elementAt, type XmlElement } from '../xml.ts';
import { chartPieces, diagramPieces } from './chart.ts';
import type { Box } from '../../pdf/geometry.ts';
import { boxOf, type Frame, frameOfGroup, slideFrame } from './geometry.ts';
import { plainText, textParts } from './paragraphs.ts';
import type { Parts } from './parts.ts';
import type { SlideImage, SlidePiece } from './pieces.ts';
import { inheritedFrom, isRunningHead, isTitle, type Placeholder, placeholderOf } from './placeholders.ts';
import { tablePiece } from './table.ts';

export interface Slide {
  /** The title first, then in the order in which programs read slides aloud. */
  readonly pieces: readonly SlidePiece[];
  readonly notes: readonly SlidePiece[];
  readonly isHidden: boolean;
  /** Whether its layout is made for the first slide of a deck or of a section. */
  readonly isOpening: boolean;
}

/** Characters: what is shorter, such as “Logo”, is no text of the slide. */
const shortestDescription = 10;

/** Reads a slide; undefined where it is missing. */
export async function readSlide(parts: Parts, part: string): Promise<Slide | undefined> {
  const slide = await parts.read(part);
  if (!slide) return undefined;
  const layoutPart = await parts.related(part, 'slideLayout');
  const masterPart = layoutPart && (await parts.related(layoutPart, 'slideMaster'));
  const layout = layoutPart === undefined ? undefined : await parts.shared(layoutPart);
  const master = masterPart === undefined ? undefined : await parts.shared(masterPart);
  const reader = new SlideReader({ parts, part, layout, master });
  await reader.read(elementAt(slide, 'cSld', 'spTree'), slideFrame);
  return {
    pieces: [...reader.pieces.filter(isTitlePiece), ...reader.pieces.filter((piece) => !isTitlePiece(piece))],
    notes: await notesOf(parts, part),
    isHidden: slide.attributes.show === '0' || slide.attributes.show === 'false',
    isOpening: isOpening(layout),
  };
}

/** Characters. */
const mostOfSubtitle = 100;

/** Whether a layout is made for the first slide of a deck or of a section. */
const isOpening = (layout: XmlElement | undefined): boolean =>
  /^(?:title|secHead)$/.test(layout?.attributes.type ?? '');

/** What a deck is about often stands below its title, in few words that are no sentence: whose review it is, of which place. */
const isSubtitle = ({ type }: Placeholder, body: XmlElement, layout: XmlElement | undefined): boolean =>
  type === 'subTitle' && isOpening(layout) && isBrief(plainText(body));

const isBrief = (text: string): boolean =>
  text.length <= mostOfSubtitle && !/[.!?。！？؟:：]$|^(?:[-•*]|\p{Nd}+[.)])\s/mu.test(text);

const isTitlePiece = ({ kind }: SlidePiece): boolean => kind === 'title';

interface Surroundings {
  readonly parts: Parts;
  readonly part: string;
  readonly layout: XmlElement | undefined;
  readonly master: XmlElement | undefined;
}

class SlideReader {
  readonly pieces: SlidePiece[] = [];
  readonly #around: Surroundings;

  constructor(around: Surroundings) {
    this.#around = around;
  }

  /** Reads the shapes of a tree or group in their order. */
  async read(tree: XmlElement | undefined, frame: Frame): Promise<void> {
    for (const shape of childElements(tree)) {
      if (isHidden(shape)) continue;
      if (shape.name === 'sp') this.#readShape(shape, frame);
      else if (shape.name === 'pic') await this.#readPicture(shape, frame);
      else if (shape.name === 'graphicFrame') await this.#readGraphic(shape, frame);
      else if (shape.name === 'grpSp') {
        await this.read(shape, frameOfGroup(elementAt(shape, 'grpSpPr', 'xfrm'), frame));
      } else if (shape.name === 'AlternateContent') await this.read(elementAt(shape, 'Choice'), frame);
    }
  }

  #readShape(shape: XmlElement, frame: Frame): void {
    const body = elementAt(shape, 'txBody');
    const placeholder = placeholderOf(shape);
    if (!body || (placeholder && isRunningHead(placeholder))) return;
    const { layout, master } = this.#around;
    const inherited = placeholder ? inheritedFrom(placeholder, layout, master) : [];
    const box = this.#boxOfShape(shape, inherited, frame);
    if (placeholder && (isTitle(placeholder) || isSubtitle(placeholder, body, layout))) {
      const text = plainText(body).replaceAll('\n', ' ');
      if (text !== '') this.pieces.push({ kind: isTitle(placeholder) ? 'title' : 'subtitle', text, box });
      return;
    }
    const styles = listStyles([shape, ...inherited], placeholder, master);
    for (const part of textParts(body, styles)) this.pieces.push({ ...part, box });
  }

  #boxOfShape(shape: XmlElement, inherited: readonly XmlElement[], frame: Frame): Box | undefined {
    const own = boxOf(elementAt(shape, 'spPr', 'xfrm'), frame);
    return own ?? inherited.map((one) => boxOf(elementAt(one, 'spPr', 'xfrm'), slideFrame)).find(Boolean);
  }

  /** A short description, such as “Logo”, says nothing that could be searched. */
  async #readPicture(shape: XmlElement, frame: Frame): Promise<void> {
    const transform = elementAt(shape, 'spPr', 'xfrm');
    const { descr = '' } = elementAt(shape, 'nvPicPr', 'cNvPr')?.attributes ?? {};
    const alternativeText = alternativeTextOf(descr);
    const isTurned = (transform?.attributes.rot ?? '0') !== '0';
    const image = isTurned ? undefined : await this.#imageOf(elementAt(shape, 'blipFill'));
    this.pieces.push({
      kind: 'figure',
      text: alternativeText.length < shortestDescription ? '' : alternativeText,
      box: boxOf(transform, frame),
      ...(alternativeText !== '' && { alternativeText }),
      ...(image && { image }),
    });
  }

  async #imageOf(fill: XmlElement | undefined): Promise<SlideImage | undefined> {
    const part = await this.#target(elementAt(fill, 'blip')?.attributes['r:embed']);
    if (part === undefined) return undefined;
    const { l, t, r, b } = elementAt(fill, 'srcRect')?.attributes ?? {};
    const [left, top, right, bottom] = [l, t, r, b].map(shareOf) as [number, number, number, number];
    return { part, crop: { left, top, right, bottom } };
  }

  async #readGraphic(shape: XmlElement, frame: Frame): Promise<void> {
    const box = boxOf(elementAt(shape, 'xfrm'), frame);
    const data = elementAt(shape, 'graphic', 'graphicData');
    const table = elementAt(data, 'tbl');
    const piece = table && tablePiece(table, box);
    if (piece) this.pieces.push(piece);
    const chart = await this.#referred(elementAt(data, 'chart')?.attributes['r:id']);
    if (chart) this.pieces.push(...chartPieces(chart, box));
    const diagram = await this.#referred(elementAt(data, 'relIds')?.attributes['r:dm']);
    if (diagram) this.pieces.push(...diagramPieces(diagram, box));
  }

  async #referred(id: string | undefined): Promise<XmlElement | undefined> {
    const target = await this.#target(id);
    return target === undefined ? undefined : this.#around.parts.shared(target);
  }

  /** The part that a relationship of the slide leads to. */
  async #target(id: string | undefined): Promise<string | undefined> {
    if (id === undefined) return undefined;
    const { parts, part } = this.#around;
    const found = (await parts.relationships(part)).find((one) => one.id === id && !one.isExternal);
    return found?.target;
  }
}

/** Of thousandths of a per cent, or of per cent. */
function shareOf(value = '0'): number {
  const share = Number.parseFloat(value) / (value.endsWith('%') ? 100 : 100_000);
  return Number.isFinite(share) ? share : 0;
}

function isHidden(shape: XmlElement): boolean {
  const properties = childElements(shape).find(({ name }) => /^nv\w+Pr$/.test(name));
  return /^(?:1|true)$/.test(elementAt(properties, 'cNvPr')?.attributes.hidden ?? '');
}

/** What says of a shape's paragraphs whether they are lists, the nearest first. */
function listStyles(
  shapes: readonly XmlElement[],
  placeholder: Placeholder | undefined,
  master: XmlElement | undefined,
): XmlElement[] {
  const own = shapes.map((shape) => elementAt(shape, 'txBody', 'lstStyle'));
  const general = placeholder ? elementAt(master, 'txStyles', 'bodyStyle') : undefined;
  return [...own, general].filter((style) => style !== undefined);
}

/** What a speaker's notes say; they are not on the slide. */
async function notesOf(parts: Parts, part: string): Promise<SlidePiece[]> {
  const notesPart = await parts.related(part, 'notesSlide');
  const notes = notesPart === undefined ? undefined : await parts.read(notesPart);
  return childElements(elementAt(notes, 'cSld', 'spTree'), 'sp').flatMap((shape) => {
    const placeholder = placeholderOf(shape);
    const body = elementAt(shape, 'txBody');
    return !body || (placeholder && isRunningHead(placeholder)) ? [] : textParts(body, []);
  });
}
