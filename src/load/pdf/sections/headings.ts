import type { Box, Turn } from '../geometry.ts';
import { isCaptionOfFigure, isNumberedFigure } from '../../../text/structure/caption.ts';
import type { OutlineItem } from '../content.ts';
import { looksLikeHeading } from '../../text/heading-shape.ts';
import { raiseNumbered } from '../../text/raise-numbered.ts';
import { textOf, type Piece } from '../arrange/pieces.ts';
import type { Row } from '../rows.ts';
import { boxTitles } from './box-titles.ts';
import { endsInAmount, isNoHeading } from './no-heading.ts';
import { findNumbered } from './numbered.ts';
import { matchOutline, maxHeadingRows, maxLevel, type Anchor } from './outline.ts';
import { taggedHeadings } from './structure.ts';

/** What it begins is to be chosen, and heads nothing. */
const tickBox = /^[\u2610-\u2612]$/u;
/** Lines this much larger than the body text are headings; bold ones need not be larger, only not smaller. */
const largerThanBody = 1.12;
const asLargeAsBody = 0.95;
const maxBoldRows = 3;
const maxBoldWords = 20;
/** Between the styles of two kinds of headings, which are whole numbers. */
const lowerStyle = 0.5;
/** Share of bold characters from which boldness says nothing. */
const mostlyBold = 0.45;

/**
 * Turns pieces into headings, in place: those named by the outline, and those of the structure tree or, without one,
 * those set larger or bolder than the body text. One style has one level in the whole document: the outline's where
 * it is known, else by rank of size, boldness and capitals.
 *
 * @param rules lines drawn on each page.
 * @returns the outline entries for which no heading line was found.
 */
export function markHeadings(
  all: readonly Piece[],
  outline: readonly OutlineItem[],
  rules: readonly (readonly Box[])[] = [],
): Anchor[] {
  const pieces = all.filter(({ isContents }) => isContents === undefined);
  const tagged = taggedStyles(pieces);
  const styled = tagged ?? findStyled(pieces);
  if (tagged === undefined && outline.length === 0) addNumbered(styled, pieces);
  const { matched, anchors } = matchOutline(pieces, outline);
  if (matched.size > 0) {
    const unnamed = [...styled.keys()].filter((piece) => !matched.has(piece));
    for (const title of boxTitles(unnamed, pieces, rules)) styled.delete(title);
  }
  const levels = levelsOf(styled, matched);
  for (const [piece, style] of styled) {
    piece.kind = 'heading';
    piece.level = levels.get(style);
  }
  for (const [piece, level] of matched) {
    piece.kind = 'heading';
    piece.level = level;
  }
  raiseLevels(pieces);
  return anchors;
}

/** Adds headings that only their numbers tell from the text, as prominent as the most prominent ones that are hardly larger than it. */
function addNumbered(styled: Map<Piece, number>, pieces: readonly Piece[]): void {
  const found = findNumbered(pieces);
  if (found === undefined) return;
  const [first] = found.main;
  const row = first!.rows[0]!;
  const alike = [...styled].filter(([piece]) => piece.rows[0]!.size <= largerThanBody * row.size);
  const style = styled.get(first!) ?? Math.max(styleOf(row, textOf(first!)), ...alike.map(([, one]) => one));
  for (const piece of found.main) if (!styled.has(piece)) styled.set(piece, style);
  if (found.title && !styled.has(found.title)) styled.set(found.title, style + lowerStyle);
  const least = Math.min(...[...found.main].map((piece) => styled.get(piece)!));
  for (const piece of found.lower) if (!styled.has(piece)) styled.set(piece, least - lowerStyle);
}

/** Numbers tell more of what belongs to what than sizes do. */
function raiseLevels(pieces: readonly Piece[]): void {
  let chars = 0;
  const placed = pieces.map((piece) => {
    const text = textOf(piece);
    const charStart = chars;
    chars += text.length;
    return { piece, text, charStart, level: piece.level ?? 1 };
  });
  const headings = placed.filter(({ piece }) => piece.kind === 'heading');
  for (const [index, level] of raiseNumbered(headings).entries()) headings[index]!.piece.level = level;
}

/** The larger number, the more prominent the style. */
function styleOf(row: Row, text: string): number {
  const capitals = text === text.toUpperCase() ? 1 : 0;
  return Math.round(row.size * 2) * 4 + (row.bold ? 2 : 0) + capitals;
}

/** What the structure tree calls headings, a style a level. */
function taggedStyles(pieces: readonly Piece[]): Map<Piece, number> | undefined {
  const tagged = taggedHeadings(pieces);
  if (tagged.size === 0) return undefined;
  return new Map([
    ...titleBefore(pieces, tagged),
    ...[...tagged].map(([piece, level]) => [piece, maxLevel - level] as const),
  ]);
}

/** Programs seldom tag a document's title as a heading: what is set largest before the first one. */
function titleBefore(pieces: readonly Piece[], tagged: ReadonlyMap<Piece, number>): [Piece, number][] {
  const first = pieces.findIndex((piece) => tagged.has(piece));
  const before = new Set(pieces.slice(0, first));
  const styled = [...findStyled(pieces)].filter(([piece]) => before.has(piece));
  const largest = Math.max(...styled.map(([, style]) => style));
  return styled.filter(([, style]) => style === largest);
}

function findStyled(pieces: readonly Piece[]): Map<Piece, number> {
  const { size, bold } = bodyStyle(pieces);
  const styled = new Map<Piece, number>();
  const turns = turnsOf(pieces);
  for (const piece of pieces) {
    const row = piece.rows[0]!;
    if (piece.kind === 'table' || piece.rows.length > maxHeadingRows) continue;
    if (tickBox.test(row.words[0]!.text)) continue;
    const rowSize = sizeOf(row);
    const large = rowSize >= largerThanBody * size;
    const strong = row.bold && !bold && rowSize >= asLargeAsBody * size;
    if (!large && !strong) continue;
    const text = textOf(piece);
    // It stands below the figure, and the text goes on below it.
    if (isNumberedFigure(text)) continue;
    if (isNoHeading(text.split(' '), piece === pieces[0]) || row.words[0]!.turn !== turns.get(piece.page))
      continue;
    if (!large && !isShort(piece, text)) continue;
    if (!looksLikeHeading(text) || piece.rows.some(endsInAmount)) continue;
    styled.set(piece, styleOf(row, text));
  }
  return withoutCaptions(styled);
}

/**
 * Without the captions of tables and figures below another heading of their page than the title, to which the text below them belongs. Without one they
 * say what a page of tables has.
 */
function withoutCaptions(styled: ReadonlyMap<Piece, number>): Map<Piece, number> {
  const titleStyle = Math.max(...new Set(styled.values()));
  const [first, ...others] = [...styled].flatMap(([piece, style]) => (style === titleStyle ? [piece] : []));
  const title = others.length === 0 ? first : undefined;
  let below: number | undefined;
  return new Map(
    [...styled].filter(([piece]) => {
      const isCaption = isCaptionOfFigure(textOf(piece));
      if (!isCaption && piece !== title) below = piece.page;
      return !isCaption || below !== piece.page;
    }),
  );
}

/** The turn of each page's text, which is arranged first: what runs along its side is no heading of it. */
function turnsOf(pieces: readonly Piece[]): Map<number, Turn> {
  const turns = new Map<number, Turn>();
  for (const { page, rows } of pieces) if (!turns.has(page)) turns.set(page, rows[0]!.words[0]!.turn);
  return turns;
}

/** Of its letters and digits: a sign may be larger than what it stands with. */
function sizeOf({ words, size }: Row): number {
  const written = words.filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
  return Math.min(size, Math.max(...written.map((word) => word.size)));
}

function isShort(piece: Piece, text: string): boolean {
  const words = piece.rows.reduce((sum, row) => sum + row.words.length, 0);
  return (
    words <= maxBoldWords &&
    piece.rows.length <= maxBoldRows &&
    !/[.,;]$/.test(text.replace(/^item\s+\S+\.$/i, ''))
  );
}

/** The size of most characters, and whether most of them are bold anyway. */
function bodyStyle(pieces: readonly Piece[]): { size: number; bold: boolean } {
  const bySize = new Map<number, number>();
  let all = 0;
  let bold = 0;
  for (const piece of pieces) {
    if (piece.kind === 'table') continue;
    for (const { words } of piece.rows) {
      for (const word of words) {
        const halfPoints = Math.round(word.size * 2);
        bySize.set(halfPoints, (bySize.get(halfPoints) ?? 0) + word.text.length);
        all += word.text.length;
        if (word.bold) bold += word.text.length;
      }
    }
  }
  const [halfPoints] = [...bySize].reduce(
    (best, entry) => (entry[1] > best[1] ? entry : best),
    [Infinity, 0],
  );
  return { size: halfPoints / 2, bold: bold > mostlyBold * all };
}

function levelsOf(
  styled: ReadonlyMap<Piece, number>,
  matched: ReadonlyMap<Piece, number>,
): Map<number, number> {
  const known = new Map<number, number[]>();
  for (const [piece, level] of matched) {
    const style = styled.get(piece);
    if (style !== undefined) known.set(style, [...(known.get(style) ?? []), level]);
  }
  const levels = new Map<number, number>();
  let above = 0;
  for (const style of [...new Set(styled.values())].sort((a, b) => b - a)) {
    const votes = known.get(style);
    const level = Math.min(maxLevel, votes ? mostFrequent(votes) : above + 1);
    levels.set(style, level);
    above = Math.max(above, level);
  }
  return levels;
}

function mostFrequent(values: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best))[0];
}
