import type { Citation, Claim, CitedAnswer } from '../../types.ts';
import { describeRows, rowsOf } from '../../text/structure/table-row.ts';
import { oneLine } from '../../util/strings/one-line.ts';

/** What is written of an answer: all but what was found on the way to it. */
export type WrittenAnswer = Omit<CitedAnswer, 'retrieval' | 'groups'>;

/** Where the source of a citation can be opened; `undefined` where it cannot. */
export type LinkOf = (citation: Citation) => string | undefined;

/** A stretch of an answer: words, or the numbers of the citations that stand behind them. */
export type Piece = TextPiece | Marker;

export interface TextPiece {
  readonly kind: 'text';
  readonly text: string;
  /** Whether it is rows of a table, as a person reads them. */
  readonly isRow?: boolean;
}

interface Marker {
  readonly kind: 'marker';
  readonly sourceIds: readonly number[];
}

/**
 * An answer's text with its markers told apart from its words: `[3]` within the words of a claim is what a document
 * says, and so is a number that no citation has. The space before a marker goes with it. Rows of tables read as
 * `describeRows` has them.
 */
export function piecesOf(cited: WrittenAnswer): Piece[] {
  const known = new Set(cited.citations.map(({ sourceId }) => sourceId));
  const pieces = stretchesOf(cited).flatMap((part): Piece[] => {
    if (typeof part === 'string') return markersIn(part, known);
    return [{ kind: 'text', text: readable(part, cited), isRow: rowsOf(part.text) !== undefined }];
  });
  return pieces.filter((piece) => piece.kind === 'marker' || piece.text !== '');
}

/** An answer's text with its rows as a person reads them. */
export function readableAnswer(cited: CitedAnswer): string {
  const parts = stretchesOf(cited).map((part) => (typeof part === 'string' ? part : readable(part, cited)));
  return parts.join('');
}

/** The claims that stand in an answer, and the text before, between and behind them. */
function stretchesOf({ answer, claims }: WrittenAnswer): (string | Claim)[] {
  const parts: (string | Claim)[] = [];
  let at = 0;
  for (const claim of claims) {
    const start = claim.text === '' ? -1 : answer.indexOf(claim.text, at);
    if (start === -1) continue;
    parts.push(answer.slice(at, start), claim);
    at = start + claim.text.length;
  }
  return [...parts, answer.slice(at)];
}

function readable({ text, citations: cites }: Claim, { citations }: WrittenAnswer): string {
  // A quote has the document's white space, a claim has none but single spaces.
  const citation = citations.find(
    ({ sourceId, quote }) => cites.includes(sourceId) && oneLine(quote) === oneLine(text),
  );
  return describeRows(text, citation?.quoteContext, citation?.quoteCaption, citation?.cell?.column);
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
