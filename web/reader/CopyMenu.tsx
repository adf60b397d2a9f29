import { useEffect, useRef, useState } from 'preact/hooks';
import type { Place } from '../parts/place.ts';
import { say } from '../parts/says.ts';
import { wordsOf } from '../parts/Trouble.tsx';
import { copyFormats, copyPlace, type CopyFormat } from './copy.ts';

/** Copies the place, in the form that is chosen. */
export function CopyMenu({ place, isMarked }: { place: Place; isMarked: boolean }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const [shown, setShown] = useState('Copy');
  useEffect(() => {
    const pressed = ({ target }: Event) => {
      if (!menu.current!.contains(target as Node)) menu.current!.open = false;
    };
    addEventListener('pointerdown', pressed);
    return () => removeEventListener('pointerdown', pressed);
  }, []);
  const copy = async (format: CopyFormat) => {
    menu.current!.open = false;
    menu.current!.querySelector('summary')!.focus();
    try {
      await copyPlace(place, format);
      setShown('Copied');
    } catch (error) {
      setShown('Not copied');
      say(wordsOf(error).message);
    }
    setTimeout(() => setShown('Copy'), 1500);
  };
  const formats = isMarked ? copyFormats : copyFormats.slice(0, 1);
  return (
    <details
      class="menu"
      ref={menu}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !menu.current!.open) return;
        event.stopPropagation();
        menu.current!.open = false;
        menu.current!.querySelector('summary')!.focus();
      }}
    >
      <summary class="button">{shown}</summary>
      <div>
        {formats.map((format) => (
          <button type="button" onClick={() => void copy(format)}>
            {format}
          </button>
        ))}
      </div>
    </details>
  );
}
