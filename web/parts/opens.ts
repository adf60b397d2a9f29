/** What a click on a link does here; with a key it opens a tab or a window, as everywhere. */
export const opens = (open: () => void) => (event: MouseEvent) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  open();
};
