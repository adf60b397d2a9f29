import { contentsEntry, contentsRuns } from '../../../text/structure/contents.ts';
import type { Piece } from '../arrange/pieces.ts';
import { groupRows, rowText, type Row } from '../rows.ts';
import type { Word } from '../words.ts';

/** Rows of one piece that make one line, were they in a list of contents. */
interface Line {
  readonly rows: Row[];
  readonly text: string;
}

/**
 * Pieces in which lists of contents are lists, an entry a line, whether they were found as tables or as paragraphs.
 * A piece that only begins or ends with them is parted.
 */
export function listContents(pieces: readonly Piece[]): Piece[] {
  const byPiece = pieces.map(linesOf);
  const lines = byPiece.flat();
  const texts = lines.map(({ text }) => text);
  const listed = new Set(
    contentsRuns(texts.map(contentsEntry), texts).flatMap(({ from, to }) => lines.slice(from, to)),
  );
  return pieces.flatMap((piece, index) => {
    const own = byPiece[index]!;
    return own.some((line) => listed.has(line)) ? parted(piece, own, listed) : [piece];
  });
}

/** The lines of a piece as pieces: those of the list one by one, what stands before and behind them as a paragraph. */
function parted({ kind, page }: Piece, lines: readonly Line[], listed: ReadonlySet<Line>): Piece[] {
  const pieces: Piece[] = [];
  let last: Piece | undefined;
  for (const line of lines) {
    if (listed.has(line)) pieces.push((last = { kind: 'list', rows: line.rows, page, isContents: true }));
    else if (last && last.isContents === undefined) last.rows.push(...line.rows);
    else pieces.push((last = { kind: kind === 'table' ? 'text' : kind, rows: [...line.rows], page }));
  }
  return pieces;
}

/** A line ends with a row of a table, and where it may be an entry. */
function linesOf(piece: Piece): Line[] {
  return bandsOf(piece).flatMap((rows) => {
    const lines: Line[] = [];
    let open: Row[] = [];
    for (const row of rows) {
      open.push(row);
      if (row !== rows.at(-1) && contentsEntry(rowText(row)) === undefined) continue;
      lines.push({ rows: open, text: open.map(rowText).join(' ') });
      open = [];
    }
    return lines;
  });
}

function bandsOf({ rows, table }: Piece): Row[][] {
  if (table === undefined) return [rows];
  const words = Array.from({ length: table.rowCount }, (): Word[] => []);
  for (const cell of table.cells) words[cell.row]!.push(...cell.words);
  return words.filter((band) => band.length > 0).map(groupRows);
}
