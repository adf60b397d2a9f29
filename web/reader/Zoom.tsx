import { computed, signal } from '@preact/signals';
import type { Page, Rect } from '../shapes.ts';

/** Widths of the column that a page has; `undefined` until somebody chooses: as large as is read well. */
export const chosenZoom = signal<number | undefined>(undefined);
/** What is read well at the place that is open. */
export const goodZoom = signal(1);
export const zoom = computed(() => chosenZoom.value ?? goodZoom.value);
/** Pictures of pages, their text, or both side by side. */
export const layout = signal<'pages' | 'text' | 'both'>('pages');

const [least, most] = [0.5, 4];

/** Larger for 1, smaller for −1, as wide as the column for 0. */
export function zoomBy(direction: number): void {
  const next = direction === 0 ? 1 : zoom.value * 1.25 ** direction;
  chosenZoom.value = Math.min(most, Math.max(least, next));
}

/** Below this many CSS pixels, the lines of a whole page are too small to read. */
const narrow = 600;
const margin = 14;

/** On a narrow screen a quote is as wide as there is room, so that nothing of it is cut off; at most twice the page's width. */
export function zoomFor(rects: readonly Rect[], pages: readonly Page[]): number {
  const [first] = rects;
  const page = pages.find(({ number }) => number === first?.page);
  if (innerWidth > narrow || first === undefined || page === undefined) return 1;
  const own = rects.filter((rect) => rect.page === first.page);
  const wide = Math.max(...own.map(({ x1 }) => x1)) - Math.min(...own.map(({ x0 }) => x0));
  const room = innerWidth - 2 * margin;
  const filling = ((room - 2 * margin) * page.width) / (wide * room);
  return Math.min(2, Math.max(1, filling));
}

const layouts = [
  ['pages', 'Page'],
  ['text', 'Text'],
  ['both', 'Both'],
] as const;

export function Zoom() {
  return (
    <>
      {layout.value !== 'text' && (
        <span class="group">
          <button type="button" onClick={() => zoomBy(-1)} aria-label="Smaller" title="Smaller (−)">
            −
          </button>
          <button
            type="button"
            class="percent"
            onClick={() => zoomBy(0)}
            title="As wide as there is room (0)"
          >
            {Math.round(zoom.value * 100)} %
          </button>
          <button type="button" onClick={() => zoomBy(1)} aria-label="Larger" title="Larger (+)">
            +
          </button>
        </span>
      )}
      <span class="group choice" role="group" aria-label="Show">
        {layouts.map(([name, word]) => (
          <button type="button" aria-pressed={layout.value === name} onClick={() => (layout.value = name)}>
            {word}
          </button>
        ))}
      </span>
    </>
  );
}
