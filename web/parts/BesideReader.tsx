import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { Reader } from '../reader/Reader.tsx';
import type { Place } from './place.ts';

interface BesideReaderProps {
  readonly places: readonly Place[];
  /** Which of them is open, if any is. */
  readonly index: number | undefined;
  readonly go: (index: number | undefined) => void;
  readonly children: ComponentChildren;
}

/** A view with the reader beside it while a place is open; then the focus goes back to what names the place, or opened it. */
export function BesideReader({ places, index, go, children }: BesideReaderProps) {
  const main = useRef<HTMLElement>(null);
  const place = index === undefined ? undefined : places[index];
  const opener = useRef<Element | null>(null);
  if (place !== undefined && main.current?.contains(document.activeElement))
    opener.current = document.activeElement;
  const close = () => {
    const current = main.current!.querySelector('[aria-current=true]') ?? opener.current;
    go(undefined);
    requestAnimationFrame(() => (current as HTMLElement | null)?.focus());
  };
  return (
    <div class={place ? 'split' : 'single'}>
      <main id="main" class="column" ref={main}>
        {children}
      </main>
      {place && <Reader place={place} steps={{ index: index!, count: places.length, go }} onClose={close} />}
    </div>
  );
}
