/** What is asked of a word: see words.ts. */
interface Word {
  readonly text: string;
  readonly baseline: number;
  readonly size: number;
  readonly turn: number;
}

/** Dots of a rule at least: more than a leader has in the narrow column of a table. */
const fewestDots = 60;

/** Words without rows of dots that stand alone, as programs that set journals draw lines in tables; leaders have text beside them. */
export function withoutDottedRules<T extends Word>(words: readonly T[]): T[] {
  return words.filter((word, index) => {
    if (word.text.length < fewestDots || !/^\.+$/.test(word.text)) return true;
    return isBeside(word, words[index - 1]) || isBeside(word, words[index + 1]);
  });
}

const isBeside = (word: Word, other: Word | undefined): boolean =>
  other !== undefined && other.turn === word.turn && Math.abs(other.baseline - word.baseline) < word.size / 2;
