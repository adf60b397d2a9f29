/** Numbers and names as people read them. */
export const plural = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

export const milliseconds = (ms: number) => (ms < 10 ? ms.toFixed(1) : ms.toFixed(0)) + ' ms';

export function bytes(count: number): string {
  const units = ['B', 'KB', 'MB', 'GB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(count, 1)) / 3));
  return `${(count / 1000 ** power).toLocaleString('en', { maximumFractionDigits: 1 })} ${units[power]}`;
}

/** What tabs, bookmarks and the history call the view. */
export function nameWindow(view: string | undefined): void {
  document.title = view === undefined ? 'Pincite' : `${view} – Pincite`;
}
