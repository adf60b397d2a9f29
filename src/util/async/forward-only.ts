/** Reports progress that goes forward alone: what begins again, such as a second try, is told once it is further than the first. */
export function forwardOnly(
  report: ((done: number, total: number) => void) | undefined,
): (done: number, total: number) => void {
  let furthest = 0;
  return (done, total) => {
    const share = total === 0 ? 1 : done / total;
    if (share < furthest) return;
    furthest = share;
    report?.(done, total);
  };
}
