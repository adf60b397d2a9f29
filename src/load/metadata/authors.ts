import { isSegmented } from '../../text/terms/segmented-scripts.ts';
import { wordsPattern } from '../../util/strings/words-pattern.ts';

/** Shorter words of a program's name say nothing: `of`, `3.1`. */
const fewestLetters = 3;
/** An address on the web, unless it is all: it may be the name by which an author logs in. */
const webAddress = /https?:\/\/|\bwww\.|\s\(?[a-z\d-]{2,}(?:\.[a-z]{2,})+\)?$/;

interface Made {
  /** Names of the programs that made the file, as it says them. */
  readonly tools: readonly (string | undefined)[];
  /** Of the document. */
  readonly text: string;
}

/**
 * The names without those that are no authors: programs and services write themselves, or their makers, where the author
 * stands. Such a name has a web address in it, or begins with a word of a program's name and stands nowhere in the text.
 */
export function realAuthors(names: readonly string[], { tools, text }: Made): string[] {
  const programs = new Set(tools.flatMap((tool) => wordsOf(tool ?? '')));
  return names.filter((name) => {
    const [first] = wordsOf(name);
    const isProgram = first !== undefined && programs.has(first);
    return !webAddress.test(name) && (!isProgram || isNamed(name, text));
  });
}

/** Whether a title has words of programs alone, `Adobe Photoshop PDF`, and stands nowhere in the text. */
export function isOfProgram(title: string, { tools, text }: Made): boolean {
  const programs = new Set(['pdf', ...tools.flatMap((tool) => wordsOf(tool ?? ''))]);
  const words = wordsOf(title);
  return words.length > 0 && words.every((word) => programs.has(word)) && !isNamed(title, text);
}

function wordsOf(name: string): string[] {
  const words = name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => (word.match(/\p{L}/gu)?.length ?? 0) >= fewestLetters);
}

/** Whether the text has the name, up to its first comma, as whole words in scripts that part them. */
export function isNamed(name: string, text: string): boolean {
  const pattern = wordsPattern(name.split(',')[0]!);
  const edged = isSegmented(pattern) ? pattern : String.raw`(?<![\p{L}\p{N}])${pattern}(?!\p{L})`;
  return new RegExp(edged, 'iu').test(text);
}

/** Whether that is how persons are written, `Ada M. Li`, and no name to log in with, no abbreviation and no `Li, Ada` of a directory. */
export function isPerson(name: string): boolean {
  const given = String.raw`(?!\p{Ll})[\p{L}][\p{L}\p{M}.'’-]*`;
  return isSegmented(name) || new RegExp(`^${given}(?:\\s+(?:\\p{Ll}{1,4}\\s+)*${given})+$`, 'u').test(name);
}
