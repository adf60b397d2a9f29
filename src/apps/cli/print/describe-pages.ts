/** `p. 7`, `pp. 1–3`, `pp. 1, 4`; nothing for a text without pages. */
export function describePages(pageNumbers: readonly number[]): string {
  const [first, last] = [pageNumbers[0], pageNumbers.at(-1)];
  if (first === undefined || last === undefined) return '';
  if (first === last) return `p. ${first}`;
  const isRun = last - first + 1 === pageNumbers.length;
  return `pp. ${isRun ? `${first}–${last}` : pageNumbers.join(', ')}`;
}
