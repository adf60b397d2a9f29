/** A short form and what a text says that it stands for. */
export interface Acronym {
  /** As written, without the s of a plural: PPA. */
  readonly short: string;
  /** As written: purchase price allocation. */
  readonly long: string;
}

const shortForm = String.raw`[\p{Lu}\p{Nd}][\p{L}\p{Nd}&-]{0,8}[\p{L}\p{Nd}]`;
/** (PPA), (the “SEC”), (hereinafter "NDA"). */
const inBrackets = new RegExp(String.raw`\((?:(?:the|hereinafter) )*["“”]?(${shortForm})["“”]?\)`, 'gu');
/** PPA (purchase price allocation). */
const beforeBrackets = new RegExp(
  String.raw` \((?<=(?<![\p{L}\p{Nd}&-])(${shortForm}) \()(\p{L}[^()\n]{4,100})\)`,
  'gu',
);
/** What a long form may have before it, in UTF-16 code units. */
const LONGEST = 120;

/**
 * The short forms that a text explains: “purchase price allocation (PPA)”, “PPA (purchase price allocation)”. Their letters
 * stand in the long form in order, the first one at its beginning.
 *
 * @see https://psb.stanford.edu/psb-online/proceedings/psb03/schwartz.pdf
 */
export function acronymsIn(text: string): Acronym[] {
  const behind = Array.from(text.matchAll(inBrackets), ({ 1: written = '', index }) => {
    const short = withoutPlural(written);
    return { short, long: longFormAtEnd(text.slice(Math.max(0, index - LONGEST), index), short) };
  });
  const before = Array.from(text.matchAll(beforeBrackets), ([, written = '', long = '']) => {
    const short = withoutPlural(written);
    return { short, long: startOfLetters(long, short) === 0 ? long : '' };
  });
  return [...behind, ...before].filter(({ short, long }) => isAcronym(short) && explains(long, short));
}

/** A term for each place where a short form stands in brackets or before some, so that its explanation is found. */
export function acronymMarks(text: string): string[] {
  return [...text.matchAll(inBrackets), ...text.matchAll(beforeBrackets)]
    .map(([, written = '']) => withoutPlural(written))
    .filter(isAcronym)
    .map((short) => `(${short.toLowerCase()})`);
}

/** Two capitals at least, or one beside a digit. */
export function isAcronym(word: string): boolean {
  return /\p{Lu}/u.test(word) && Array.from(word.matchAll(/[\p{Lu}\p{Nd}]/gu)).length > 1;
}

export function withoutPlural(word: string): string {
  return word.replace(/(?<=\p{Lu})s$/u, '');
}

/** One word alone must be much longer, not “cell (CE)”, and none is the short form itself. */
function explains(long: string, short: string): boolean {
  const least = /\s/.test(long) ? short.length + 2 : short.length * 3;
  const [first = ''] = long.split(/[^\p{L}\p{Nd}-]/u);
  return long.length > least && first.toLowerCase() !== short.toLowerCase();
}

/** What begins with the first letter of the short form and goes to the end of the text; empty when nothing does. */
function longFormAtEnd(text: string, short: string): string {
  const clause = text.split(/[.;:!?()[\]\n]\s/u).at(-1) ?? '';
  const mostWords = Math.min(short.length + 5, short.length * 2);
  const near = clause.trim().split(/\s+/u).slice(-mostWords).join(' ');
  const start = startOfLetters(near, short);
  return start === undefined ? '' : near.slice(start);
}

/**
 * Where the first letter of the short form begins a word of the long one, the other letters behind it in order: sought
 * from the end, each as far behind as may be.
 */
function startOfLetters(long: string, short: string): number | undefined {
  const text = long.toLowerCase();
  const [first = '', ...others] = short.toLowerCase().match(/[\p{L}\p{Nd}]/gu) ?? [];
  let place = text.length;
  for (const letter of others.reverse()) {
    place = place > 0 ? text.lastIndexOf(letter, place - 1) : -1;
    if (place < 0) return undefined;
  }
  const starts = [...text.slice(0, place).matchAll(/(?<![\p{L}\p{Nd}])[\p{L}\p{Nd}]/gu)];
  return starts.findLast(([letter]) => letter === first)?.index;
}
