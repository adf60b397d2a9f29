import type { TargetedEvent, TargetedPointerEvent } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { pictureAt } from '../api.ts';
import { apiOf, type Place } from '../parts/place.ts';
import type { Page, Rect } from '../shapes.ts';
import { Sheet } from './Sheet.tsx';
import { goodZoom } from './Zoom.tsx';

interface PagePicturesProps {
  readonly place: Place;
  readonly title: string;
  readonly pages: readonly Page[];
  readonly rects: readonly Rect[];
  /** Of a row that is cited, the cell that is asked for. */
  readonly cell: readonly Rect[];
  /** To go to; counted up to go there again. */
  readonly target: { readonly page: number; readonly turn: number };
  /** Widths of the column that a page has. */
  readonly zoom: number;
  readonly onPage: (page: number) => void;
}

/** Pixels a point that pictures are asked for in, so that the same ones are asked for again. */
const scales = [1, 1.5, 2, 3, 4];

/** The address of a page's picture, fine enough for so many CSS pixels. */
export function picturePath(place: Place, page: Page, width: number): string {
  const wanted = (width * devicePixelRatio) / page.width;
  const scale = scales.find((one) => one >= wanted * 0.95) ?? scales.at(-1)!;
  return apiOf(place, `/pages/${page.number}.png`, { scale });
}

/** Has the picture of a cited page at hand before it is opened, as large as the reader beside an answer will want it. */
export function fetchPicture(place: Place, page: Page): void {
  const isBeside = innerWidth > 1000;
  const path = picturePath(
    place,
    page,
    isBeside ? (innerWidth * 7) / 12 - 2 * margin : innerWidth - 2 * margin,
  );
  pictureAt(path).then(
    (address) => Object.assign(new Image(), { src: address }),
    () => undefined, // whoever opens it is told
  );
}

/** All pages of a PDF, one below the other; pictures are loaded for those that are near what is seen. */
export function PagePictures({ place, title, pages, rects, cell, target, zoom, onPage }: PagePicturesProps) {
  const box = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState<ReadonlySet<number>>(new Set([target.page]));
  const [width, setWidth] = useState(0);

  useLayoutEffect(() => {
    const measure = () => setWidth(box.current!.clientWidth - 2 * margin);
    const watched = new ResizeObserver(measure);
    watched.observe(box.current!);
    measure();
    return () => watched.disconnect();
  }, []);

  useEffect(() => {
    const seen = new Set<number>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target: sheet, isIntersecting } of entries) {
          const number = Number((sheet as HTMLElement).dataset['page']);
          if (isIntersecting) seen.add(number);
          else seen.delete(number);
        }
        setNear(new Set(seen));
      },
      { root: box.current, rootMargin: '50% 0px' },
    );
    for (const sheet of box.current!.querySelectorAll('.sheet')) observer.observe(sheet);
    return () => observer.disconnect();
  }, [pages]);

  // The place that is read, a share of the height, stays where it is when pages become larger or smaller.
  const anchor = useRef(0);
  useLayoutEffect(() => {
    const { scrollLeft, scrollHeight, clientHeight, clientWidth, scrollWidth } = box.current!;
    box.current!.scrollTop = anchor.current * scrollHeight - clientHeight / 3;
    const spot = box.current!.querySelector<HTMLElement>('.spot');
    if (spot) box.current!.scrollLeft = leftOf(spot.closest<HTMLElement>('.sheet')!);
    else if (scrollLeft === 0) box.current!.scrollLeft = (scrollWidth - clientWidth) / 2;
  }, [zoom, width]);

  const first = rects.find((rect) => rect.page === target.page);
  const isMeasured = width > 0;
  useLayoutEffect(() => {
    if (!isMeasured) return;
    scrollTo(box.current!, target.page, first);
    anchor.current = readAt(box.current!) / box.current!.scrollHeight;
  }, [target, pages, first, isMeasured, goodZoom.value]);

  // The event may come after the pane has left the page: the element is the event's, which has no size then.
  const scrolled = ({ currentTarget }: TargetedEvent<HTMLDivElement>) => {
    const { scrollHeight, clientWidth, children } = currentTarget;
    const middle = readAt(currentTarget);
    if (clientWidth - 2 * margin !== width) return; // it is about to be measured anew
    anchor.current = middle / scrollHeight;
    const column = children[0]!.children;
    const index = Array.from(column).findLastIndex((sheet) => (sheet as HTMLElement).offsetTop <= middle);
    onPage(pages[Math.max(index, 0)]!.number);
  };

  return (
    <div
      class="pages"
      ref={box}
      onScroll={scrolled}
      onPointerMove={drag}
      tabIndex={0}
      role="group"
      aria-label={`Pages of ${title}`}
    >
      <div class="sheets" style={{ width: `${zoom * 100}%` }}>
        {pages.map((page) => (
          <Sheet
            key={page.number}
            page={page}
            title={title}
            picture={near.has(page.number) && isMeasured ? picturePath(place, page, width * zoom) : undefined}
            rects={rects}
            cell={cell}
          />
        ))}
      </div>
    </div>
  );
}

/** The height that is taken for what is read: a third below the upper edge. */
const readAt = ({ scrollTop, clientHeight }: HTMLElement) => scrollTop + clientHeight / 3;

/** Of the column, around the pages. */
const margin = 12;

/** What is cited stands in the upper third; a page without a mark begins at the top. */
function scrollTo(box: HTMLElement, page: number, rect: Rect | undefined): void {
  const sheet = box.querySelector<HTMLElement>(`[data-page="${page}"]`);
  if (sheet === null) return;
  const spot = rect && sheet.querySelector<HTMLElement>('.spot');
  if (!spot) {
    box.scrollTo({ top: sheet.offsetTop - margin, left: 0 });
    return;
  }
  const top = sheet.offsetTop + spot.offsetTop - box.clientHeight * 0.3;
  box.scrollTo({ top, left: sheet.clientWidth > box.clientWidth ? leftOf(sheet) : 0 });
}

/** Where what is marked on a sheet begins. */
function leftOf(sheet: HTMLElement): number {
  const spots = Array.from(sheet.querySelectorAll<HTMLElement>('.spot'), (one) => one.offsetLeft);
  return sheet.offsetLeft + Math.min(...spots) - 2 * margin;
}

/** A mouse drags the pages as fingers do. */
function drag(event: TargetedPointerEvent<HTMLDivElement>): void {
  if (event.pointerType !== 'mouse' || event.buttons !== 1) return;
  event.currentTarget.scrollBy(-event.movementX, -event.movementY);
}
