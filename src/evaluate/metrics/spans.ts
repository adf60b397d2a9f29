/** Arithmetic of character ranges, half-open, in one or more documents. */
export interface Span {
  readonly documentId: string;
  readonly charStart: number;
  readonly charEnd: number;
}

/** Characters, overlaps counted as often as they occur. */
export function totalLength(spans: readonly Span[]): number {
  return spans.reduce((sum, { charStart, charEnd }) => sum + charEnd - charStart, 0);
}

/** The same characters as disjoint spans, ordered by document and start; touching spans become one. */
export function unite(spans: readonly Span[]): Span[] {
  const sorted = [...spans].sort((a, b) => compare(a.documentId, b.documentId) || a.charStart - b.charStart);
  const united: Span[] = [];
  for (const span of sorted) {
    const last = united.at(-1);
    if (last !== undefined && last.documentId === span.documentId && span.charStart <= last.charEnd) {
      united[united.length - 1] = { ...last, charEnd: Math.max(last.charEnd, span.charEnd) };
    } else if (span.charEnd > span.charStart) united.push(span);
  }
  return united;
}

/** The characters that are in both, disjoint. */
export function intersect(left: readonly Span[], right: readonly Span[]): Span[] {
  const common = left.flatMap((a) =>
    right
      .filter((b) => overlaps(a, b))
      .map((b) => ({
        documentId: a.documentId,
        charStart: Math.max(a.charStart, b.charStart),
        charEnd: Math.min(a.charEnd, b.charEnd),
      })),
  );
  return unite(common);
}

/** Whether the spans share at least one character. */
export function overlaps(a: Span, b: Span): boolean {
  return a.documentId === b.documentId && a.charStart < b.charEnd && b.charStart < a.charEnd;
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
