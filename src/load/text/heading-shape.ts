const maxHeadingLength = 160;
/** Formulas have letters one by one, with the accents of TeX among them; scripts without capitals have words of one, and `Q & A` and `U.S.` are words. */
const word = /[\p{Lu}\p{Ll}\p{M}]{2}|\p{Lo}|^\p{Lu}(?:\s?[&./–]\s?\p{Lu})+\.?$|^\p{Lu}\p{Nd}\p{Lu}$/u;

/** Whether a text has the words of a heading: mostly letters, not too long, no item, no formula and no part of a sentence. */
export function looksLikeHeading(text: string): boolean {
  if (text.length > maxHeadingLength || /[,;]$/.test(text) || /^[(•*]/.test(text) || !word.test(text))
    return false;
  return (text.match(/\p{L}/gu)?.length ?? 0) >= Math.max(2, 0.4 * text.replace(/\s/g, '').length);
}
