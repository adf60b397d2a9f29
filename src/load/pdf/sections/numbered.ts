import { looksLikeHeading } from '../../text/heading-shape.ts';
import { isTitleWithStop } from '../../text/text-headings.ts';
import { trailingAbbreviations } from '../../../text/structure/abbreviations.ts';
import { textOf, type Piece } from '../arrange/pieces.ts';
import { fromRoman } from '../margins/page-numbers.ts';

/** Numbered headings that a document has at least, from 1 on. */
const shortestChain = 3;
/** Characters between one and the next: the items of a list have fewer. */
const leastBetween = 200;
const leastBetweenCapitals = 60;
/** In the mean: the steps of instructions and the answers to questions have fewer; none are needed in capitals, with text below that is counted under them: `1.1`. */
const leastOnAverage = 900;
/** Share of them that have such text. */
const mostlyCounted = 0.5;
/** Lines numbered like the headings and set like them, for each of these: items of lists count anew. */
const mostOthers = 1 / 3;
/** From so many Arabic numbers on, one between may be missing; in capitals from the fewest on, as items of lists are hardly set so. */
const fewestWithGap = 5;
const leastBelow = 80;
const mostRows = 3;
const mostWords = 14;
/** Headings of a chain are of one size, to this share of it. */
const sameSize = 0.08;
/** Share of the words of a title that the text below it says again: `This Harbour Agreement`. */
const mostlyAgain = 0.5;
/** Letters of a line in capitals, and of one with a number. */
const leastCapitals = 5;
const leastCapitalsOfTitle = 4;

/**
 * Number, part of it for a heading below, and the first letter of the title: `IV. RESULTS`, `2.1 Method`, `B. Data`, `2. U.S. market`. After a letter
 * it is no initial of a name: `A. V. Tide`.
 */
const numbered =
  /^(?:(\d{1,2})(?:\.(\d{1,2}))?\.?|(?:([IVX]{1,5})|([A-Z]))\.(?!\s+\p{Lu}\.[\s-]))\s+["“(]?[\p{Lu}\d]/u;

export interface NumberedHeadings {
  /** What opens the document in capitals, where all of `main` are in such and the text names it. */
  readonly title: Piece | undefined;
  readonly main: ReadonlySet<Piece>;
  /** Below those of `main`. */
  readonly lower: ReadonlySet<Piece>;
}

interface Candidate {
  readonly piece: Piece;
  readonly text: string;
  /** Arabic or Roman numbers, which make a chain each, or a letter or number of a heading below. */
  readonly kind: 'arabic' | 'roman' | 'lower';
  readonly value: number;
  /** Of the heading that it stands below: 3 of `3.1`. */
  readonly parent?: number;
  /** Characters of the text above it. */
  readonly at: number;
}

interface Chain {
  readonly last: Candidate;
  readonly before: Chain | undefined;
  readonly length: number;
}

/**
 * Headings that are set like the text but count through the document: short lines without a full stop, numbered one after the other from 1 on,
 * with much text between, and hardly any others like them. Those below count anew under each of them. What follows the last of those in capitals and is set like it is one too.
 */
export function findNumbered(pieces: readonly Piece[]): NumberedHeadings | undefined {
  const candidates = candidatesOf(pieces);
  const chains = [
    longestChain(candidates, 'roman', 2),
    longestChain(candidates, 'arabic', 1),
    longestChain(candidates, 'arabic', 2),
  ];
  const [found] = chains
    .map((chain) => membersOf(chain))
    .filter((members) => members.length >= shortestChain && mayMiss(members))
    .sort((a, b) => b.length - a.length);
  if (
    found === undefined ||
    !isSparse(found, pieces) ||
    othersLike(found, candidates) > mostOthers * found.length
  )
    return undefined;
  const main = new Map(found.map(({ piece, value }) => [piece, value]));
  const after = capitalsAfter(pieces, found);
  return {
    title: titleAbove(pieces, found),
    main: new Set([...main.keys(), ...after]),
    lower: lowerOf(candidates, main),
  };
}

function candidatesOf(pieces: readonly Piece[]): Candidate[] {
  const found: Candidate[] = [];
  let at = 0;
  for (const piece of pieces) {
    const text = piece.kind === 'table' || piece.rows.length > mostRows ? '' : textOf(piece);
    const match = text === '' || !isShort(text) ? null : numbered.exec(text);
    if (match) found.push(...readNumber(match).map((read) => ({ piece, text, at, ...read })));
    at += piece.rows.reduce((sum, { words }) => sum + words.length * averageWord, 0);
  }
  return found;
}

/** Characters of a word with its space, about. */
const averageWord = 6;

const isShort = (text: string) =>
  !/[,:;]$/.test(text) &&
  text.split(' ').length <= mostWords &&
  looksLikeHeading(text) &&
  (!text.endsWith('.') || (isTitleWithStop(text) && !endsInAbbreviation(text)));

/** Of a person or company: `John Smith Jr.` A title may end with a stop of its own, a sentence not. */
const endsInAbbreviation = (text: string): boolean =>
  trailingAbbreviations.has(text.slice(text.lastIndexOf(' ') + 1, -1).toLowerCase());

/** What a number may mean: `V.` and `I.` may be letters too. */
function readNumber([, number, part, roman, letter]: readonly (string | undefined)[]): Pick<
  Candidate,
  'kind' | 'value' | 'parent'
>[] {
  if (part !== undefined) return [{ kind: 'lower', value: Number(part), parent: Number(number) }];
  if (number !== undefined) return [{ kind: 'arabic', value: Number(number) }];
  const single = letter ?? (roman?.length === 1 ? roman : undefined);
  return [
    ...(roman === undefined ? [] : [{ kind: 'roman', value: fromRoman(roman) } as const]),
    ...(single === undefined ? [] : [{ kind: 'lower', value: single.charCodeAt(0) - 64 } as const]),
  ];
}

/** The longest chain of one kind of number, each one more than the one before, or up to `mostSteps`: one between may have been read as part of something else. Linear in the number of candidates. */
function longestChain(
  candidates: readonly Candidate[],
  kind: Candidate['kind'],
  mostSteps: 1 | 2,
): Chain | undefined {
  const byValue = new Map<number, Chain>();
  for (const last of candidates) {
    if (last.kind !== kind) continue;
    const before = [1, 2]
      .slice(0, mostSteps)
      .map((step) => byValue.get(last.value - step))
      .find((chain) => chain !== undefined && isNext(chain.last, last));
    if (before === undefined && last.value !== 1) continue;
    const length = (before?.length ?? 0) + 1;
    if (length < (byValue.get(last.value)?.length ?? 0)) continue;
    byValue.set(last.value, { last, before, length });
  }
  return [...byValue.values()].sort((a, b) => b.length - a.length)[0];
}

function isNext(before: Candidate, after: Candidate): boolean {
  const least = areCapitals([before, after]) ? leastBetweenCapitals : leastBetween;
  return after.at - before.at >= least && areAlike(before.piece, after.piece);
}

function areAlike({ rows: [a] }: Piece, { rows: [b] }: Piece): boolean {
  return Math.abs(a!.size - b!.size) <= sameSize * a!.size && a!.bold === b!.bold;
}

function membersOf(chain: Chain | undefined): Candidate[] {
  const members: Candidate[] = [];
  for (let link: Chain | undefined = chain; link; link = link.before) members.unshift(link.last);
  return members;
}

/** Whether headings may be counted so: where Arabic numbers are missing, they are mostly items. */
function mayMiss(chain: readonly Candidate[]): boolean {
  const last = chain.at(-1)!;
  const missing = last.value - chain.length;
  if (missing === 0 || last.kind === 'roman') return true;
  return missing === 1 && (chain.length >= fewestWithGap || areCapitals(chain));
}

/** The first piece of a document, where it is set like the headings of a chain in capitals, and the next piece says most of its words again. */
function titleAbove([piece, next]: readonly Piece[], chain: readonly Candidate[]): Piece | undefined {
  const { piece: first } = chain[0]!;
  if (piece?.kind !== 'text' || next === undefined || !areCapitals(chain) || !areAlike(first, piece))
    return undefined;
  const text = textOf(piece);
  if (piece.rows.length > mostRows || !isShort(text) || !isCapitals(text)) return undefined;
  const below = new Set(wordsOf(next));
  const words = wordsOf(piece);
  const again = words.filter((word) => below.has(word));
  return again.length > 0 && again.length >= mostlyAgain * words.length ? piece : undefined;
}

/** Of four letters and more, in capitals. */
const wordsOf = (piece: Piece): string[] =>
  textOf(piece)
    .toUpperCase()
    .match(/\p{L}{4,}/gu) ?? [];

/** One-line pieces in capitals behind the last heading of a chain in capitals: `REFERENCES`. */
function capitalsAfter(pieces: readonly Piece[], chain: readonly Candidate[]): Piece[] {
  const last = chain.at(-1)!.piece;
  if (!areCapitals(chain)) return [];
  return pieces.slice(pieces.indexOf(last) + 1).filter((piece) => {
    if (piece.kind !== 'text' || piece.rows.length > 1 || !areAlike(last, piece)) return false;
    const text = textOf(piece);
    return isShort(text) && isCapitals(text) && !/\d|\.$/.test(text);
  });
}

function isCapitals(text: string, least = leastCapitals): boolean {
  return text === text.toUpperCase() && (text.match(/\p{Lu}/gu)?.length ?? 0) >= least;
}

const areCapitals = (all: readonly Candidate[]): boolean =>
  all.every(({ text }) => isCapitals(text, leastCapitalsOfTitle));

function isSparse(chain: readonly Candidate[], pieces: readonly Piece[]): boolean {
  const mean = (chain.at(-1)!.at - chain[0]!.at) / (chain.length - 1);
  return mean >= leastOnAverage || areCounted(chain, pieces);
}

/** Whether all are in capitals, and most have text below that is counted under them. */
function areCounted(chain: readonly Candidate[], pieces: readonly Piece[]): boolean {
  const counted = chain.filter(({ piece, value }) => {
    const below = pieces[pieces.indexOf(piece) + 1];
    return below?.rows[0]!.words[0]!.text.replace(/\.$/, '') === `${value}.1`;
  });
  return areCapitals(chain) && counted.length >= mostlyCounted * chain.length;
}

function othersLike(chain: readonly Candidate[], candidates: readonly Candidate[]): number {
  const [first] = chain;
  const alike = candidates.filter(({ kind, piece }) => kind === first!.kind && areAlike(piece, first!.piece));
  return alike.length - chain.length;
}

/** Headings below: numbers or letters that begin anew with 1 or A under each of the main ones, and name these or one that was not found behind them. */
function lowerOf(candidates: readonly Candidate[], main: ReadonlyMap<Piece, number>): Set<Piece> {
  const lower = new Set<Piece>();
  let last: Candidate | undefined;
  let under: number | undefined;
  for (const one of candidates) {
    if (main.has(one.piece)) [last, under] = [undefined, main.get(one.piece)];
    else if (under !== undefined && isBelow(one, under) && one.value === (last?.value ?? 0) + 1) {
      if (last !== undefined && one.at - last.at < leastBelow) continue;
      lower.add(one.piece);
      last = one;
    }
  }
  return lower;
}

const isBelow = ({ kind, parent = 0 }: Candidate, under: number): boolean =>
  kind === 'lower' && (parent === 0 || parent === under || parent === under + 1);
