/** Words and boxes as poppler-utils sees them: an independent judge of ours. */
import { execFileSync, spawnSync } from 'node:child_process';

export const hasPoppler = spawnSync('pdftotext', ['-v']).error === undefined;

export interface Box {
  /** NFKC. */
  readonly text: string;
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

const entities: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  amp: '&',
  apos: "'",
  '#39': "'",
};
const word = /<word xMin="(.+?)" yMin="(.+?)" xMax="(.+?)" yMax="(.+?)">(.*?)<\/word>/g;

/** The words of each page in PDF points from the top left of the crop box. */
export function popplerPages(file: string, lastPage = Number.MAX_SAFE_INTEGER): Box[][] {
  const options = ['-bbox-layout', '-cropbox', '-l', String(Math.min(lastPage, 1e6)), file, '-'];
  const xml = execFileSync('pdftotext', options, { maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] });
  return xml
    .toString()
    .split('<page ')
    .slice(1)
    .map((page) =>
      [...page.matchAll(word)].map(([, x0, y0, x1, y1, raw]) => ({
        text: raw!.replace(/&(#?\w+);/g, (all, name: string) => entities[name] ?? all).normalize('NFKC'),
        x0: Number(x0),
        y0: Number(y0),
        x1: Number(x1),
        y1: Number(y1),
      })),
    );
}
