/** For what appears because of a key or a click, and is what goes on from there. */
export const focusHere = (element: HTMLElement | null) => element?.focus();
/** For what takes the place of a button that was pressed and is gone. */
export const focusIfLost = (element: HTMLElement | null) => {
  if (document.activeElement === document.body) element?.focus();
};
