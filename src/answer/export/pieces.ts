import type { CitedAnswer } from '../../types.ts';

/** A stretch of an answer: words, or the numbers of the citations that stand behind them. */
export type Piece = { readonly kind: 'text'; readonly text: string } | Marker;

interface Marker {
  readonly kind: 'marker';
  readonly sourceIds: readonly number[];
}

/**
 * An answer's text with its markers told apart from its words: `[3]` within the words of a claim is what a document
 * says, and so is a number that no citation has. The space before a marker goes with it.
 */
export function piecesOf({ answer, claims, citations }: CitedAnswer): Piece[] {
  const known = new Set(citations.map(({ sourceId }) => sourceId));
  const pieces: Piece[] = [];
  let at = 0;
  for (const { text } of claims) {
    const start = text === '' ? -1 : answer.indexOf(text, at);
    if (start === -1) continue;
    pieces.push(...markersIn(answer.slice(at, start), known), { kind: 'text', text });
    at = start + text.length;
  }
  pieces.push(...markersIn(answer.slice(at), known));
  return pieces.filter((piece) => piece.kind === 'marker' || piece.text !== '');
}

function markersIn(text: string, known: ReadonlySet<number>): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const match of text.matchAll(/ ?((?:\[\d+\])+)/g)) {
    const sourceIds = Array.from(match[1]!.matchAll(/\d+/g), ([id]) => Number(id));
    if (!sourceIds.every((id) => known.has(id))) continue;
    pieces.push({ kind: 'text', text: text.slice(at, match.index) }, { kind: 'marker', sourceIds });
    at = match.index + match[0].length;
  }
  return [...pieces, { kind: 'text', text: text.slice(at) }];
}
