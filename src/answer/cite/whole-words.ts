/** Scripts whose words are joined by spaces, so that a letter on both sides of an edge means a cut word. */
const wordCharacter = /^[\p{L}\p{N}_]$/u;
const unspaced =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]$/u;
const mark = /^(?:\p{M}|\u200d)$/u;
const digit = /^\p{Nd}$/u;
/** Between two digits these make one number of them: `1.5`, `1/2`, `10:30`, `1 500` with a space that does not break. */
const withinNumber = /^[.,/:\u00a0\u2009\u202f]$/;
/** What a joined word has between its parts: a hyphen, and the line break that may follow it. */
const joint = /\p{L}[-\u2010\u2011\u00ad](?:\r?\n)?$/u;

/**
 * Whether `[start, end)` takes only whole words and whole numbers of the text: `5 million` is not to be found
 * in `1.5 million` or `15 million`, nor `art` in `party`, nor `safe` in `un-safe`. In scripts without spaces any character edge will do.
 */
export function takesWholeWords(text: string, start: number, end: number): boolean {
  return !cutsWord(text, start) && !cutsWord(text, end);
}

function cutsWord(text: string, edge: number): boolean {
  if (edge <= 0 || edge >= text.length) return false;
  const before = characterBefore(text, edge);
  const after = characterAfter(text, edge);
  if (isLowSurrogate(text.charCodeAt(edge)) && before.length === 1 && isHighSurrogate(before)) return true;
  if (mark.test(after)) return true;
  if (withinNumber.test(before) && digit.test(after)) return digit.test(text.charAt(edge - 2));
  if (digit.test(before) && withinNumber.test(after)) return digit.test(text.charAt(edge + 1));
  if (/^\p{L}$/u.test(after) && joint.test(text.slice(Math.max(0, edge - 5), edge))) return true;
  return isSpacedWord(before) && isSpacedWord(after);
}

function isSpacedWord(character: string): boolean {
  return wordCharacter.test(character) && !unspaced.test(character);
}

function characterBefore(text: string, edge: number): string {
  const paired = isLowSurrogate(text.charCodeAt(edge - 1)) && isHighSurrogate(text.charAt(edge - 2));
  return text.slice(edge - (paired ? 2 : 1), edge);
}

function characterAfter(text: string, edge: number): string {
  return String.fromCodePoint(text.codePointAt(edge) ?? 0x20);
}

function isHighSurrogate(character: string): boolean {
  return (character.charCodeAt(0) & 0xfc00) === 0xd800;
}

function isLowSurrogate(code: number): boolean {
  return (code & 0xfc00) === 0xdc00;
}
