import { PinciteError } from '../../../errors.ts';
import { isBlank, turnUpright } from '../../ocr/grey-picture.ts';
import { ocrUse } from '../../ocr/ocr-engine.ts';
import type { OcrWord } from '../../ocr/ocr-words.ts';
import type { LoadRequest } from '../../loader.ts';
import { isScan, type PdfContent, type PdfPage } from '../content.ts';
import { fromFrame, isInside, turns, type Turn } from '../geometry.ts';
import {
  isSure,
  meanConfidence,
  PageOcr,
  sure,
  toWord,
  type DrawnPart,
  type OcrReading,
} from './page-ocr.ts';
import { namedPages } from '../page-list.ts';
import { picturesToRead, readPictures } from './picture-texts.ts';
import { checkCharacters } from '../limits-and-pauses.ts';
import type { Word } from '../words.ts';

const enoughSureWords = 10;

export interface ReadScans {
  readonly content: PdfContent;
  /** How to get text of the pages that are without it still. */
  readonly advice: string;
}

/**
 * Reads by OCR the pages whose text is missing or garbled, these and the pictures of other pages, or all pages, as the
 * request says. A page or picture that cannot be read stays as it is, with a warning.
 *
 * @throws ConfigError when the engine or its data is not installed, unless only scans are to be read; LimitExceededError
 * when the text is too long; the signal's reason.
 */
export async function readScans(content: PdfContent, request: LoadRequest): Promise<ReadScans> {
  const { ocr } = request;
  if (ocr === undefined || ocr.when === 'never') {
    return { content, advice: 'Set `loading.ocr` to auto, or give `--ocr auto`, to have scans read by OCR.' };
  }
  const scans = content.pages.flatMap((page, index) => (isScan(page, ocr) ? [index] : []));
  const pictures = ocr.when === 'pictures' ? picturesToRead(content, scans) : [];
  if (scans.length + pictures.length === 0) return { content, advice: '' };
  if (request.skipsPdfium)
    return { content, advice: 'PDFium, which draws pages for OCR, fails on the file.' };
  const page = new PageOcr(ocr, request);
  try {
    await page.open();
    const read = await readPages(content, scans, { page, request });
    return {
      content: await readPictures(read, pictures, { page, request }),
      advice: 'OCR found no text there.',
    };
  } catch (error) {
    request.signal?.throwIfAborted();
    const isMissing = error instanceof PinciteError && error.code !== 'LIMIT_EXCEEDED';
    if (ocr.when !== 'auto' || !isMissing) throw error;
    return { content, advice: `OCR reads scans. ${error.hint ?? `Run \`${ocrUse.install}\`.`}` };
  } finally {
    await page.close();
  }
}

/** @param scans indexes of pages. */
async function readPages(
  content: PdfContent,
  scans: readonly number[],
  { page: ocr, request }: OcrReading,
): Promise<PdfContent> {
  const pages = [...content.pages];
  const warnings = [...content.warnings];
  const read: number[] = [];
  let characters = 0;
  // The pages with text are done.
  let done = pages.length - scans.length - 1;
  for (const index of scans) {
    const page = index + 1;
    done += 1;
    // Progress, which some wait for.
    const onTurn = () => request.onPage?.(done, pages.length);
    const stored = pages[index]!;
    const words = await ocr.unlessItFails(`Page ${page}`, warnings, async () => {
      const drawn = await ocr.draw({
        page,
        size: stored.size,
        region: { x0: 0, y0: 0, x1: stored.size.width, y1: stored.size.height },
      });
      if (isBlank(drawn.picture)) {
        pages[index] = { ...stored, blank: true };
        return [];
      }
      return recognise(drawn, { ocr, onTurn, turns: isStamped(stored) ? ([0] as const) : turns });
    });
    if (words.length === 0) continue;
    if (request.ocr?.when !== 'always' && agree(words, stored.words)) {
      pages[index] = { ...stored, garbled: false };
      continue;
    }
    for (const { text } of words) characters += text.length;
    checkCharacters(characters, request);
    const keepsOwn = request.ocr?.when !== 'always' && isStamped(stored);
    const shown = keepsOwn ? withStamps(words, stored) : words;
    pages[index] = { ...stored, words: shown, garbled: false, overScan: false };
    read.push(page);
  }
  request.onPage?.(pages.length, pages.length);
  if (read.length > 0) warnings.push(`Read by OCR: ${namedPages(read)}.`);
  return { ...content, pages, warnings };
}

interface Upright {
  readonly ocr: PageOcr;
  readonly onTurn: () => void;
  /** Those that are tried. */
  readonly turns: readonly Turn[];
}

/** Words of the file's own that can be read stand upright, and so does what they were put on. */
const isStamped = ({ words, garbled }: PdfPage): boolean =>
  garbled !== true && words.length > 0 && words.every(({ turn }) => turn === 0);

async function recognise(drawn: DrawnPart, reading: Upright): Promise<Word[]> {
  const { turn, words } = await upright(drawn, reading);
  if (!words.some(isSure)) return []; // a picture
  return words.map((word) => toWord(word, { turn, pixelsPerPoint: drawn.pixelsPerPoint }));
}

/** Pages may have been scanned in any turn; the one is right in which words are most surely read. */
async function upright(
  { picture, pixelsPerPoint }: DrawnPart,
  { ocr, onTurn, turns: possible }: Upright,
): Promise<{ turn: Turn; words: OcrWord[] }> {
  let best: { turn: Turn; words: OcrWord[] } = { turn: 0, words: [] };
  for (const turn of possible) {
    const words = await ocr.recognise({ picture: turnUpright(picture, turn), pixelsPerPoint });
    onTurn();
    if (sureCharacters(words) > sureCharacters(best.words)) best = { turn, words };
    if (best.words.filter(isSure).length >= enoughSureWords || meanConfidence(best.words) >= sure) break;
  }
  return best;
}

/** The words that are read of a scan, and the file's own over it as they are. */
function withStamps(read: readonly Word[], { words: own, size }: PdfPage): Word[] {
  const boxes = own.map((word) => fromFrame(word.turn, word, size));
  const isOwn = (word: Word) => boxes.some((box) => isInside(fromFrame(word.turn, word, size), box));
  return [...own, ...read.filter((word) => !isOwn(word))];
}

/** Whether the file's own words are those that the page shows, so that they were no garbled ones: units, formulas, tables of letters. */
function agree(read: readonly Word[], own: readonly Word[]): boolean {
  const known = new Set(own.map(({ text }) => text));
  return read.filter(({ text }) => known.has(text)).length >= read.length / 2;
}

function sureCharacters(words: readonly OcrWord[]): number {
  return words.reduce((sum, { text, confidence }) => sum + text.length * confidence ** 2, 0);
}
