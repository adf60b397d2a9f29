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

/** What programs write where nobody has said a name, in some languages. */
const nobody =
  /^(?:anonymous|unknown|(?:.*\s)?user|owner|admin(?:istrator)?|array\(.*\)|(?:.*\s)?(?:benutzer|utilisateur|usuario|utente)|.*(?:用户|用戶|使用者|ユーザー|사용자))$/iu;
/** A name to log in with. */
const login = /^[\p{Ll}\p{N}._@-]+$/u;
/** Numbers, and what dates have beside them. */
const numbers = /^[\p{N}\p{P}\s年月日]+$/u;

/** More names are not looked for: each is a search in the whole text. */
const mostNames = 50;

/**
 * Of the names in the properties of a file those of authors: they may be of who made its template, or has the machine, so that only names
 * that the text has count, in any order and with given names as initials, and none to log in with and no dates. Of very many names the
 * first are taken.
 */
export function authorsOfFile(names: readonly string[], made: Made): string[] {
  return realAuthors(names.slice(0, mostNames), made).filter(
    (name) => !nobody.test(name) && !login.test(name) && !numbers.test(name) && isSaid(name, made.text),
  );
}

/** Whether a text names somebody, also as `Li, Ada`, `A. Li` or `Ada M. Li` for `Ada Li`. */
function isSaid(name: string, text: string): boolean {
  if (isNamed(name, text)) return true;
  const [family = '', given, ...more] = name.split(',').map((part) => part.trim());
  const inOrder = given !== undefined && more.length === 0 ? `${given} ${family}` : name;
  const [first, ...others] = inOrder.trim().split(/\s+/);
  const last = others.at(-1);
  if (!first || last === undefined) return false;
  const [full, surname] = [wordsPattern(first), wordsPattern(last)];
  const initial = wordsPattern([...first][0]!);
  const between = String.raw`(?:\s?\p{Lu}[\p{L}.’'-]{0,20}){0,2}`;
  const written = String.raw`(?:${full}|${initial}\.?)${between}\s+${surname}|${surname},?\s+(?:${full}|${initial}(?!\p{L}))`;
  return new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${written})(?![\p{L}\p{N}])`, 'u').test(text);
}
