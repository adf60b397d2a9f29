const sampleChars = 4000;
/** Of the different words, in UTF-16 code units: more of them did not tell a language better, of 25 tried. */
const mostRead = 200;
/** Fewer do not tell reliably; ideographs and syllables say more than letters. */
const minLetters = 40;
const minIdeographs = 10;
const letter = /\p{L}/gu;
const ideograph = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu;
const word = /[\p{L}\p{M}\p{N}'’]+/gu;

/** Importing costs something also where it has been done before. */
let detector: Promise<typeof import('eld/extrasmall')> | undefined;

/**
 * The language that most of a text is written in as ISO 639-1, from up to 4,000 characters of its middle;
 * undefined when it has too few different words or the detection is not sure.
 */
export async function detectLanguage(text: string): Promise<string | undefined> {
  const sample = differentWords(middle(text).replace(/https?:\/\/\S+/g, ' '));
  if (!hasAtLeast(minLetters, letter, sample) && !hasAtLeast(minIdeographs, ideograph, sample)) {
    return undefined;
  }
  detector ??= import('eld/extrasmall');
  const { eld } = await detector;
  const found = eld.detect(sample);
  return found.isReliable() && /^[a-z]{2}$/.test(found.language) ? found.language : undefined;
}

function hasAtLeast(count: number, pattern: RegExp, text: string): boolean {
  const found = text.matchAll(pattern);
  for (let missing = count; missing > 0; missing -= 1) if (found.next().done) return false;
  return true;
}

/** Each word once, without codes: a table that repeats a few of them looks like any language. */
function differentWords(text: string): string {
  const words = new Set<string>();
  let length = 0;
  for (const [one] of text.matchAll(word)) {
    if (words.has(one) || (/\p{N}/u.test(one) && one.search(ideograph) < 0)) continue;
    words.add(one);
    length += one.length + 1;
    if (length > mostRead) break;
  }
  return [...words].join(' ');
}

/** The middle is past title pages and contents, and before references. */
function middle(text: string): string {
  if (text.length <= sampleChars) return text;
  const start = Math.floor((text.length - sampleChars) / 2);
  return text.slice(start, start + sampleChars);
}
