/** A number as it is meant: with sign, scale and the unit that stands with it. */
export interface Quantity {
  /** The number times its scale: 5 million is 5,000,000. */
  readonly value: number;
  /** The number alone; in a table the scale stands in the header. */
  readonly bare: number;
  /** `million`, where it is said with the number. */
  readonly scale: number;
  /** One name for all ways of writing a unit; `undefined` where none is known to stand there. */
  readonly unit: string | undefined;
}
