import { median } from '../geometry.ts';
import type { Characters, CharacterStyle } from '../words.ts';

/** Degrees from the nearest quarter turn: scans are askew by less. */
const leastSlant = 10;
/** Times the size of the upright text: slanted labels of charts and heads of tables are no larger than that. */
const larger = 2;

/** Whether a writing direction is none of the quarter turns. */
export function isSlanted(dx: number, dy: number): boolean {
  if (dy === 0) return false; // nearly all text
  const quarters = Math.atan2(dy, dx) / (Math.PI / 2);
  return Math.abs(quarters - Math.round(quarters)) * 90 >= leastSlant;
}

/** The styles of what is set slanted over a page and much larger than its text: it is no part of this. None where nothing is upright. */
export function watermarkStyles({ count, style, styles }: Characters): ReadonlySet<CharacterStyle> {
  const slanted = styles.filter((one) => one.slanted === true);
  if (slanted.length === 0) return new Set();
  const upright = Array.from(style.subarray(0, count), (at) => styles[at]).filter(
    (one) => one !== undefined && one.slanted !== true,
  );
  const usual = median(upright.map((one) => one!.size));
  return new Set(slanted.filter(({ size }) => usual > 0 && size >= larger * usual));
}
