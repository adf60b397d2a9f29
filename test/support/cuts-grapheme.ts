const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Whether an offset is inside a grapheme, and not at white space. */
export function cutsGrapheme(text: string, offset: number): boolean {
  if (offset <= 0 || offset >= text.length) return false;
  const isGap = /\s/.test(text[offset - 1]!) || /\s/.test(text[offset]!);
  return !isGap && graphemes.segment(text).containing(offset)!.index !== offset;
}
