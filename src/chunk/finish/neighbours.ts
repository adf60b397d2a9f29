/** Indexes of the elements of the same level before and after one. */
export interface Neighbours {
  readonly previous?: number;
  readonly next?: number;
}

/** For each element the nearest of the same level on either side. */
export function neighboursOf<Element>(
  elements: readonly Element[],
  levelOf: (element: Element) => number,
): Neighbours[] {
  const neighbours: { previous?: number; next?: number }[] = [];
  const lastOfLevel = new Map<number, number>();
  for (const [index, element] of elements.entries()) {
    const previous = lastOfLevel.get(levelOf(element));
    neighbours.push(previous === undefined ? {} : { previous });
    if (previous !== undefined) neighbours[previous]!.next = index;
    lastOfLevel.set(levelOf(element), index);
  }
  return neighbours;
}
