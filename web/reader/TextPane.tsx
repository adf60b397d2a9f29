import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { askOnce } from '../api.ts';
import { apiOf, documentKey, type Place } from '../parts/place.ts';
import { Trouble } from '../parts/Trouble.tsx';
import { useAsked } from '../parts/use-asked.ts';
import type { Section, Text } from '../shapes.ts';
import { Prose } from './Prose.tsx';
import { around, sectionStart, step } from './window.ts';

interface Range {
  readonly charStart: number;
  readonly charEnd: number;
}

interface TextPaneProps {
  readonly place: Place;
  readonly sections: readonly Section[];
  readonly language: string | undefined;
  readonly isMarkdown: boolean;
  /** The page whose text is shown; all of the text, a part at a time, unless given. */
  readonly page?: Range | undefined;
  /** Counted up to go to the place again. */
  readonly turn: number;
}

/** The text of a document at a place, which is marked. */
export function TextPane({ place, sections, language, isMarkdown, page, turn }: TextPaneProps) {
  const box = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<Range>(page ?? around(place, sections));
  const isInside = shown.charStart <= place.charStart && place.charEnd <= shown.charEnd;
  useEffect(() => {
    if (page !== undefined) setShown(page);
    else if (!isInside) setShown(around(place, sections));
  }, [documentKey(place), place.charStart, page?.charStart]);
  const { value, error } = useAsked(
    () => askOnce<Text>(apiOf(place, '/text', { charStart: shown.charStart, charEnd: shown.charEnd })),
    [documentKey(place), shown.charStart, shown.charEnd],
  );
  useLayoutEffect(() => {
    const spot = box.current?.querySelector<HTMLElement>('mark');
    if (spot) bringTo(spot, box.current!);
    else if (box.current && page !== undefined) box.current.scrollTop = 0;
  }, [value === undefined, documentKey(place), place.charStart, page?.charStart, turn]);

  const mark = place.charEnd > place.charStart ? place : undefined;
  return (
    <div
      class="text"
      ref={box}
      tabIndex={0}
      role="group"
      aria-label="Text"
      {...(language ? { lang: language } : {})}
    >
      {error !== undefined && <Trouble error={error} />}
      {page === undefined && shown.charStart > 0 && (
        <button
          type="button"
          onClick={() =>
            setShown({ ...shown, charStart: sectionStart(sections, Math.max(0, shown.charStart - step)) })
          }
        >
          Earlier text
        </button>
      )}
      {value && (
        <Prose
          {...(page === undefined ? wholeLines(value) : value)}
          sections={sections}
          isMarkdown={isMarkdown}
          mark={mark}
        />
      )}
      {page === undefined && value !== undefined && value.charEnd < value.totalChars && (
        <button type="button" onClick={() => setShown({ ...shown, charEnd: value.charEnd + step })}>
          Later text
        </button>
      )}
    </div>
  );
}

/** Lines in UTF-16 code units that are not looked for further: more of a text without line breaks is shown as it is cut. */
const longestLine = 2000;

/** Without the parts of lines at both ends of what was asked for: a part of a row is no row. */
function wholeLines({ text, charStart, charEnd, totalChars }: Text): { text: string; charStart: number } {
  const first = charStart === 0 ? 0 : text.slice(0, longestLine).indexOf('\n') + 1;
  const rest = charEnd < totalChars ? text.slice(-longestLine).lastIndexOf('\n') : -1;
  const end = rest < 0 ? text.length : Math.max(text.length - longestLine, 0) + rest;
  return { text: text.slice(first, Math.max(end, first)), charStart: charStart + first };
}

/** Scrolls a box so that the spot stands a third below its top; in a table an offset is from the cell. */
function bringTo(spot: HTMLElement, box: HTMLElement): void {
  const below = spot.getBoundingClientRect().top - box.getBoundingClientRect().top;
  box.scrollTop += below - box.clientHeight * 0.3;
}
