/** The same with the word before them: `page 60`, `pages 1–3, 7`. */
export function namedPages(numbers: readonly number[]): string {
  return `${numbers.length === 1 ? 'page' : 'pages'} ${pageList(numbers)}`;
}

/** Page numbers in ascending order as people write them: `1–3, 7`. */
export function pageList(numbers: readonly number[]): string {
  const ranges: { first: number; last: number }[] = [];
  for (const number of numbers) {
    const range = ranges.at(-1);
    if (range?.last === number - 1) range.last = number;
    else ranges.push({ first: number, last: number });
  }
  return ranges.map(({ first, last }) => (first === last ? `${first}` : `${first}–${last}`)).join(', ');
}
