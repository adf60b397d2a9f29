import { median } from '../geometry.ts';

interface Style {
  /** Points, after all scaling. */
  readonly size: number;
  readonly slanted?: boolean;
}

interface StyledCharacters<One> {
  readonly count: number;
  /** Of each character the index into `styles`. */
  readonly style: Int32Array;
  readonly styles: readonly One[];
}

/** Times the size of the upright text: slanted labels of charts and heads of tables are no larger than that. */
const largerThanText = 2;
/** Points. Nobody reads what is smaller, unless all of the page is: it is drawn to be enlarged. */
const fewestPoints = 1.5;
const smallerThanText = 1 / 4;

/**
 * The styles of what is no part of a page's text: what is set slanted over it and much larger, and what is too small to be seen, as
 * ids are that programs leave there. None where nothing is upright.
 */
export function stylesOfNoText<One extends Style>({
  count,
  style,
  styles,
}: StyledCharacters<One>): ReadonlySet<One> {
  const others = styles.filter(({ slanted, size }) => slanted === true || size < fewestPoints);
  if (others.length === 0) return new Set();
  const upright = Array.from(style.subarray(0, count), (at) => styles[at]).filter(
    (one) => one !== undefined && one.slanted !== true,
  );
  const usual = median(upright.map((one) => one!.size));
  const isLeftOut = ({ slanted, size }: Style) =>
    slanted === true ? size >= largerThanText * usual : size < smallerThanText * usual;
  return new Set(usual > 0 ? others.filter(isLeftOut) : []);
}
