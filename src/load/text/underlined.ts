import type { Line } from '../detect/lines.ts';

/** The fewest characters of a rule, and how much longer or shorter than its title it may be. */
const shortestRule = 3;
const leastOfTitle = 2 / 3;
const mostOfTitle = 1.25;
const leeway = 2;
const longestTitle = 160;

const rule = /^([-=~^"*+#])\1*$/;
const mayHaveRule = /([-=~^"*+#])\1\1/;
/** Columns of a table stand so far apart, words of a title do not. */
const columns = /\t|\S {3,}\S|\p{L} {2,}\p{L}/u;
/** What the sides of a box are drawn with. */
const sides = '*|#';

/** A title with a row of dashes, equals signs or the like under it, perhaps with another one above. */
export interface Underlined {
  readonly title: string;
  /** The character of the rule, twice where one stands above the title too: titles with the same style have the same rank. */
  readonly style: string;
}

/** The title of a block that is one line with a rule under it. */
export function underlinedTitle(block: string): Underlined | undefined {
  if (block.length > 4 * longestTitle || !mayHaveRule.test(block)) return undefined;
  const lines = block.split('\n').map(content);
  const isOverlined = lines.length === 3 && lines[0] === lines[2];
  const [title, below] = isOverlined ? lines.slice(1) : lines;
  if (lines.length !== (isOverlined ? 3 : 2) || !isUnderlined(title!, below!)) return undefined;
  return { title: title!, style: below!.slice(0, isOverlined ? 2 : 1) };
}

/** Sets titles with a rule under them apart: such a title is the first line, or stands below one without letters and digits. */
export function splitAtUnderlined(text: string, lines: readonly Line[]): (readonly Line[])[] {
  if (!mayHaveRule.test(text.slice(lines[0]!.start, lines.at(-1)!.end))) return [lines];
  const contents = lines.map(({ start, end }) =>
    content(text.slice(start, Math.min(end, start + 2 * longestTitle))),
  );
  const parts: Line[][] = [[]];
  for (let index = 0; index < lines.length; index++) {
    const above = contents[index - 1] ?? '';
    const isTitle = !hasWords(above) && isUnderlined(contents[index]!, contents[index + 1] ?? '');
    if (!isTitle) {
      parts.at(-1)!.push(lines[index]!);
      continue;
    }
    const own = lines.slice(index, index + 2);
    // A rule above that belongs to the title: of the same character, and as long.
    if (above !== '' && above === contents[index + 1] && parts.at(-1)!.length > 0)
      own.unshift(parts.at(-1)!.pop()!);
    parts.push(own, []);
    index += 1;
  }
  return parts.filter((part) => part.length > 0);
}

function isUnderlined(title: string, below: string): boolean {
  if (below.length < shortestRule || !rule.test(below)) return false;
  if (title.length > longestTitle || !hasWords(title) || columns.test(title)) return false;
  return below.length >= leastOfTitle * title.length && below.length <= mostOfTitle * title.length + leeway;
}

/** What a line says, without spaces around it and the sides of a box that it stands in. */
function content(line: string): string {
  const words = line.trim();
  const isBoxed = words.length > 1 && sides.includes(words[0]!) && words.at(-1) === words[0];
  return isBoxed && !rule.test(words) ? words.slice(1, -1).trim() : words;
}

const hasWords = (line: string): boolean => /[\p{L}\p{N}]/u.test(line);
