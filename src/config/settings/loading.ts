import { z } from 'zod';
import type { Settings } from './settings.ts';

const mebibyte = 2 ** 20;

/** How PDFs are read. */
export interface PdfConfig {
  /**
   * `auto`: PDFium, and pdf.js where PDFium fails; `pdfium` or `pdfjs`: that one alone.
   * @default 'auto'
   */
  readonly parser: 'auto' | 'pdfium' | 'pdfjs';
}

/** How documents are read, what may be downloaded, and limits. See docs/loading.md. */
export interface LoadingConfig {
  /**
   * Bytes of a file or a download, and of what is unpacked from one that is an archive (docx, pptx, xlsx, epub), 1 or more.
   * An upload to the server may have four times as many, all its files together.
   * @default 536870912
   */
  readonly maxBytes: number;
  /**
   * Pages of a document, 1 or more.
   * @default 20000
   */
  readonly maxPages: number;
  /**
   * What may be downloaded from beside the public Internet. `private`: private networks, such as an intranet, but neither this machine nor
   * link-local addresses; `loopback`: this machine, `127.0.0.0/8` and `::1`; or single IP addresses, whatever they are.
   * @default []
   */
  readonly allowAddresses: readonly string[];
  /**
   * Milliseconds without progress, which for PDFs is a page, at most, 1 to 86,400,000.
   * @default 120000
   */
  readonly timeoutMs: number;
  /**
   * Resident memory of a process that reads documents, in mebibytes, 128 or more.
   * @default 1024
   */
  readonly maxMemoryMb: number;
  /** How PDFs are read. */
  readonly pdf: PdfConfig;
  /**
   * Which pages are read by OCR. `auto`: pages without text, where tesseract.js is installed; `pictures`: these, and pictures on other
   * pages; `always`: every page of a PDF.
   * @default 'auto'
   */
  readonly ocr: 'never' | 'auto' | 'pictures' | 'always';
  /**
   * Languages of OCR, one at least: Tesseract's codes `eng`, `deu`, `chi_sim`, each of an installed package
   * `@tesseract.js-data/<language>`, or files with their data, `./frk.traineddata.gz`.
   * @default ['eng']
   */
  readonly ocrLanguages: readonly string[];
}
/** `LoadingConfig` as it is written: what is left out has its default. */
export type LoadingInput = Settings<LoadingConfig, 'pdf'>;

export const loadingConfigSchema = z.strictObject({
  maxBytes: z
    .int()
    .min(1)
    .default(512 * mebibyte),
  maxPages: z.int().min(1).default(20_000),
  allowAddresses: z
    .array(
      z.union([z.literal(['private', 'loopback']), z.ipv4(), z.ipv6()], {
        error: 'must be private, loopback or an IP address',
      }),
    )
    .default([]),
  timeoutMs: z.int().min(1).max(86_400_000).default(120_000),
  maxMemoryMb: z.int().min(128).default(1024),
  pdf: z
    .strictObject({
      parser: z.enum(['auto', 'pdfium', 'pdfjs']).default('auto'),
    })
    .prefault({}),
  ocr: z.enum(['never', 'auto', 'pictures', 'always']).default('auto'),
  ocrLanguages: z
    .array(
      z.string().regex(/^\w+$|\.traineddata(?:\.gz)?$/, {
        error: 'must be a code such as eng, or a file such as ./frk.traineddata.gz',
      }),
    )
    .min(1)
    .default(['eng']),
});
