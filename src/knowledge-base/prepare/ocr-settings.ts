import type { Config } from '../../config/config.ts';
import type { OcrSettings } from '../../load/loader.ts';

/** What the configuration says of how files are read: PDFs, and pages without text. */
export const readingSettings = (loading: Config['loading']) => ({
  ocr: ocrSettings(loading),
  pdfParser: loading.pdf.parser,
});

/** Whether pictures without words are to be described: in the methods that make chunks of figures. */
export function marksPictures({ method, describeFigures }: Config['chunking']): boolean {
  return describeFigures && (method === 'structure' || method === 'hierarchical');
}

/** What the configuration says of pages without text. */
export function ocrSettings({ ocr, ocrLanguages }: Config['loading']): OcrSettings {
  return { when: ocr, languages: ocrLanguages };
}
