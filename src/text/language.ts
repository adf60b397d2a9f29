const sampleChars = 4000;
/** Shorter texts do not tell reliably; ideographs and syllables say more than letters. */
const minLetters = 40;
const minIdeographs = 10;

/**
 * The language that most of a text is written in as ISO 639-1, from up to 4,000 characters of its middle;
 * undefined when the text is too short or the detection is not sure.
 */
export async function detectLanguage(text: string): Promise<string | undefined> {
  const sample = middle(text).replace(/https?:\/\/\S+/g, ' ');
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  const ideographs = sample.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu)?.length ?? 0;
  if (letters < minLetters && ideographs < minIdeographs) return undefined;
  const { eld } = await import('eld/extrasmall');
  const found = eld.detect(sample);
  return found.isReliable() && /^[a-z]{2}$/.test(found.language) ? found.language : undefined;
}

/** The middle is past title pages and contents, and before references. */
function middle(text: string): string {
  if (text.length <= sampleChars) return text;
  const start = Math.floor((text.length - sampleChars) / 2);
  return text.slice(start, start + sampleChars);
}
