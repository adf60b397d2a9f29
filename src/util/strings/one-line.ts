/** Text with each run of white space as one space: lines of a page are not lines of an answer. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
