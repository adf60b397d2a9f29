import { useEffect, useRef } from 'preact/hooks';
import { isField } from '../reader/use-reader-keys.ts';

/** The field that the key / leads to. */
export function useSlash<Field extends HTMLInputElement | HTMLTextAreaElement>() {
  const field = useRef<Field>(null);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== '/' || isField(event.target) || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      field.current?.select();
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, []);
  return field;
}
