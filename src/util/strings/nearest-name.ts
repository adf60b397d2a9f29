/** More single-character edits than that make another name. */
const mostEdits = 2;

/**
 * The name that was likely meant: the one with the fewest edits, 2 at most and fewer than half of its letters, however words are
 * joined in it (`clientName`, `client_name`); else the one that shares the most words, half of all at least (`created_date`, `dateCreated`); else the only one that begins with it, of 4 letters or more (`quest`, `question`); else `undefined`.
 */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  return nearestBySpelling(name, names) ?? nearestByWords(name, names) ?? onlyBegunBy(name, names);
}

/** Letters of a name that say which one is begun. */
const fewestLetters = 4;

function onlyBegunBy(name: string, names: readonly string[]): string | undefined {
  const begun = names.filter((one) => one.toLowerCase().startsWith(name.toLowerCase()));
  return name.length >= fewestLetters && begun.length === 1 ? begun[0] : undefined;
}

function nearestBySpelling(name: string, names: readonly string[]): string | undefined {
  const asked = wordsIn(name).join('');
  let nearest: string | undefined;
  let fewest = mostEdits + 1;
  for (const candidate of names) {
    const letters = wordsIn(candidate).join('');
    const edits = editDistance(asked, letters);
    if (edits < fewest && 2 * edits < letters.length) {
      nearest = candidate;
      fewest = edits;
    }
  }
  return nearest;
}

function nearestByWords(name: string, names: readonly string[]): string | undefined {
  const asked = new Set(wordsIn(name));
  let nearest: string | undefined;
  let most = 0;
  for (const candidate of names) {
    const words = new Set(wordsIn(candidate));
    const shared = [...words].filter((word) => asked.has(word)).length;
    const share = shared / (asked.size + words.size - shared);
    if (share >= 0.5 && share > most) {
      nearest = candidate;
      most = share;
    }
  }
  return nearest;
}

/** In small letters, without what joins them; a sign that is part of the name, such as `$`, stays. */
function wordsIn(name: string): string[] {
  return name
    .replaceAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .split(/[\s._-]+/)
    .filter((word) => word !== '');
}

/** Edits of single UTF-16 code units: one more, one less, another one, or two neighbours in each other's place. */
function editDistance(left: string, right: string): number {
  if (Math.abs(left.length - right.length) > mostEdits) return Infinity;
  const rows = [Array.from({ length: right.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Infinity;
  for (let row = 1; row <= left.length; row += 1) {
    rows.push([row]);
    for (let column = 1; column <= right.length; column += 1) {
      const isSame = left[row - 1] === right[column - 1];
      const isSwapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      rows[row]!.push(
        Math.min(
          at(row - 1, column - 1) + Number(!isSame),
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          isSwapped ? at(row - 2, column - 2) + 1 : Infinity,
        ),
      );
    }
  }
  return at(left.length, right.length);
}
