import { useEffect, useState } from 'preact/hooks';
import { call, pictureAt } from '../api.ts';
import { marksOn } from '../parts/place.ts';
import { wordsOf } from '../parts/Trouble.tsx';
import type { Page, Rect } from '../shapes.ts';

interface SheetProps {
  readonly page: Page;
  /** Where its picture is, once it is to be shown. */
  readonly picture: string | undefined;
  readonly rects: readonly Rect[];
  /** Of a row that is cited, the cell that is asked for. */
  readonly cell: readonly Rect[];
  readonly title: string;
}

/** One page: a picture as large as the column is wide, with what is cited marked over it. */
export function Sheet({ page, picture, rects, cell, title }: SheetProps) {
  const [source, setSource] = useState<string>();
  const [trouble, setTrouble] = useState<string>();
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    if (picture === undefined) return;
    let isWanted = true;
    setTrouble(undefined);
    pictureAt(picture).then(
      (address) => isWanted && setSource(address),
      (error: unknown) => isWanted && setTrouble(wordsOf(error).message),
    );
    return () => {
      isWanted = false;
    };
  }, [picture]);
  const isShown = picture !== undefined && source !== undefined && trouble === undefined;
  return (
    <div class="sheet" data-page={page.number} style={{ aspectRatio: `${page.width} / ${page.height}` }}>
      {picture !== undefined && !isDrawn && (
        <p aria-hidden={trouble === undefined}>{trouble ?? `Drawing page ${page.number}…`}</p>
      )}
      {isShown && (
        <img
          src={source}
          alt={`Page ${page.number} of ${title}`}
          draggable={false}
          onLoad={() => setDrawn(true)}
          onError={() => {
            setDrawn(false);
            whyNot(picture).then(setTrouble, () => undefined);
          }}
        />
      )}
      <div class={isDrawn ? 'spots' : 'spots early'}>
        {marksOn(rects, page).map((style) => (
          <div class="spot" style={style} />
        ))}
        {marksOn(cell, page).map((style) => (
          <div class="spot cell" style={style} />
        ))}
      </div>
    </div>
  );
}

/** What the server says of a picture that the browser could not load. */
const whyNot = (picture: string): Promise<string> =>
  call(picture).then(
    () => 'This page cannot be drawn; “Text” shows what it says.',
    (error: unknown) => wordsOf(error).message,
  );
