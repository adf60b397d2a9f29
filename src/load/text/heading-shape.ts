const maxHeadingLength = 160;

/** Whether a text has the words of a heading: mostly letters, not too long, no item and no part of a sentence. */
export function looksLikeHeading(text: string): boolean {
  if (text.length > maxHeadingLength || /[,;]$/.test(text) || /^[(•*]/.test(text)) return false;
  return (text.match(/\p{L}/gu)?.length ?? 0) >= Math.max(2, 0.4 * text.replace(/\s/g, '').length);
}
