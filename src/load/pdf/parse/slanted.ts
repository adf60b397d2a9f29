/** Degrees from the nearest quarter turn: scans are askew by less. */
const leastSlant = 10;

/** Whether a writing direction is none of the quarter turns. */
export function isSlanted(dx: number, dy: number): boolean {
  if (dy === 0) return false; // nearly all text
  const quarters = Math.atan2(dy, dx) / (Math.PI / 2);
  return Math.abs(quarters - Math.round(quarters)) * 90 >= leastSlant;
}
