/** The source of a regular expression, with flag `u`, of these words with any white space between them. */
export function wordsPattern(text: string): string {
  const words = text.trim().split(/\s+/u);
  return words.map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)).join(String.raw`\s+`);
}
