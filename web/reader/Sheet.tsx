import { useEffect, useState } from 'preact/hooks';
import { pictureAt } from '../api.ts';
import { marksOn } from '../parts/place.ts';
import type { Page, Rect } from '../shapes.ts';

interface SheetProps {
  readonly page: Page;
  /** Where its picture is, once it is to be shown. */
  readonly picture: string | undefined;
  readonly rects: readonly Rect[];
  readonly title: string;
}

/** One page: a picture as large as the column is wide, with what is cited marked over it. */
export function Sheet({ page, picture, rects, title }: SheetProps) {
  const [source, setSource] = useState<string>();
  const [hasFailed, setFailed] = useState(false);
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    if (picture === undefined) return;
    let isWanted = true;
    setFailed(false);
    pictureAt(picture).then(
      (address) => isWanted && setSource(address),
      () => isWanted && setFailed(true),
    );
    return () => {
      isWanted = false;
    };
  }, [picture]);
  const isShown = picture !== undefined && source !== undefined && !hasFailed;
  return (
    <div class="sheet" data-page={page.number} style={{ aspectRatio: `${page.width} / ${page.height}` }}>
      {picture !== undefined && !isDrawn && (
        <p aria-hidden={!hasFailed}>
          {hasFailed
            ? 'This page cannot be drawn; “Text” shows what it says.'
            : `Drawing page ${page.number}…`}
        </p>
      )}
      {isShown && (
        <img
          src={source}
          alt={`Page ${page.number} of ${title}`}
          draggable={false}
          onLoad={() => setDrawn(true)}
          onError={() => {
            setDrawn(false);
            setFailed(true);
          }}
        />
      )}
      <div class="spots">
        {marksOn(rects, page).map((style) => (
          <div class="spot" style={style} />
        ))}
      </div>
    </div>
  );
}
