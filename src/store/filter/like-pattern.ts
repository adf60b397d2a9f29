/** One step of a `$like` pattern: `%` any number of characters, `_` one, all else itself. */
export type LikePart =
  | { readonly kind: 'any' }
  | { readonly kind: 'one' }
  | { readonly kind: 'character'; readonly character: string };

/**
 * Reads a pattern. Of neighbouring wildcards every `_` comes before a single `%`, which means the same and is soon matched. A backslash makes a wildcard of the character behind it stand for itself: `100\%`.
 * `undefined` where the pattern ends with a backslash that has nothing behind it.
 */
export function parseLike(pattern: string): readonly LikePart[] | undefined {
  const parts: LikePart[] = [];
  const characters = [...pattern];
  for (let at = 0; at < characters.length; at += 1) {
    let character = characters[at]!;
    const isBehindAny = parts.at(-1)?.kind === 'any';
    if (character === '%') {
      if (!isBehindAny) parts.push({ kind: 'any' });
    } else if (character === '_') {
      parts.splice(isBehindAny ? -1 : parts.length, 0, { kind: 'one' });
    } else {
      if (character === '\\') {
        const escaped = characters[(at += 1)];
        if (escaped === undefined) return undefined;
        character = escaped;
      }
      parts.push({ kind: 'character', character });
    }
  }
  return parts;
}

/**
 * Whether the whole text is of the pattern, with upper and lower case as they are. A character is a code point.
 * Takes at most the length of the text times that of the pattern.
 */
export function likeTest(pattern: string): (text: string) => boolean {
  const parts = parseLike(pattern) ?? [];
  return (text) => isLike([...text], parts);
}

/** Goes back to the latest `%` alone, and has it take one character more. */
function isLike(characters: readonly string[], parts: readonly LikePart[]): boolean {
  let [at, part] = [0, 0];
  let [latestAny, takenFrom] = [-1, 0];
  while (at < characters.length) {
    const step = parts[part];
    if (step?.kind === 'any') {
      [latestAny, takenFrom] = [part, at];
      part += 1;
    } else if (step?.kind === 'one' || (step !== undefined && step.character === characters[at])) {
      at += 1;
      part += 1;
    } else if (latestAny >= 0) {
      takenFrom += 1;
      [at, part] = [takenFrom, latestAny + 1];
    } else {
      return false;
    }
  }
  return parts.slice(part).every(({ kind }) => kind === 'any');
}
