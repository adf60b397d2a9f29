import type { LoadRequest } from '../../loader.ts';
import { isScan, type PdfContent, type PdfPage } from '../content.ts';
import { checkPages, pause } from '../limits-and-pauses.ts';
import { namedPages } from '../page-list.ts';

interface ReadPages extends Pick<PdfContent, 'pages' | 'warnings'> {
  /** Some page could be read. */
  readonly any: boolean;
}

/**
 * Reads the pages of a document one after the other. All but scans, which wait for OCR, are done then.
 *
 * @param read a page by its index; undefined where it cannot be read.
 * @throws LimitExceededError when there are more pages than allowed; what `read` throws; the signal's reason.
 */
export async function readPages(
  total: number,
  request: LoadRequest,
  read: (index: number) => PdfPage | undefined | Promise<PdfPage | undefined>,
): Promise<ReadPages> {
  checkPages(total, request);
  const pages: PdfPage[] = [];
  const unreadable: number[] = [];
  let done = 0;
  for (let index = 0; index < total; index++) {
    const found = await read(index);
    if (!found) unreadable.push(index + 1);
    const page = found ?? { size: { width: 612, height: 792 }, words: [] };
    pages.push(page);
    if (!isScan(page, request.ocr)) done += 1;
    request.onPage?.(done, total);
    await pause(request.signal);
  }
  const warnings = unreadable.length > 0 ? [`Could not be read: ${namedPages(unreadable)}.`] : [];
  return { pages, warnings, any: unreadable.length < total };
}
