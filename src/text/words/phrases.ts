const never = /(?!)/gu;
const compiled = new Map<string, RegExp>();

/**
 * A pattern that finds the phrases of lists as whole words, the longest first, in any case. Beside a character of a script without
 * spaces there is always a word's edge.
 */
export function phrasePattern(...lists: readonly string[]): RegExp {
  const key = lists.join('|');
  const known = compiled.get(key) ?? compile(phrasesIn(key));
  compiled.set(key, known);
  return known;
}

/** The phrases of a list. */
export const phrasesIn = (list: string): string[] =>
  list
    .split('|')
    .map((phrase) => phrase.trim())
    .filter(Boolean);

/** A quick look whether a text could have a phrase of a list: compiling a pattern takes milliseconds. */
export function couldHavePhrase(text: string, list: string): boolean {
  const folded = fold(text);
  return phrasesIn(list).some((phrase) => folded.includes(/^[^ '’*]*/.exec(fold(phrase))![0]));
}

const fold = (text: string): string => text.toUpperCase().toLowerCase();

const unspaced = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]`;
export const wordStart = String.raw`(?:(?<!(?!${unspaced})[\p{L}\p{M}])|(?=${unspaced}))`;
export const wordEnd = String.raw`(?:(?!(?!${unspaced})[\p{L}\p{M}])|(?<=${unspaced}))`;

function compile(phrases: readonly string[]): RegExp {
  if (phrases.length === 0) return never;
  return new RegExp(`${wordStart}(?:${alternatives(phrases)})${wordEnd}`, 'giu');
}

/** The phrases as alternatives of a pattern, the longest first. */
export function alternatives(phrases: readonly string[]): string {
  return phrases
    .toSorted((a, b) => b.length - a.length)
    .map((phrase) =>
      phrase
        .replaceAll(/[.$^()[\]{}?+\\/]/g, String.raw`\$&`)
        .replaceAll('*', String.raw`\p{L}*`)
        .replaceAll(/['’]/g, "['’]")
        .replaceAll(' ', String.raw`\s+`),
    )
    .join('|');
}
