import { showHere } from '../parts/focus.ts';
import { documentKey, linkTo, type Place } from '../parts/place.ts';
import { Trouble } from '../parts/Trouble.tsx';
import { useAsked } from '../parts/use-asked.ts';
import { loadDocument } from './Reader.tsx';

/** The sections of a document; each opens at its heading. */
export function OutlineList({ place }: { place: Place }) {
  const { value, error } = useAsked(() => loadDocument(place), [documentKey(place)]);
  if (error !== undefined) return <Trouble error={error} />;
  const sections = value?.outline.sections ?? [];
  const current = sections.findLast(
    ({ charStart }) => place.charEnd > place.charStart && charStart <= place.charStart,
  );
  const top = Math.min(...sections.map(({ level }) => level));
  return (
    <ol class="outline">
      {value !== undefined && sections.length === 0 && <li class="soft">It has no sections.</li>}
      {sections.map((section) => {
        const { heading, level, charStart, page } = section;
        return (
          <li
            style={{ paddingInlineStart: `${Math.min(level - top, 4) * 0.9}em` }}
            ref={section === current ? showHere : undefined}
          >
            <a
              aria-current={section === current ? 'location' : undefined}
              href={linkTo({ ...place, page, charStart, charEnd: charStart + heading.length })}
              dir="auto"
            >
              {heading}
            </a>
            {page !== undefined && <span class="soft"> {page}</span>}
          </li>
        );
      })}
    </ol>
  );
}
