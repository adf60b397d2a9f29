/** Shares of the characters other than white space above which text is taken for a failed decoding. */
const MOST_REPLACED = 0.05;
const MOST_PRIVATE = 0.1;
const MOST_CONTROLS = 0.05;
const MOST_MISREAD = 0.1;
const LEAST_WORDY = 0.2;
/** Fewer characters than these say nothing about their ratio. */
const ENOUGH_CHARACTERS = 20;

/** UTF-8 that was read as Latin-1 or Windows-1252: Ã©, â€™, Â§. */
const misread = /[ÃÂ][\u0080-\u00bf‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|â€[\u0080-\u00bf™œ\u009d“”˜¦¢]?/gu;

/** Lines of tables, rules and dot leaders, which are no sign of anything. */
const rules = /[|\-–—_.·…=*#+:]/gu;

/** What is wrong with text that no one can read, or undefined for text that someone can. */
export function garbleOf(text: string): string | undefined {
  if (isPlainlyFine(text)) return undefined;
  const total = countOf(text, /\S/gu);
  const ruled = countOf(text, rules);
  const share = (pattern: RegExp) => countOf(text, pattern) / Math.max(1, total);
  if (share(/\ufffd/gu) > MOST_REPLACED) return 'characters that could not be decoded';
  if (share(/\p{Private_Use}/gu) > MOST_PRIVATE)
    return 'private-use characters of a font without a character map';
  if (share(/(?!\s)\p{Cc}|\p{Surrogate}/gu) > MOST_CONTROLS) return 'control characters';
  if (total < ENOUGH_CHARACTERS) return undefined;
  if (2 * share(misread) > MOST_MISREAD) return 'text decoded with the wrong character encoding';
  if (total - ruled < ENOUGH_CHARACTERS) return undefined;
  const words = countOf(text, /[\p{L}\p{N}\p{M}\p{Emoji_Presentation}]/gu);
  return words < LEAST_WORDY * (total - ruled) ? 'hardly any letters or digits' : undefined;
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** Says in one pass of most texts what the shares above would: too few characters are odd for any of them. */
function isPlainlyFine(text: string): boolean {
  let wordy = 0;
  let odd = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    const letter = code | 0x20;
    if ((letter >= 0x61 && letter <= 0x7a) || (code >= 0x30 && code <= 0x39)) wordy += 1;
    else if (code > 0x7e || (code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d)) odd += 1;
  }
  const leastShare = Math.min(MOST_REPLACED, MOST_PRIVATE, MOST_CONTROLS, MOST_MISREAD / 2);
  return wordy >= LEAST_WORDY * text.length && odd <= leastShare * wordy;
}
