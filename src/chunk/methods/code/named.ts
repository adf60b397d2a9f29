/** What is found in the text before a brace. */
export interface Named {
  /** Such as `class Store`, `open()`, `handlers`, `describe('otters')`. */
  readonly name: string;
  /** Where it begins in that text. */
  readonly index: number;
  /** Whether declarations in it are looked for. */
  readonly holds: boolean;
  readonly isObject: boolean;
  /** Whether it is worth a name only when it holds others. */
  readonly isTentative: boolean;
}

/** A function or a method, whose inside is not looked at. */
export function functionNamed(name: string, index: number): Named {
  return { name: `${name}()`, index, holds: false, isObject: false, isTentative: false };
}

/** An object with properties. */
export function objectNamed(name: string, index: number): Named {
  return { name, index, holds: true, isObject: true, isTentative: true };
}
