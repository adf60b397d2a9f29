import { PinciteError } from '../../../errors.ts';
import type { LoadRequest, OcrSettings } from '../../loader.ts';
import { toGrey, type GreyPicture } from '../../ocr/grey-picture.ts';
import { OcrEngine } from '../../ocr/ocr-engine.ts';
import type { OcrWord } from '../../ocr/ocr-words.ts';
import type { Box, PageSize, Turn } from '../geometry.ts';
import { OpenedPdf } from './render.ts';
import { isIdeographic, type Word } from '../words.ts';

/** Resolution that OCR is made for, and the pixels of a picture at most, which large pages share out. */
const dotsPerInch = 300;
const maxPixels = 25_000_000;
/** Words of so many letters or digits that are read so surely stand upright; wrong turns give five at most. */
export const sure = 0.8;
const sureWord = /[\p{L}\p{N}]{3}/u;

export interface PagePart {
  /** From 1. */
  readonly page: number;
  readonly size: PageSize;
  readonly region: Box;
}

export interface DrawnPart {
  readonly picture: GreyPicture;
  readonly pixelsPerPoint: number;
}

/** The engine and the file that parts of pages are read with, each opened on its first use. */
export class PageOcr {
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

  /** What has failed is of no use any more; what is read next opens it anew. */
  async close(): Promise<void> {
    this.file?.close();
    this.file = undefined;
    await this.engine?.close();
    this.engine = undefined;
  }

  async draw({ page, size, region }: PagePart): Promise<DrawnPart> {
    const area = (region.x1 - region.x0) * (region.y1 - region.y0);
    const pixelsPerPoint = Math.min(dotsPerInch / 72, Math.sqrt(maxPixels / area));
    this.file ??= await OpenedPdf.open(this.request); // once, since files of scans are large
    const drawn = this.file.draw({ page, pageSize: size, region, pixelsPerPoint });
    return { picture: toGrey(drawn), pixelsPerPoint };
  }

  async recognise({ picture, pixelsPerPoint }: DrawnPart): Promise<OcrWord[]> {
    const engine = await this.open();
    return engine.recognise(picture, { dotsPerInch: pixelsPerPoint * 72, signal: this.request.signal });
  }

  /** What `work` reads; nothing, and a warning, where it fails: engines that failed are of no use for what is read next. */
  async unlessItFails(what: string, warnings: string[], work: () => Promise<Word[]>): Promise<Word[]> {
    try {
      return await work();
    } catch (error) {
      this.request.signal?.throwIfAborted();
      if (!(error instanceof PinciteError)) throw error;
      warnings.push(`${what} could not be read by OCR: ${error.message}`);
      await this.close();
      return [];
    }
  }
}

/** What reads, and what is to be read. */
export interface OcrReading {
  readonly page: PageOcr;
  readonly request: LoadRequest;
}

export function isSure({ text, confidence }: OcrWord): boolean {
  return confidence >= sure && sureWord.test(text);
}

/** By characters. */
export function meanConfidence(words: readonly OcrWord[]): number {
  const characters = words.reduce((sum, { text }) => sum + text.length, 0);
  const weighted = words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0);
  return characters === 0 ? 0 : weighted / characters;
}

interface Place {
  readonly turn: Turn;
  readonly pixelsPerPoint: number;
  /** Points from the left and the top of the upright page. */
  readonly left?: number;
  readonly top?: number;
}

export function toWord(word: OcrWord, { turn, pixelsPerPoint, left = 0, top = 0 }: Place): Word {
  const { text, confidence } = word;
  const across = (pixels: number) => left + pixels / pixelsPerPoint;
  const down = (pixels: number) => top + pixels / pixelsPerPoint;
  return {
    text,
    x0: across(word.x0),
    y0: down(word.y0),
    x1: across(word.x1),
    y1: down(word.y1),
    baseline: down(word.baseline),
    size: word.size / pixelsPerPoint,
    bold: false,
    turn,
    joined: isIdeographic(text),
    confidence,
  };
}
