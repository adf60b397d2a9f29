/** Longest run, in UTF-16 code units, that is left whole; no word of any language comes near it. */
const LONGEST_RUN = 128;

const homogeneous = /^(?:[\p{L}\p{M}]+|[^ \t\p{L}\p{N}]+|\s+)$/u;

/**
 * Where to cut text so that no run of letters, of punctuation or of white space is longer than about twice 128
 * code units. Ascending offsets, never inside a surrogate pair; empty for ordinary text. One pass.
 *
 * A cheap count runs along (code units beyond ASCII count for every kind); only when it reaches 128 are those
 * units looked at closely. It need not run where it cannot get that far.
 */
export function uninterruptedCuts(text: string): number[] {
  return hasLongRun(text) ? findCuts(text) : [];
}

/** Whether one kind goes on for 128 code units: such a run holds one of every 128th, so that few are looked at. */
function hasLongRun(text: string): boolean {
  for (let at = LONGEST_RUN - 1; at < text.length; at += LONGEST_RUN) {
    const kind = kindOf(text.charCodeAt(at));
    if (kind & LETTER && isInLongRun(text, at, LETTER)) return true;
    if (kind & MARK && isInLongRun(text, at, MARK)) return true;
    if (kind & SPACE && isInLongRun(text, at, SPACE)) return true;
  }
  return false;
}

function isInLongRun(text: string, at: number, kind: number): boolean {
  let start = at;
  while (start > 0 && kindOf(text.charCodeAt(start - 1)) & kind && at - start < LONGEST_RUN) start--;
  let end = at + 1;
  while (end < text.length && kindOf(text.charCodeAt(end)) & kind && end - start < LONGEST_RUN) end++;
  return end - start >= LONGEST_RUN;
}

function findCuts(text: string): number[] {
  const cuts: number[] = [];
  let letters = 0;
  let marks = 0;
  let spaces = 0;
  for (let index = 0; index < text.length; index++) {
    const kind = kindOf(text.charCodeAt(index));
    letters = kind & LETTER ? letters + 1 : 0;
    marks = kind & MARK ? marks + 1 : 0;
    spaces = kind & SPACE ? spaces + 1 : 0;
    if (letters < LONGEST_RUN && marks < LONGEST_RUN && spaces < LONGEST_RUN) continue;
    letters = marks = spaces = 0;
    const cut = codePointStart(text, index + 1);
    const from = codePointStart(text, index + 1 - LONGEST_RUN);
    if (cut < text.length && homogeneous.test(text.slice(from, cut))) cuts.push(cut);
  }
  return cuts;
}

/** The offset itself, or the one before it when it is inside a surrogate pair. */
export function codePointStart(text: string, offset: number): number {
  const insidePair = isLowSurrogate(text.charCodeAt(offset)) && isHighSurrogate(text.charCodeAt(offset - 1));
  return insidePair ? offset - 1 : offset;
}

const LETTER = 1;
const MARK = 2;
const SPACE = 4;

const asciiKinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[A-Za-z]/.test(character)) return LETTER;
  if (/[0-9]/.test(character)) return 0;
  // Vocabularies let line breaks trail punctuation.
  if (/[\r\n]/.test(character)) return SPACE | MARK;
  return /\s/.test(character) ? SPACE : MARK;
});

function kindOf(code: number): number {
  return code < 128 ? asciiKinds[code]! : LETTER | MARK | SPACE;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code < 0xdc00;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code < 0xe000;
}
