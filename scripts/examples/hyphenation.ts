/** Splits a word where a line may end: the parts join to the word. A word not in the list stays whole. */
export type Hyphenate = (word: string) => string[];

/**
 * Hyphenation from a list of divided words (`meas-ure-ment`), one a line or separated by spaces. The list is written by hand, so
 * that no pattern invents a bad break; a plural or a past tense takes the breaks of its stem, and parts
 * keep at least two letters before the break and three after it.
 */
export function hyphenateWith(list: string): Hyphenate {
  const divided = new Map(
    list
      .trim()
      .split(/\s+/)
      .map((entry) => [entry.replaceAll('-', ''), entry.split('-')]),
  );
  return (word) => {
    const [, before = '', letters = '', after = ''] =
      /^([^A-Za-z]*)([A-Za-z]+)([^A-Za-z]*)$/.exec(word) ?? [];
    const parts = divided.get(letters.toLowerCase()) ?? stemParts(letters.toLowerCase(), divided);
    if (!parts) return [word];
    return widen(sliceLike(letters, parts), before, after);
  };
}

function stemParts(word: string, divided: ReadonlyMap<string, string[]>): string[] | undefined {
  for (const ending of ['s', 'd', 'ed', 'ly']) {
    const stem = word.endsWith(ending) ? divided.get(word.slice(0, -ending.length)) : undefined;
    if (stem) return [...stem.slice(0, -1), `${stem.at(-1)}${ending}`];
  }
  return undefined;
}

function sliceLike(word: string, parts: readonly string[]): string[] {
  let start = 0;
  return parts.map((part) => word.slice(start, (start += part.length)));
}

function widen(parts: string[], before: string, after: string): string[] {
  while (parts.length > 1 && (parts[0]?.length ?? 0) < 2) parts.splice(0, 2, `${parts[0]}${parts[1]}`);
  while (parts.length > 1 && (parts.at(-1)?.length ?? 0) < 3)
    parts.splice(-2, 2, `${parts.at(-2)}${parts.at(-1)}`);
  parts[0] = `${before}${parts[0]}`;
  parts[parts.length - 1] = `${parts.at(-1)}${after}`;
  return parts;
}
