/**
 * A part of a text as a string of its own. What `slice` gives looks everything up in the whole text, which takes half as
 * long again where each character is read.
 */
export function copySlice(text: string, start: number, end: number): string {
  return Buffer.from(text.slice(start, end), 'utf16le').toString('utf16le');
}
