import { useRef, useState } from 'preact/hooks';
import { describeLocated } from '../../src/answer/export/checks.ts';
import { opens } from '../parts/opens.ts';
import { describePages, linkTo, placeOf } from '../parts/place.ts';
import { shownQuote } from '../parts/quote.ts';
import type { Citation } from '../shapes.ts';
import { prefetch } from '../reader/Reader.tsx';

interface MarkerProps {
  readonly citation: Citation;
  readonly isOpen: boolean;
  readonly open: () => void;
  /** Whether the quote stands beside it anyway. */
  readonly isPlain?: boolean;
}

/** The number of a citation: what it says on hover and focus, the page itself on a click. */
export function Marker({ citation, isOpen, open, isPlain }: MarkerProps) {
  const [isShown, setShown] = useState(false);
  const leaving = useRef(0);
  const show = () => {
    clearTimeout(leaving.current);
    setShown(!isPlain);
    void prefetch(placeOf(citation));
  };
  const hide = () => {
    leaving.current = setTimeout(() => setShown(false), 120);
  };
  const id = `cited-${citation.documentId}-${citation.n}`;
  return (
    <span
      class="cited"
      onMouseEnter={show}
      onMouseLeave={hide}
      onFocusIn={(event) => {
        if (event.relatedTarget !== null) show(); // else the focus has come back from what was open
      }}
      onFocusOut={hide}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isShown) return;
        event.preventDefault();
        setShown(false);
      }}
    >
      <a
        class="marker"
        href={linkTo(placeOf(citation))}
        aria-label={`Citation ${citation.n}: ${citation.title}, ${describePages(citation)}`}
        aria-describedby={isShown ? id : undefined}
        aria-current={isOpen ? 'true' : undefined}
        onClick={opens(() => {
          setShown(false);
          open();
        })}
      >
        {citation.n}
      </a>
      {isShown && <Card citation={citation} id={id} />}
    </span>
  );
}

const longestQuote = 420;

/** Moves a card into the window: sidewards, and above its marker where there is more room than below. */
function keepInside(card: HTMLElement | null): void {
  if (card === null) return;
  const { left, right, top, bottom } = card.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  card.style.setProperty('--shift', `${Math.max(12 - left, Math.min(0, clientWidth - 12 - right))}px`);
  const isCut = bottom > clientHeight && top > clientHeight / 2;
  card.classList.toggle('above', isCut);
}

/** What is cited, at a glance. */
function Card({ citation, id }: { citation: Citation; id: string }) {
  const { title, section, pages } = citation;
  const quote = shownQuote(citation);
  const shown = quote.length > longestQuote ? `${quote.slice(0, longestQuote)}…` : quote;
  return (
    <span class="card" role="tooltip" id={id} ref={keepInside}>
      <span class="quoted" dir="auto">
        {shown}
      </span>
      <span class="source">
        <b dir="auto">{title}</b>
        <br />
        {[describePages(citation), pages.length > 0 ? section : undefined].filter(Boolean).join(' · ')}
      </span>
      <span class="soft">{located(citation)}</span>
    </span>
  );
}

/** What was found of the quote, in the words that all outputs use. */
export const located = ({ located: how, similarity, quote }: Citation) =>
  describeLocated({ located: how, quoteSimilarity: similarity ?? 1, quote });
