import { LimitExceededError, UnreadableDocumentError } from '../../errors.ts';
import type { LoadedDocument, Rect } from '../../types.ts';
import type { Loader, LoadRequest } from '../loader.ts';
import type { PageSize } from '../pdf/geometry.ts';
import { coreProperties } from './core-properties.ts';
import { pointsOf } from './pptx/geometry.ts';
import { Parts } from './pptx/parts.ts';
import { imageAt, readPictures } from './pptx/slide-pictures.ts';
import { readSlide, type Slide } from './pptx/slide.ts';
import { writeSlides } from './pptx/slide-text.ts';
import { picturesPdf, type PlacedImage } from './pictures-pdf.ts';
import { childElements, elementAt, type XmlElement } from './xml.ts';
import { openZip } from './zip.ts';

/**
 * Reads PowerPoint presentations, a slide a page: titles, text, lists, tables, values of charts, texts of diagrams, notes. What
 * all slides repeat is left out, and so are comments. Pictures are what describes them.
 */
export const pptxLoader: Loader = { load };

async function load(request: LoadRequest): Promise<LoadedDocument> {
  const { archive, parts, names, size } = await openPresentation(request);
  const bare = await readSlides(parts, names, request);
  const { slides, warnings } = await readPictures(bare, { parts, size, request });
  const written = writeSlides(slides, size, request);
  return {
    ...written,
    format: 'pptx',
    ...(await coreProperties(archive, written)),
    warnings: [...warningsOf(slides), ...warnings],
  };
}

/**
 * The pictures in these places as a PDF with a page for each that can be drawn, and whose they are.
 * @throws as reading the presentation does.
 */
export async function slidePictures(
  request: Source,
  rects: readonly Rect[],
): Promise<{ readonly pdf: Uint8Array; readonly found: readonly number[] }> {
  const { parts, names, size } = await openPresentation(request);
  const images: PlacedImage[] = [];
  const found: number[] = [];
  for (const [index, rect] of rects.entries()) {
    const slidePart = names[rect.page - 1];
    const slide = slidePart === undefined ? undefined : await readSlide(parts, slidePart);
    const image = slide && imageAt(slide, rect, { parts, size });
    if (!image) continue;
    images.push(image);
    found.push(index);
  }
  return { pdf: picturesPdf(images), found };
}

type Source = Pick<LoadRequest, 'bytes' | 'name' | 'limits'>;

/** The parts of a presentation, with the names of its slides. */
async function openPresentation({ bytes, name, limits }: Source) {
  const archive = openZip(bytes, { name, maxBytes: limits.maxBytes });
  const parts = new Parts(archive);
  const part = (await parts.related('', 'officeDocument')) ?? 'ppt/presentation.xml';
  const presentation = await parts.read(part);
  if (!presentation) throw withoutPresentation(name);
  const names = await slideParts(parts, part, presentation);
  return { archive, parts, names, size: sizeOf(presentation) };
}

async function readSlides(
  parts: Parts,
  names: readonly (string | undefined)[],
  request: LoadRequest,
): Promise<(Slide | undefined)[]> {
  checkPages(names.length, request);
  const slides: (Slide | undefined)[] = [];
  for (const part of names) {
    request.signal?.throwIfAborted();
    slides.push(part === undefined ? undefined : await readSlide(parts, part));
    request.onPage?.(slides.length, names.length);
  }
  return slides;
}

/** The parts of slides in the order in which they are shown. */
async function slideParts(
  parts: Parts,
  part: string,
  presentation: XmlElement,
): Promise<(string | undefined)[]> {
  const related = new Map((await parts.relationships(part)).map(({ id, target }) => [id, target]));
  return childElements(elementAt(presentation, 'sldIdLst'), 'sldId').map(({ attributes }) =>
    related.get(attributes['r:id'] ?? ''),
  );
}

/** Four to three, as older programs make slides that do not say their size. */
const usualSize: PageSize = { width: 720, height: 540 };

function sizeOf(presentation: XmlElement): PageSize {
  const size = elementAt(presentation, 'sldSz')?.attributes;
  const [width, height] = [pointsOf(size?.cx), pointsOf(size?.cy)];
  return width > 0 && height > 0 ? { width, height } : usualSize;
}

function warningsOf(slides: readonly (Slide | undefined)[]): string[] {
  const numbersOf = (test: (slide: Slide | undefined) => boolean) =>
    slides.flatMap((slide, index) => (test(slide) ? [index + 1] : []));
  const hidden = numbersOf((slide) => slide?.isHidden === true);
  const missing = numbersOf((slide) => slide === undefined);
  return [
    ...(hidden.length > 0
      ? [`Slides that are hidden when the presentation is shown: ${hidden.join(', ')}.`]
      : []),
    ...(missing.length > 0 ? [`Slides that are missing in the file: ${missing.join(', ')}.`] : []),
  ];
}

function checkPages(found: number, { name, limits }: LoadRequest): void {
  if (found <= limits.maxPages) return;
  throw new LimitExceededError(`${name} has ${found} slides; the limit is ${limits.maxPages}.`, {
    hint: 'Raise `loading.maxPages`, or split the presentation.',
    context: { document: name, limit: 'maxPages', maximum: limits.maxPages, found },
  });
}

function withoutPresentation(document: string): UnreadableDocumentError {
  return new UnreadableDocumentError(
    `${document} is no presentation that can be read: its main part is missing.`,
    {
      hint: 'Open it in PowerPoint or LibreOffice and save it anew.',
      context: { document },
    },
  );
}
