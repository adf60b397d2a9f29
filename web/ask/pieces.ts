/** An answer as what is shown of it: claims, the numbers of their citations, and words between. */
import { describeRows } from '../../src/text/structure/table-row.ts';
import { oneLine } from '../../src/util/strings/one-line.ts';
import type { Answer, Citation, Claim } from '../shapes.ts';

export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'claim'; readonly text: string; readonly claim: Claim }
  | { readonly kind: 'markers'; readonly numbers: readonly number[] };

/** `[3]` within the words of a claim is what a document says, and so is a number that no citation has. */
export function piecesOf(text: string, claims: readonly Claim[], citations: readonly Citation[]): Piece[] {
  const known = new Set(citations.map(({ n }) => n));
  const pieces: Piece[] = [];
  let at = 0;
  for (const claim of claims) {
    const start = claim.text === '' ? -1 : text.indexOf(claim.text, at);
    if (start === -1) continue;
    const cited = citations.find(
      ({ n, quote }) => claim.citations.includes(n) && oneLine(quote) === oneLine(claim.text),
    );
    pieces.push(...between(text.slice(at, start), known), {
      kind: 'claim',
      text: describeRows(claim.text, cited?.context, cited?.caption, cited?.cell?.column),
      claim,
    });
    at = start + claim.text.length;
  }
  pieces.push(...between(text.slice(at), known));
  return pieces;
}

/** An answer as it is read out: without the numbers of its citations. */
export const readText = (...answer: Parameters<typeof piecesOf>) =>
  piecesOf(...answer)
    .map((piece) => (piece.kind === 'markers' ? '' : piece.text))
    .join('');

/** What the server writes of a claim that is rejected is said beside the claim. */
const rejected = /\s*\[not supported\]/g;

function between(text: string, known: ReadonlySet<number>): Piece[] {
  const pieces: Piece[] = [];
  const words = text.replaceAll(rejected, '');
  let at = 0;
  for (const match of words.matchAll(/ ?((?:\[\d+\])+)/g)) {
    const numbers = Array.from(match[1]!.matchAll(/\d+/g), ([number]) => Number(number));
    if (!numbers.every((number) => known.has(number))) continue;
    pieces.push({ kind: 'text', text: words.slice(at, match.index) }, { kind: 'markers', numbers });
    at = match.index + match[0].length;
  }
  return [...pieces, { kind: 'text' as const, text: words.slice(at) }].filter(
    (piece) => piece.kind !== 'text' || piece.text !== '',
  );
}

/** How it stands with a claim. */
export type Standing = 'supported' | 'unsupported' | 'contradicted' | 'changed' | 'unchecked' | 'quoted';

export function standingOf(
  claim: Claim,
  { model, contradictions = [] }: Pick<Answer, 'model' | 'contradictions'>,
): Standing {
  if (claim.supported === 'no') return 'unsupported';
  const isChanged = contradictions.some(
    ({ citations: [one = 0], change }) => change !== undefined && claim.citations.includes(one),
  );
  if (isChanged) return 'changed';
  const isDisputed = contradictions.some(
    ({ citations, change }) => change === undefined && citations.some((n) => claim.citations.includes(n)),
  );
  if (isDisputed) return 'contradicted';
  if (model === 'extractive') return 'quoted';
  return claim.supported === 'yes' ? 'supported' : 'unchecked';
}
