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

export interface PopplerOptions {
  readonly lastPage?: number;
  readonly password?: string;
}

/** The blocks of each page, in poppler's reading order, as lines of words in PDF points from the top left of the crop box. */
export function popplerBlocks(file: string, { lastPage = 1e6, password }: PopplerOptions = {}): Box[][][][] {
  const access = password === undefined ? [] : ['-upw', password];
  const options = ['-bbox-layout', '-cropbox', ...access, '-l', String(lastPage), file, '-'];
  const xml = execFileSync('pdftotext', options, {
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 30_000,
  });
  return partsOf(xml.toString(), '<page ').map((page) =>
    partsOf(page, '<block ').map((block) => partsOf(block, '<line ').map(wordsOf)),
  );
}

/** The words of each page in PDF points from the top left of the crop box. */
export function popplerPages(file: string, lastPage?: number): Box[][] {
  return popplerBlocks(file, lastPage === undefined ? {} : { lastPage }).map((blocks) => blocks.flat(2));
}

function partsOf(xml: string, tag: string): string[] {
  return xml.split(tag).slice(1);
}

function wordsOf(line: string): Box[] {
  return [...line.matchAll(word)].map(([, x0, y0, x1, y1, raw]) => ({
    text: raw!.replace(/&(#?\w+);/g, (all, name: string) => entities[name] ?? all).normalize('NFKC'),
    x0: Number(x0),
    y0: Number(y0),
    x1: Number(x1),
    y1: Number(y1),
  }));
}
