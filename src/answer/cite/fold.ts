/**
 * Text as it compares when only its printing differs: white space, hyphenation, quote marks, dashes,
 * ligatures, full-width forms, invisible characters, composition of accents and case are folded away;
 * digits, letters and all other signs stay. Every folded code unit knows where it came from.
 */
export interface FoldedText {
  readonly text: string;
  /** For each code unit of `text`: where its source character starts. */
  readonly starts: Int32Array;
  /** For each code unit of `text`: where its source character ends (exclusive). */
  readonly ends: Int32Array;
}

const replacements = new Map<string, string>([
  ...Array.from('‘’‚‛′ʼ`´', (mark) => [mark, "'"] as const),
  ...Array.from('“”„‟″«»', (mark) => [mark, '"'] as const),
  ...Array.from('‐‑‒–—―−﹣', (dash) => [dash, '-'] as const),
  ['…', '...'],
  ['ﬀ', 'ff'],
  ['ﬁ', 'fi'],
  ['ﬂ', 'fl'],
  ['ﬃ', 'ffi'],
  ['ﬄ', 'ffl'],
  ['ﬅ', 'st'],
  ['ﬆ', 'st'],
]);
const invisible = /^[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]$/;
const space = /^\s$/;
const letter = /^\p{L}$/u;
const mark = /^\p{M}$/u;
const hyphens = '-\u2010\u2011\u00ad';

/** Folds a text in one pass, in time proportional to its length. */
export function foldText(source: string): FoldedText {
  // No character folds to more than four code units.
  const units = new Uint16Array(source.length * 4);
  const starts = new Int32Array(source.length * 4);
  const ends = new Int32Array(source.length * 4);
  let length = 0;
  for (let position = 0; position < source.length;) {
    const afterSpace = length === 0 || units[length - 1] === 0x20;
    const plain = foldPlain(source, position, afterSpace);
    const end = plain === undefined ? clusterEnd(source, position) : position + 1;
    const joined = plain === undefined ? afterJoiningHyphen(source, position) : undefined;
    const folded =
      plain ?? (joined === undefined ? foldCluster(source.slice(position, end), afterSpace) : '');
    for (let unit = 0; unit < folded.length; unit++, length++) {
      units[length] = folded.charCodeAt(unit);
      starts[length] = position;
      ends[length] = end;
    }
    position = joined ?? end;
  }
  return {
    text: decode(units.subarray(0, length)),
    starts: starts.slice(0, length),
    ends: ends.slice(0, length),
  };
}

/** The short way for what most texts are made of: ASCII letters, digits, signs and spaces without a mark after them. */
function foldPlain(source: string, position: number, afterSpace: boolean): string | undefined {
  const code = source.charCodeAt(position);
  if (code < 0x20 || code >= 0x7f || code === 0x2d || code === 0x60) return undefined;
  if (source.charCodeAt(position + 1) >= 0x300) return undefined;
  return code === 0x20 && afterSpace ? '' : asciiFolded[code];
}

const asciiFolded = Array.from({ length: 0x7f }, (_, code) => String.fromCharCode(code).toLowerCase());

function decode(units: Uint16Array): string {
  const parts: string[] = [];
  for (let start = 0; start < units.length; start += 8_192) {
    parts.push(String.fromCharCode(...units.subarray(start, start + 8_192)));
  }
  return parts.join('');
}

/** The end of the character at `start` with the combining marks that follow it. */
function clusterEnd(source: string, start: number): number {
  let end = start + characterAt(source, start).length;
  while (end < source.length && source.charCodeAt(end) >= 0x300) {
    const next = characterAt(source, end);
    if (!mark.test(next)) break;
    end += next.length;
  }
  return end;
}

function foldCluster(cluster: string, afterSpace: boolean): string {
  const replacement = replacements.get(cluster);
  if (replacement !== undefined) return replacement;
  const code = cluster.charCodeAt(0);
  if (space.test(cluster)) return afterSpace ? '' : ' ';
  if (invisible.test(cluster)) return '';
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - 0xfee0).toLowerCase();
  return cluster.normalize('NFC').toLowerCase();
}

/**
 * Where the word goes on when a hyphen between two letters stands at `position`, with or without white space
 * after it: `well-known`, `well-⏎known` and `wellknown` fold to the same. Between digits a hyphen stays.
 */
function afterJoiningHyphen(source: string, position: number): number | undefined {
  if (!hyphens.includes(source.charAt(position)) || !letter.test(source.charAt(position - 1)))
    return undefined;
  let next = position + 1;
  while (next < source.length && space.test(source.charAt(next))) next++;
  return letter.test(characterAt(source, next)) ? next : undefined;
}

/** A space behind the end. */
export function characterAt(source: string, position: number): string {
  return String.fromCodePoint(source.codePointAt(position) ?? 0x20);
}
