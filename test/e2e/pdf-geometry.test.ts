/**
 * Word boxes against an independent tool: `pdftotext -bbox-layout` of poppler-utils. Words of a page are matched
 * by their text, nearest first; a match agrees when the horizontal extents have an intersection over union of at
 * least 0.9 and each box holds the vertical centre of the other.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pdfLoader } from '../../src/load/pdf/pdf-loader.ts';
import { hasPoppler, popplerPages, type Box } from '../support/poppler.ts';

const data = join(process.cwd(), '../shared/data');
const missing = !existsSync(data)
  ? '../shared/data is missing'
  : hasPoppler
    ? ''
    : 'pdftotext (poppler-utils) is missing';
const pagesCompared = 15;

const files = [
  'finance/pdfs/ADOBE_2022_10K.pdf',
  'finance/pdfs/BESTBUY_2023_10K.pdf',
  'finance/pdfs/MGMRESORTS_2022Q4_EARNINGS.pdf',
  'finance/pdfs/PFIZER_2021_10K.pdf',
  'pdfs/two-column/pdfjs__tracemonkey.pdf',
  'pdfs/two-column/docling__redp5110_sampled.pdf',
  'pdfs/two-column/pdfplumber__federal-register-2020-17221.pdf',
  'pdfs/rotated-pages/pdfjs__rotation.pdf',
  'pdfs/rotated-pages/pdfjs__hello_world_rotated.pdf',
  'pdfs/rotated-pages/camelot__anticlockwise_table_1.pdf',
  'pdfs/rotated-pages/camelot__clockwise_table_1.pdf',
  'pdfs/layout-quirks/pdfplumber__issue-1054-example.pdf',
];

async function ourPages(file: string): Promise<Box[][]> {
  const limits = { maxBytes: 1e9, maxPages: 1000, maxChars: 1e8 };
  const { text, pages } = await pdfLoader.load({
    bytes: new Uint8Array(readFileSync(file)),
    name: file,
    limits,
  });
  return pages
    .slice(0, pagesCompared)
    .map(({ layout }) =>
      layout.map((run) => ({ ...run, text: text.slice(run.charStart, run.charEnd).normalize('NFKC') })),
    );
}

function centre(box: Box): { x: number; y: number } {
  return { x: (box.x0 + box.x1) / 2, y: (box.y0 + box.y1) / 2 };
}

/** Pairs each of our words with the nearest unpaired one of theirs that reads the same. */
function match(ours: readonly Box[], theirs: readonly Box[]): [Box, Box][] {
  const byText = new Map<string, Box[]>();
  for (const box of theirs) byText.set(box.text, [...(byText.get(box.text) ?? []), box]);
  const pairs: [Box, Box][] = [];
  for (const our of ours) {
    const candidates = byText.get(our.text) ?? [];
    const distance = (box: Box): number =>
      Math.hypot(centre(box).x - centre(our).x, centre(box).y - centre(our).y);
    const nearest = candidates.reduce<Box | undefined>(
      (best, box) => (best && distance(best) <= distance(box) ? best : box),
      undefined,
    );
    if (!nearest) continue;
    candidates.splice(candidates.indexOf(nearest), 1);
    pairs.push([our, nearest]);
  }
  return pairs;
}

const holds = (box: Box, y: number): boolean => y >= box.y0 && y <= box.y1;

function agrees([a, b]: readonly [Box, Box]): boolean {
  const intersection = Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0);
  const union = Math.max(a.x1, b.x1) - Math.min(a.x0, b.x0);
  return intersection >= 0.9 * union && holds(a, centre(b).y) && holds(b, centre(a).y);
}

describe.skipIf(missing !== '')(
  `PDF word boxes beside poppler's${missing && ` (skipped: ${missing})`}`,
  () => {
    it.each(files)('agree for at least 95 of 100 words of %s', async (name) => {
      const file = join(data, name);
      const [ours, theirs] = [await ourPages(file), popplerPages(file, pagesCompared)];
      const pairs = ours.flatMap((page, index) => match(page, theirs[index] ?? []));
      expect(pairs.length).toBeGreaterThanOrEqual(0.95 * ours.flat().length);
      expect(pairs.filter(agrees).length).toBeGreaterThanOrEqual(0.95 * pairs.length);
    });
  },
);
