/** For what appears because of a key or a click, and is what goes on from there. */
export const focusHere = (element: HTMLElement | null) => element?.focus();
/** For what is chosen in a list that may scroll. */
export const showHere = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });
/** For what takes the place of a button that was pressed and is gone. */
export const focusIfLost = (element: HTMLElement | null) => {
  if (document.activeElement === document.body) element?.focus();
};
