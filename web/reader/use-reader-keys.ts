import { useLayoutEffect } from 'preact/hooks';

interface ReaderKeys {
  readonly onClose?: (() => void) | undefined;
  readonly steps?:
    | { readonly index: number; readonly count: number; readonly go: (index: number) => void }
    | undefined;
  readonly onZoom?: ((direction: number) => void) | undefined;
}

const zooms: Readonly<Record<string, number>> = { '+': 1, '=': 1, '-': -1, '0': 0 };
const directions: Readonly<Record<string, number>> = { n: 1, p: -1 };

/** Whether keys are letters of a text there. */
export const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');

/** n and p go through the citations; + − 0 change the size; Escape closes. */
export function useReaderKeys({ onClose, steps, onZoom }: ReaderKeys): void {
  // What a key does is what is shown: it changes with it, not after.
  useLayoutEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'Escape' && onClose) return onClose();
      if (isField(event.target)) return;
      const direction = directions[event.key];
      const size = zooms[event.key];
      if (direction !== undefined && steps) {
        const next = steps.index + direction;
        if (next >= 0 && next < steps.count) steps.go(next);
      } else if (size !== undefined && onZoom) onZoom(size);
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  });
}
