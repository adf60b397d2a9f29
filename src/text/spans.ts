/** A half-open range of UTF-16 code units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Whether the code unit is white space or a line terminator, as `\s` and `trim` have it. */
export function isSpace(code: number): boolean {
  if (code <= 0x20) return code === 0x20 || (code >= 9 && code <= 13);
  if (code < 0xa0) return false;
  return code === 0xa0 || code === 0xfeff || (code >= 0x1680 && /\s/.test(String.fromCharCode(code)));
}

/** The span without white space at its ends; `start === end` when nothing else is in it. */
export function trimSpan(text: string, start: number, end: number): Span {
  while (start < end && isSpace(text.charCodeAt(start))) start++;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  return { start, end };
}

/** The lines that are not blank, trimmed. */
export function lineSpans(text: string, from = 0, to = text.length): Span[] {
  const lines: Span[] = [];
  for (let start = from; start < to;) {
    const end = lineEnd(text, start, to);
    const line = trimSpan(text, start, end);
    if (line.start < line.end) lines.push(line);
    start = end + 1;
  }
  return lines;
}

function lineEnd(text: string, from: number, to: number): number {
  let end = from;
  while (end < to && !isLineBreak(text.charCodeAt(end))) end++;
  return end;
}

function isLineBreak(code: number): boolean {
  return code === 10 || code === 13 || code === 0x2028 || code === 0x2029 || code === 0x85;
}

/** Index of the first element for which `isAfter` holds, in an array where it holds from some index on. */
export function firstIndex(length: number, isAfter: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isAfter(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
