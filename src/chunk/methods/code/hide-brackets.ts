/** Stand for brackets whose inside is looked at no further. */
export const OPEN = '\u0001';
export const CLOSE = '\u0002';

/** A piece of code with blanks for what is in brackets that it closes, at the same offsets. */
export function hideBrackets(code: string): string {
  let flat = code;
  for (let before = ''; before !== flat;) {
    before = flat;
    flat = before.replaceAll(/\([^()]*\)/g, (found) => OPEN + ' '.repeat(found.length - 2) + CLOSE);
  }
  return flat;
}
