/** For what appears because of a key or a click, and is what goes on from there. */
export const focusHere = (element: HTMLElement | null) => element?.focus();
