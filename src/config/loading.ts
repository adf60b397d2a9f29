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
   * Bytes of a file or a download, 1 or more.
   * @default 536870912
   */
  readonly maxBytes: number;
  /**
   * Bytes that are unpacked from a file that is an archive: docx, pptx, xlsx, epub; 1 or more.
   * @default 536870912
   */
  readonly maxInflatedBytes: number;
  /**
   * Pages of a document, 1 or more.
   * @default 20000
   */
  readonly maxPages: number;
  /**
   * Extracted text in UTF-16 code units, 1 or more.
   * @default 200000000
   */
  readonly maxChars: number;
  /**
   * Download from private networks too, such as an intranet; not from this machine, nor from link-local addresses.
   * @default false
   */
  readonly allowPrivateAddresses: boolean;
  /**
   * Download from this machine too: `127.0.0.0/8` and `::1`.
   * @default false
   */
  readonly allowLoopback: boolean;
  /**
   * Single IP addresses to download from too, whatever they are: link-local ones, or a cloud's metadata service.
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
   * Languages of OCR, one at least, by Tesseract's codes: `eng`, `deu`, `chi_sim`.
   * @default ['eng']
   */
  readonly ocrLanguages: readonly string[];
  /** Folder with `<language>.traineddata.gz`, in place of the packages `@tesseract.js-data/<language>`. */
  readonly ocrData?: string;
}
/** `LoadingConfig` as it is written: what is left out has its default. */
export type LoadingInput = Settings<LoadingConfig, 'pdf'>;

export const loadingConfigSchema = z.strictObject({
  maxBytes: z
    .int()
    .min(1)
    .default(512 * mebibyte),
  maxInflatedBytes: z
    .int()
    .min(1)
    .default(512 * mebibyte),
  maxPages: z.int().min(1).default(20_000),
  maxChars: z.int().min(1).default(200_000_000),
  allowPrivateAddresses: z.boolean().default(false),
  allowLoopback: z.boolean().default(false),
  allowAddresses: z.array(z.union([z.ipv4(), z.ipv6()], { error: 'must be an IP address' })).default([]),
  timeoutMs: z.int().min(1).max(86_400_000).default(120_000),
  maxMemoryMb: z.int().min(128).default(1024),
  pdf: z
    .strictObject({
      parser: z.enum(['auto', 'pdfium', 'pdfjs']).default('auto'),
    })
    .prefault({}),
  ocr: z.enum(['never', 'auto', 'pictures', 'always']).default('auto'),
  ocrLanguages: z
    .array(z.string().regex(/^\w+$/, { error: 'must be a code such as eng' }))
    .min(1)
    .default(['eng']),
  ocrData: z.string().min(1).optional(),
});
