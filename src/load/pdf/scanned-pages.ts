import { PinciteError } from '../../errors.ts';
import { toGrey, turnUpright, type GreyPicture } from '../ocr/grey-picture.ts';
import { OcrEngine, ocrUse } from '../ocr/ocr-engine.ts';
import type { OcrWord } from '../ocr/ocr-words.ts';
import type { LoadRequest, OcrSettings } from '../loader.ts';
import { isScan, type PdfContent } from './content.ts';
import { turns, type PageSize, type Turn } from './geometry.ts';
import { namedPages } from './page-list.ts';
import { checkCharacters } from './reading.ts';
import { OpenedPdf } from './render.ts';
import { isIdeographic, type Word } from './words.ts';

/** Resolution that OCR is made for, and the pixels of a picture at most, which large pages share out. */
const dotsPerInch = 300;
const maxPixels = 25_000_000;
/** Words of so many letters or digits that are read so surely stand upright; wrong turns give five at most. */
const sure = 0.8;
const sureWord = /[\p{L}\p{N}]{3}/u;
const enoughSureWords = 10;

export interface ReadScans {
  readonly content: PdfContent;
  /** How to get text of the pages that are without it still. */
  readonly advice: string;
}

/**
 * Reads by OCR the pages whose text is missing or garbled, or all of them, as the request says. A page that cannot be
 * read stays as it is, with a warning.
 *
 * @throws ConfigError when every page is to be read and the engine or its data is not installed; LimitExceededError
 * when the text is too long; the signal's reason.
 */
export async function readScans(content: PdfContent, request: LoadRequest): Promise<ReadScans> {
  const { ocr } = request;
  if (ocr === undefined || ocr.when === 'never') {
    return { content, advice: 'Set `loading.ocr` to auto, or give `--ocr auto`, to have scans read by OCR.' };
  }
  const scans = content.pages.flatMap((page, index) => (isScan(page, ocr) ? [index] : []));
  if (scans.length === 0) return { content, advice: '' };
  if (request.skipsPdfium)
    return { content, advice: 'PDFium, which draws pages for OCR, fails on the file.' };
  const reader = new ScanReader(ocr, request);
  try {
    await reader.open();
    return await reader.read(content, scans);
  } catch (error) {
    request.signal?.throwIfAborted();
    const isMissing = error instanceof PinciteError && error.code !== 'LIMIT_EXCEEDED';
    if (ocr.when === 'always' || !isMissing) throw error;
    return { content, advice: `OCR reads scans. ${error.hint ?? `Run \`${ocrUse.install}\`.`}` };
  } finally {
    await reader.close();
  }
}

interface Scan {
  /** From 1. */
  readonly page: number;
  readonly size: PageSize;
  /** Called after each turn: progress, which some wait for. */
  readonly onTurn: () => void;
}

class ScanReader {
  private readonly settings: OcrSettings;
  private readonly request: LoadRequest;
  private engine: OcrEngine | undefined;
  private file: OpenedPdf | undefined;

  constructor(settings: OcrSettings, request: LoadRequest) {
    this.settings = settings;
    this.request = request;
  }

  async open(): Promise<OcrEngine> {
    this.engine ??= await OcrEngine.open(this.settings, this.request.signal);
    return this.engine;
  }

  async close(): Promise<void> {
    this.file?.close();
    this.file = undefined;
    await this.engine?.close();
    this.engine = undefined;
  }

  /** @param scans indexes of pages. */
  async read(content: PdfContent, scans: readonly number[]): Promise<ReadScans> {
    const pages = [...content.pages];
    const warnings = [...content.warnings];
    const read: number[] = [];
    let characters = 0;
    // The pages with text are done.
    let done = pages.length - scans.length - 1;
    for (const index of scans) {
      const page = index + 1;
      done += 1;
      const onTurn = () => this.request.onPage?.(done, pages.length);
      const words = await this.page({ page, size: pages[index]!.size, onTurn }, warnings);
      if (words.length === 0) continue;
      if (this.settings.when === 'auto' && agree(words, pages[index]!.words)) {
        pages[index] = { ...pages[index]!, garbled: false };
        continue;
      }
      for (const { text } of words) characters += text.length;
      checkCharacters(characters, this.request);
      pages[index] = { ...pages[index]!, words, garbled: false };
      read.push(page);
    }
    this.request.onPage?.(pages.length, pages.length);
    if (read.length > 0) warnings.push(`Read by OCR: ${namedPages(read)}.`);
    return { content: { ...content, pages, warnings }, advice: 'OCR found no text there.' };
  }

  /** Engines that failed are of no use for the next page. */
  private async page(scan: Scan, warnings: string[]): Promise<Word[]> {
    try {
      return await this.recognise(scan);
    } catch (error) {
      this.request.signal?.throwIfAborted();
      if (!(error instanceof PinciteError)) throw error;
      warnings.push(`Page ${scan.page} could not be read by OCR: ${error.message}`);
      await this.close();
      return [];
    }
  }

  private async recognise({ page, size, onTurn }: Scan): Promise<Word[]> {
    const pixelsPerPoint = Math.min(dotsPerInch / 72, Math.sqrt(maxPixels / (size.width * size.height)));
    const region = { x0: 0, y0: 0, x1: size.width, y1: size.height };
    this.file ??= await OpenedPdf.open(this.request); // once, since files of scans are large
    const picture = this.file.draw({ page, pageSize: size, region, pixelsPerPoint });
    const options = { dotsPerInch: pixelsPerPoint * 72, onTurn };
    const { turn, words } = await this.upright(toGrey(picture), options);
    if (!words.some(isSure)) return []; // a picture
    return words.map((word) => toWord(word, turn, pixelsPerPoint));
  }

  /** Pages may have been scanned in any turn; the one is right in which words are most surely read. */
  private async upright(
    picture: GreyPicture,
    { dotsPerInch: resolution, onTurn }: { dotsPerInch: number; onTurn: () => void },
  ): Promise<{ turn: Turn; words: OcrWord[] }> {
    const engine = await this.open();
    const options = { dotsPerInch: resolution, signal: this.request.signal };
    let best: { turn: Turn; words: OcrWord[] } = { turn: 0, words: [] };
    for (const turn of turns) {
      const words = await engine.recognise(turnUpright(picture, turn), options);
      onTurn();
      if (sureCharacters(words) > sureCharacters(best.words)) best = { turn, words };
      if (best.words.filter(isSure).length >= enoughSureWords || meanConfidence(best.words) >= sure) break;
    }
    return best;
  }
}

/** Whether the file's own words are those that the page shows, so that they were no garbled ones: units, formulas, tables of letters. */
function agree(read: readonly Word[], own: readonly Word[]): boolean {
  const known = new Set(own.map(({ text }) => text));
  return read.filter(({ text }) => known.has(text)).length >= read.length / 2;
}

function isSure({ text, confidence }: OcrWord): boolean {
  return confidence >= sure && sureWord.test(text);
}

function sureCharacters(words: readonly OcrWord[]): number {
  return words.reduce((sum, { text, confidence }) => sum + text.length * confidence ** 2, 0);
}

/** By characters. */
function meanConfidence(words: readonly OcrWord[]): number {
  const characters = words.reduce((sum, { text }) => sum + text.length, 0);
  const weighted = words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0);
  return characters === 0 ? 0 : weighted / characters;
}

function toWord(word: OcrWord, turn: Turn, pixelsPerPoint: number): Word {
  const { text, confidence } = word;
  const [x0, y0, x1, y1, baseline, size] = [word.x0, word.y0, word.x1, word.y1, word.baseline, word.size].map(
    (pixels) => pixels / pixelsPerPoint,
  ) as [number, number, number, number, number, number];
  const joined = isIdeographic(text);
  return { text, x0, y0, x1, y1, baseline, size, bold: false, turn, joined, confidence };
}
