import type { PdfContent, PdfPage } from '../content.ts';
import { fromFrame, isInside, type Box } from '../geometry.ts';
import { isSure, meanConfidence, toWord, type OcrReading, type PageOcr } from './page-ocr.ts';
import { namedPages } from '../page-list.ts';
import { tellingPictures, type PagePicture } from './pictures.ts';
import { checkCharacters } from '../limits-and-pauses.ts';
import type { Word } from '../words.ts';

/** Of one document; OCR takes from a tenth of a second to some seconds for each. */
const mostPictures = 500;
const longestMs = 600_000;
/** Photographs and hatched areas are read as words of which hardly any is sure. */
const leastSureWords = 2;
const leastConfidence = 0.75;

interface PlacedPicture {
  /** Of its page, from 0. */
  readonly index: number;
  readonly picture: PagePicture;
  /** What warnings call its page, where that is another number. */
  readonly page?: number;
}

/** The pictures that tell something and have no text of the page's own in them, on pages that are not scans. */
export function picturesToRead({ pages }: PdfContent, scans: readonly number[]): PlacedPicture[] {
  const isRead = new Set(scans);
  return tellingPictures(pages).flatMap((pictures, index) =>
    isRead.has(index)
      ? []
      : pictures.filter(({ box }) => !hasText(pages[index]!, box)).map((picture) => ({ index, picture })),
  );
}

function hasText({ words, size }: PdfPage, box: Box): boolean {
  return words.some((word) => isInside(fromFrame(word.turn, word, size), box));
}

/** The same content with the words that OCR reads in these pictures. @throws LimitExceededError; the signal's reason. */
export async function readPictures(
  content: PdfContent,
  found: readonly PlacedPicture[],
  { page: ocr, request }: OcrReading,
): Promise<PdfContent> {
  const warnings = [...content.warnings];
  const read = new Map<PagePicture, readonly Word[]>();
  const pages = new Set<number>();
  let characters = 0;
  const started = performance.now();
  for (const [done, { index, picture, page = index + 1 }] of found.entries()) {
    if (done >= mostPictures || performance.now() - started > longestMs) {
      warnings.push(`Only the first ${done} of ${found.length} pictures were looked at by OCR.`);
      break;
    }
    const part = { page: index + 1, size: content.pages[index]!.size, region: picture.box };
    const words = await ocr.unlessItFails(`A picture on page ${page}`, warnings, () => wordsIn(part, ocr));
    for (const { text } of words) characters += text.length;
    if (words.length > 0) {
      read.set(picture, words);
      pages.add(page);
    }
    checkCharacters(characters, request);
    request.onPage?.(content.pages.length, content.pages.length); // progress, which some wait for
  }
  if (pages.size > 0) warnings.push(`Pictures read by OCR: ${namedPages([...pages])}.`);
  const withWords = (picture: PagePicture) => {
    const words = read.get(picture);
    return words === undefined ? picture : { ...picture, words };
  };
  return {
    ...content,
    pages: content.pages.map((page) =>
      page.pictures === undefined ? page : { ...page, pictures: page.pictures.map(withWords) },
    ),
    warnings,
  };
}

async function wordsIn(part: Parameters<PageOcr['draw']>[0], ocr: PageOcr): Promise<Word[]> {
  const drawn = await ocr.draw(part);
  const words = await ocr.recognise(drawn);
  if (words.filter(isSure).length < leastSureWords || meanConfidence(words) < leastConfidence) return [];
  const { x0: left, y0: top } = part.region;
  return words.map((word) => toWord(word, { turn: 0, pixelsPerPoint: drawn.pixelsPerPoint, left, top }));
}
