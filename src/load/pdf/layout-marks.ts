import { blockRects, lineRects } from '../../text/rectangles.ts';
import type { LoadedDocument, Rect } from '../../types.ts';

/** What is outlined on a page, from what is drawn first to what lies on top. */
export const layoutKinds = ['word', 'line', 'block', 'cell', 'table', 'heading'] as const;
export type LayoutKind = (typeof layoutKinds)[number];

export interface LayoutMark {
  readonly kind: LayoutKind;
  readonly rect: Rect;
}

const mark = (kind: LayoutKind) => (rect: Rect) => ({ kind, rect });

/** The rectangles of what was understood of a page. */
export function layoutMarks(document: LoadedDocument, page: number): LayoutMark[] {
  const found = document.pages.find(({ number }) => number === page);
  if (found === undefined) return [];
  const { charStart, charEnd, layout } = found;
  const isHere = (rect: Rect) => rect.page === page;
  const touching = <Span extends { charStart: number; charEnd: number }>(spans: readonly Span[]) =>
    spans.filter((span) => span.charStart < charEnd && span.charEnd > charStart);
  const blocks = touching(document.blocks);
  const tables = touching(document.tables ?? []);
  const rectsOf = (kind: string) =>
    blocks
      .filter((block) => block.kind === kind)
      .flatMap((block) => blockRects(document.pages, block.charStart, block.charEnd).filter(isHere));
  return [
    ...layout.map(({ x0, y0, x1, y1 }) => mark('word')({ page, x0, y0, x1, y1 })),
    ...lineRects(document.pages, charStart, charEnd).map(mark('line')),
    ...['text', 'list', 'code'].flatMap(rectsOf).map(mark('block')),
    ...tables
      .flatMap(({ cells }) => cells.flatMap(({ rect }) => rect ?? []).filter(isHere))
      .map(mark('cell')),
    ...tables.flatMap(({ rects }) => rects.filter(isHere)).map(mark('table')),
    ...rectsOf('heading').map(mark('heading')),
  ];
}
