import { type FoldedText, foldText } from './fold.ts';

/** A word, a number with its sign and unit, or one character of a script without spaces. */
interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly strict: boolean;
}

export interface Alignment {
  readonly charStart: number;
  readonly charEnd: number;
  /** `1 − edits ÷ max(characters of the quote's words, of the span's words)`, 0…1. */
  readonly similarity: number;
}

/** Longer quotes are not pinpoints; bounds the alignment at about 330,000 cells. */
const maxQuoteTokens = 400;
/** Longer words are compared whole only. */
const maxSlipLength = 40;
const tokenPattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|(?:(?<![\p{L}\p{N}])[-+])?[$€£¥]?\p{Nd}+(?:[.,:/]\p{Nd}+)*\p{L}*(?: ?[%‰°])?|[\p{L}\p{N}\p{M}]+(?:'\p{L}+)?/gu;

/**
 * The words of the text that come closest to the quote: semi-global alignment of words (the whole quote against
 * any run of the text). A word may be left out, added, or replaced, at the cost of its characters; a slip of the
 * pen costs its edits. Strict words (numbers, negations …) may not differ at all: then the similarity is 0.
 * Compares only the region of the text that shares the most words with the quote.
 */
export function alignQuote(text: FoldedText, quote: string): Alignment {
  const none = { charStart: 0, charEnd: 0, similarity: 0 };
  const wanted = tokenize(foldText(quote).text);
  if (wanted.length === 0 || wanted.length > maxQuoteTokens) return none;
  const region = closestRegion(tokenize(text.text), wanted);
  const best = align(region, wanted);
  const first = region[best.from];
  const last = region[best.to - 1];
  if (first === undefined || last === undefined || best.similarity <= 0) return none;
  const end = withClosingSigns(text.text, last.end, quote);
  return {
    charStart: text.starts[first.start] ?? 0,
    charEnd: text.ends[end - 1] ?? 0,
    similarity: best.similarity,
  };
}

function tokenize(text: string): Token[] {
  return Array.from(text.matchAll(tokenPattern), (match) => ({
    text: match[0].replace(' ', ''),
    start: match.index,
    end: match.index + match[0].length,
    strict: isStrict(match[0]),
  }));
}

/** The window of twice the quote's length in which most of the quote's words stand, rare words counting more. */
function closestRegion(tokens: readonly Token[], wanted: readonly Token[]): readonly Token[] {
  const width = 2 * wanted.length + 10;
  if (tokens.length <= width) return tokens;
  const counts = new Map(wanted.map((token) => [token.text, 0]));
  for (const { text } of tokens) {
    const count = counts.get(text);
    if (count !== undefined) counts.set(text, count + 1);
  }
  const weights = tokens.map(({ text }) => text.length / (counts.get(text) ?? Infinity));
  let sum = 0;
  let best = { start: 0, sum: -1 };
  for (const [index, weight] of weights.entries()) {
    sum += weight - (weights[index - width] ?? 0);
    if (sum > best.sum + 1e-9) best = { start: Math.max(0, index - width + 1), sum };
  }
  // The first window with the best sum ends with the quote's last word; what precedes it is in the window.
  return tokens.slice(best.start, best.start + width);
}

/**
 *          text →            cost[j]   least cost of aligning the quote's words so far with words that end at j
 *        0 0 0 0 0 0         from[j]   where that alignment starts in the text
 * quote  . . . . . .
 *   ↓    . . . min . .       free start (first row 0) and free end (least of the last row)
 */
function align(
  tokens: readonly Token[],
  wanted: readonly Token[],
): { from: number; to: number; similarity: number } {
  let cost = new Float64Array(tokens.length + 1);
  let from = Int32Array.from(cost.keys());
  const costs = new Map<string, number>();
  for (const word of wanted) {
    const nextCost = new Float64Array(tokens.length + 1);
    const nextFrom = new Int32Array(tokens.length + 1);
    nextCost[0] = (cost[0] ?? 0) + gapCost(word);
    for (const [index, token] of tokens.entries()) {
      const replaced = (cost[index] ?? 0) + replacementCost(word, token, costs);
      const dropped = (cost[index + 1] ?? 0) + gapCost(word);
      const added = (nextCost[index] ?? 0) + gapCost(token);
      const least = Math.min(replaced, dropped, added);
      nextCost[index + 1] = least;
      nextFrom[index + 1] =
        (least === replaced ? from[index] : least === dropped ? from[index + 1] : nextFrom[index]) ?? 0;
    }
    cost = nextCost;
    from = nextFrom;
  }
  return bestEnd(cost, from, { tokens, quoteLength: totalLength(wanted) });
}

function bestEnd(
  cost: Float64Array,
  from: Int32Array,
  { tokens, quoteLength }: { tokens: readonly Token[]; quoteLength: number },
): { from: number; to: number; similarity: number } {
  const to = cost.reduce((best, value, index) => (value < (cost[best] ?? 0) ? index : best), 0);
  const start = from[to] ?? 0;
  const length = Math.max(quoteLength, totalLength(tokens.slice(start, to)));
  return { from: start, to, similarity: Math.max(0, 1 - (cost[to] ?? 0) / length) };
}

function totalLength(tokens: readonly Token[]): number {
  return tokens.reduce((sum, token) => sum + token.text.length, 0);
}

function gapCost(token: Token): number {
  return token.strict ? Infinity : token.text.length;
}

function replacementCost(a: Token, b: Token, known: Map<string, number>): number {
  if (a.text === b.text) return 0;
  if (a.strict || b.strict) return Infinity;
  const longest = Math.max(a.text.length, b.text.length);
  if (longest > maxSlipLength || Math.abs(a.text.length - b.text.length) > 5) return longest;
  const key = `${a.text} ${b.text}`;
  const cost = known.get(key) ?? slipCost(a.text, b.text);
  known.set(key, cost);
  return cost;
}

/** Edits between two words when they look like a slip of the pen, else the whole word. */
function slipCost(a: string, b: string): number {
  if (differInPrefix(a, b)) return Infinity;
  const longest = Math.max(a.length, b.length);
  const edits = editDistance(a, b);
  return edits <= longest / 4 ? edits : longest;
}

/** Levenshtein distance. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** Takes the signs along with which both the quote and the text go on after the last word. */
function withClosingSigns(text: string, end: number, quote: string): number {
  const signs = /[^\p{L}\p{N}\s]*$/u.exec(foldText(quote.slice(-20)).text.trimEnd())?.[0] ?? '';
  let taken = 0;
  while (taken < signs.length && text[end + taken] === signs[taken]) taken++;
  return end + taken;
}

/**
 * Words that turn a statement round when they come, go or change: negations, directions, quantities in words,
 * modality. A fuzzy match never lets one of them differ. English, German, French and Spanish.
 */
const strictWords = new Set(
  `no not non none nobody nothing nowhere never neither nor cannot without hardly except unless only
  nicht kein keine keinen keinem keiner nie niemals nichts ohne weder noch nur außer
  ne pas aucun aucune jamais rien sans ni sauf nunca nada ningún ninguna ninguno sin tampoco solo salvo
  all any some every each both most least more less fewer few many half double twice above below over under
  up down before after until since
  increase increased increases increasing decrease decreased decreases decreasing
  rise rose rises rising fall fell falls falling gain gains gained loss losses lost
  higher lower highest lowest maximum minimum
  shall must may might can could will would should
  zero one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty sixty seventy
  eighty ninety hundred thousand million billion trillion first second third
  true false yes always`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** Whether a folded token must be equal on both sides: a number, a negation, a direction, a modal verb. */
function isStrict(token: string): boolean {
  return /\p{N}/u.test(token) || token.endsWith("n't") || strictWords.has(token);
}

const negatingPrefix = /^(?:un|in|im|il|ir|dis|non|mis|de|anti|under|over|sub|super)/;

/** Whether one word is the other with a prefix that may turn it round (legal, illegal), or with another one. */
function differInPrefix(a: string, b: string): boolean {
  const stemA = a.replace(negatingPrefix, '');
  const stemB = b.replace(negatingPrefix, '');
  return stemA === b || stemB === a || (stemA === stemB && stemA.length > 2);
}
