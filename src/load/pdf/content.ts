import type { OcrSettings } from '../loader.ts';
import { fromFrame, isInside, type Box, type PageSize } from './geometry.ts';
import type { LinkArea } from './links.ts';
import type { PagePicture } from './pictures/pictures.ts';
import type { Word } from './words.ts';
import type { Xmp } from './metadata/xmp.ts';

/** What a parser reads from a PDF, before any decision about lines, order and structure. */
export interface PdfContent {
  readonly pages: readonly PdfPage[];
  readonly outline: readonly OutlineItem[];
  readonly info: PdfInfo;
  readonly warnings: readonly string[];
}

export interface PdfPage {
  /** As displayed, in points. */
  readonly size: PageSize;
  /** In the order of the content stream. */
  readonly words: readonly Word[];
  /** Straight lines as drawn, thin boxes on the displayed page; none where the parser does not read them. */
  readonly rules?: readonly Box[];
  readonly links?: readonly LinkArea[];
  /** None where the parser does not read them. */
  readonly pictures?: readonly PagePicture[];
  /** Share of the page that its images cover together, 0…1; those that lie over one another count each. */
  readonly imageShare?: number;
  /** The page is a scan, and the words are unpainted ones of the file, which OCR has put there. */
  readonly overScan?: boolean;
  /** Declared page label. */
  readonly label?: string;
  /** The words are not those that people see: the fonts do not say which characters they show. */
  readonly garbled?: boolean;
  /** OCR saw that nothing is drawn on it. */
  readonly blank?: boolean;
}

/** A bookmark. */
export interface OutlineItem {
  readonly title: string;
  /** Depth in the outline, from 1. */
  readonly level: number;
  /** Page index from 0. */
  readonly page: number;
  /** Points from the left and from the top of the displayed page. */
  readonly x?: number;
  readonly y?: number;
}

/** Entries of the document information dictionary, as they stand there, and XMP. */
export interface PdfInfo {
  readonly title?: string;
  readonly author?: string;
  readonly subject?: string;
  readonly keywords?: string;
  readonly created?: string;
  /** The programs that made the document, and the PDF of it. */
  readonly creator?: string;
  readonly producer?: string;
  readonly xmp?: Xmp | undefined;
}

/** @param entry gives an entry of the dictionary by its name; empty where there is none. */
export function infoOf(entry: (name: string) => string): PdfInfo {
  return {
    title: entry('Title'),
    author: entry('Author'),
    subject: entry('Subject'),
    keywords: entry('Keywords'),
    created: entry('CreationDate'),
    creator: entry('Creator'),
    producer: entry('Producer'),
  };
}

/** Outline entries and levels that are read at most: loops and bombs end here. */
export const maxOutlineItems = 10_000;
export const maxOutlineDepth = 32;

/** Whether OCR is to read the page, by the settings; without these it reads none. */
export function isScan(page: PdfPage, ocr: OcrSettings | undefined): boolean {
  if (ocr === undefined || ocr.when === 'never') return false;
  return ocr.when === 'always' || lacksText(page) || page.garbled === true;
}

/** Share of the page that a scan, or a figure with a page for itself, covers at least. */
export const leastPictured = 0.5;
/** Of the page's width and height. */
const margin = 0.12;

/**
 * Whether a page has no words, or is a picture with words in the margins around it: a scan that bears a court's stamp or a
 * number, a figure below a running head.
 */
export function lacksText({ words, size, imageShare = 0 }: PdfPage): boolean {
  if (words.length > 0 && imageShare < leastPictured) return false;
  const [across, down] = [margin * size.width, margin * size.height];
  const inner = { x0: across, y0: down, x1: size.width - across, y1: size.height - down };
  return !words.some((word) => isInside(fromFrame(word.turn, word, size), inner));
}
