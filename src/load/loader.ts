/**
 * The plug point of formats. All give a `LoadedDocument`. A new format comes into types.ts (`documentFormats`), load/detect/formats.ts,
 * load/detect/detect.ts (archives: load/office/zip-format.ts), load/load.ts, test/support/fuzz/originals.ts, docs/loading.md, README.md and
 * docs/requirements.md; plain text also into knowledge-base/prepare/readers.ts, one with scans into prepare/settings-hash.ts.
 *
 * Offsets are UTF-16 code units into its text, half-open. Pages count from 1. Rectangles are PDF points from the top left of
 * the page as it is displayed: cropped, rotated, scaled by the user unit. Loaders make them in that space; nothing behind them
 * converts them.
 */
import type { DocumentFormat, LoadedDocument } from '../types.ts';

/** Bounds on one document; passing one ends in `LimitExceededError`. */
export interface LoadLimits {
  /** Size of the source, and of what is unpacked from it where it is an archive (docx, pptx, xlsx, epub), whatever sizes it declares. */
  readonly maxBytes: number;
  readonly maxPages: number;
  /** Length of the extracted text in UTF-16 code units; `usualMaxChars` unless given. */
  readonly maxChars?: number;
}

/** How pages without text are read, by an engine that users install. */
export interface OcrSettings {
  /**
   * `auto`: pages without text, where the engine is installed; `pictures`: these, and pictures on other pages; `always`: every
   * page, whatever text it has.
   */
  readonly when: 'never' | 'auto' | 'pictures' | 'always';
  /** Codes of Tesseract, `eng`, `deu`, `chi_sim`, or paths of files with their data, `./frk.traineddata.gz`. At least one. */
  readonly languages: readonly string[];
}

export type PdfParser = 'auto' | 'pdfium' | 'pdfjs';

export interface LoadRequest {
  readonly bytes: Uint8Array;
  /** File name, URL or uri: a hint for titles and ambiguous text formats, never the judge of the format. */
  readonly name: string;
  /** Media type as a server declared it, with its charset if any: a hint like the name. */
  readonly contentType?: string;
  /** Where it has been told already. */
  readonly format?: DocumentFormat | undefined;
  readonly password?: string;
  readonly limits: LoadLimits;
  /** The first PDF parser has ended the process that it ran in: only the second one is to read this. */
  readonly skipsPdfium?: boolean;
  /** Which parser reads PDFs: PDFium, pdf.js, or (`auto`, unless given) pdf.js where PDFium fails. */
  readonly pdfParser?: PdfParser | undefined;
  /** Pages are not read by OCR unless given. */
  readonly ocr?: OcrSettings | undefined;
  /** Pictures without words have a mark in the text, so that they can be found by what a model says of them. */
  readonly marksPictures?: boolean | undefined;
  readonly signal?: AbortSignal;
  /** Called after each page. */
  readonly onPage?: (done: number, total: number) => void;
  /** Reads a document inside this one, such as an attachment; absent where they lie too deep in one another. */
  readonly loadPart?: (part: DocumentPart) => Promise<LoadedDocument>;
}

export type DocumentPart = Pick<LoadRequest, 'bytes' | 'name' | 'contentType'>;

/**
 * Reads one family of formats into text, pages, layout, sections and blocks.
 *
 * Promises: every offset refers to `text`; `blocks` cover all of `text` but white space; between pages, and
 * only there, a page's range ends and the next begins; nothing is printed, read from the network or left on disk.
 *
 * @throws LoadError or a subclass when the bytes cannot be read; LimitExceededError when a limit is passed.
 */
export interface Loader {
  load(request: LoadRequest): Promise<LoadedDocument>;
}
