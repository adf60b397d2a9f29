import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { askOnce } from '../api.ts';
import { apiOf, describePages, documentKey, linkTo, searchIn, type Place } from '../parts/place.ts';
import { shownQuote } from '../parts/quote.ts';
import { say } from '../parts/says.ts';
import { Trouble } from '../parts/Trouble.tsx';
import { useAsked } from '../parts/use-asked.ts';
import { nameWindow } from '../parts/words.ts';
import { withQuery } from '../route.ts';
import type { DocumentInfo, Outline, Page, Rect } from '../shapes.ts';
import { formattedCitation } from './copy.ts';
import { CopyMenu } from './CopyMenu.tsx';
import { PageNumber } from './PageNumber.tsx';
import { fetchPicture, PagePictures } from './PagePictures.tsx';
import { whereItStands } from './stands.ts';
import { TextPane } from './TextPane.tsx';
import { useReaderKeys } from './use-reader-keys.ts';
import { chosenZoom, goodZoom, layout, Zoom, zoom, zoomBy, zoomFor } from './Zoom.tsx';

interface ReaderProps {
  readonly place: Place;
  /** Which of how many places that are gone through. */
  readonly steps?: { readonly index: number; readonly count: number; readonly go: (index: number) => void };
  /** Beside an answer; where it is not, the reader is all there is. */
  readonly onClose?: () => void;
  readonly aside?: ComponentChildren;
}

const noRects: readonly Rect[] = [];
const noPages: readonly Page[] = [];

/** What the reader shows of a document, asked for once. */
export function loadDocument(place: Place) {
  return Promise.all([askOnce<DocumentInfo>(apiOf(place)), askOnce<Outline>(apiOf(place, '/outline'))]).then(
    ([info, outline]) => ({ info, outline, key: documentKey(place) }),
  );
}

const rectsOf = async (place: Place) =>
  place.citation?.rects ?? (await formattedCitation(place)).citation.rects;

/** Asks for what the reader will need of a place. */
export async function prefetch(place: Place): Promise<void> {
  try {
    const [{ info, outline }, rects] = await Promise.all([loadDocument(place), rectsOf(place)]);
    const number = rects[0]?.page ?? place.page;
    const page = outline.pages.find((one) => one.number === number);
    if (info.format === 'pdf' && page) fetchPicture(place, page);
  } catch {
    // Whoever opens it is told.
  }
}

/** A document, open at a place that is marked: pictures of pages, their text, or both. */
export function Reader({ place: given, steps, onClose, aside }: ReaderProps) {
  const stands = useAsked(() => whereItStands(given), [given]);
  const { place, change } = stands.value?.given === given ? stands.value : { place: given };
  const loaded = useAsked(() => loadDocument(place), [documentKey(place), change]);
  const isMarked = place.charEnd > place.charStart;
  const found = useAsked(
    place.citation || !isMarked ? undefined : () => formattedCitation(place).then(({ citation }) => citation),
    [place],
  );
  const error = loaded.error ?? found.error;
  const citation = place.citation ?? found.value;
  const quoted = citation ?? given.citation;
  const document = loaded.value?.key === documentKey(place) ? loaded.value : undefined;
  const pages = document?.outline.pages ?? noPages;
  const hasPictures = document?.info.format === 'pdf' && pages.length > 0;
  const wanted = citation?.rects[0]?.page ?? Math.min(place.page ?? 1, pages.at(-1)?.number ?? Infinity);
  const target = useMemo(() => ({ page: wanted, turn: 0 }), [place, wanted]);
  const [jump, setJump] = useState<typeof target>();
  const goal = jump ?? target;
  const [current, setCurrent] = useState(wanted);
  useEffect(() => {
    setJump(undefined);
    setCurrent(wanted);
  }, [target]);

  const rects = citation?.rects ?? noRects;
  useEffect(() => {
    goodZoom.value = zoomFor(rects, pages);
  }, [rects, pages]);
  useEffect(() => {
    chosenZoom.value = undefined; // what was chosen suited the document before
  }, [document?.key]);

  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    if (onClose) element.current?.focus({ preventScroll: true });
  }, []);
  useReaderKeys({ onClose, steps, onZoom: hasPictures ? zoomBy : undefined });
  useEffect(() => {
    if (document === undefined) return;
    const where = citation ? describePages(citation) : '';
    const at = steps ? `Citation ${steps.index + 1} of ${steps.count}: ` : '';
    const pane = element.current?.querySelector<HTMLElement>('.pages, .text');
    const { activeElement, body } = window.document;
    if (onClose && [element.current, body].includes(activeElement as HTMLElement))
      pane?.focus({ preventScroll: true }); // keys scroll it
    say(`${at}${document.info.title}, ${where}. ${citation ? shownQuote(citation) : ''}`);
  }, [document?.key, citation]);

  useEffect(() => {
    if (document !== undefined && !onClose) nameWindow(document.info.title);
  }, [document?.key]);

  useEffect(() => {
    if (onClose || isMarked || !hasPictures) return undefined;
    const shown = current === 1 ? undefined : String(current);
    // Not at each page that is scrolled over: browsers take a hundred changes in half a minute.
    const soon = setTimeout(() => history.replaceState(null, '', withQuery({ page: shown })), 300);
    return () => clearTimeout(soon);
  }, [current, hasPictures]);

  const page = pages.find(({ number }) => number === current);
  const goTo = (number: number) => {
    setCurrent(number);
    setJump({ page: number, turn: (jump?.turn ?? 0) + 1 });
  };
  const Heading = onClose ? 'h2' : 'h1';
  const shownLayout = hasPictures ? layout.value : 'text';
  return (
    <section
      class={`reader ${onClose ? 'beside' : 'alone'}`}
      aria-label="Document"
      tabIndex={-1}
      ref={element}
    >
      <header>
        <div class="title">
          <Heading dir="auto">{document?.info.title ?? citation?.title ?? 'Document'}</Heading>
          <p class="soft where" dir="auto">
            {citation?.section ?? (document ? document.info.format.toUpperCase() : '')}
          </p>
        </div>
        {onClose && (
          <button
            type="button"
            class="plain close"
            onClick={onClose}
            aria-label="Close the document"
            title="Close (Esc)"
          >
            ✕
          </button>
        )}
      </header>
      <div class="bar" role="group" aria-label="Document">
        {steps && steps.count > 1 && (
          <span class="group">
            <button
              type="button"
              onClick={() => steps.go(steps.index - 1)}
              disabled={steps.index === 0}
              aria-label="Previous citation"
              title="Previous citation (p)"
            >
              ‹
            </button>
            <span class="count">
              {steps.index + 1} of {steps.count}
            </span>
            <button
              type="button"
              onClick={() => steps.go(steps.index + 1)}
              disabled={steps.index + 1 >= steps.count}
              aria-label="Next citation"
              title="Next citation (n)"
            >
              ›
            </button>
          </span>
        )}
        {hasPictures && (
          <>
            <label class="group">
              Page
              <PageNumber current={current} last={pages.length} goTo={goTo} />
              <span class="count">
                of {pages.length}
                {page?.label !== undefined &&
                  page.label !== String(page.number) &&
                  ` · printed ${page.label}`}
              </span>
            </label>
            <Zoom />
          </>
        )}
        <span class="group end">
          {document && !onClose && (
            <a class="button" href={searchIn(place)} title="Search in this document">
              Find
            </a>
          )}
          {loaded.error === undefined && <CopyMenu place={place} isMarked={isMarked} />}
          {onClose && (
            <a class="button" href={linkTo(place)} title="The document, with its outline and chunks">
              Open
            </a>
          )}
        </span>
      </div>
      {quoted && (
        <blockquote class="quote" dir="auto">
          {shownQuote(quoted)}
        </blockquote>
      )}
      {change && (
        <p class="note" role="status">
          The document was changed after this answer.{' '}
          {change === 'moved'
            ? 'The words are marked where they stand now.'
            : 'The words are not in it any more; ask again for what it says now.'}
        </p>
      )}
      {error !== undefined && <Trouble error={error} />}
      {loaded.error !== undefined && !onClose && (
        <p class="note">
          See what there is in the <a href="/library">library</a>.
        </p>
      )}
      {hasPictures && place.page !== undefined && place.page > pages.length && (
        <p class="note">
          There is no page {place.page}; this is the last one, {pages.length}.
        </p>
      )}
      <div class={`panes show-${shownLayout}`}>
        {loaded.error === undefined && aside}
        {document && hasPictures && shownLayout !== 'text' && (
          <PagePictures
            key={`${document.key}${change ?? ''}`}
            place={place}
            title={document.info.title}
            pages={pages}
            rects={rects}
            cell={citation?.cell?.rects ?? noRects}
            target={goal}
            zoom={zoom.value}
            onPage={setCurrent}
          />
        )}
        {document && shownLayout !== 'pages' && (
          <TextPane
            key={`${document.key}${change ?? ''}`}
            place={place}
            sections={document.outline.sections}
            language={document.info.language}
            isMarkdown={document.info.format === 'markdown'}
            page={hasPictures ? page : undefined}
            turn={goal.turn}
          />
        )}
        {document === undefined && loaded.error === undefined && <p class="soft waiting">Opening…</p>}
      </div>
    </section>
  );
}
