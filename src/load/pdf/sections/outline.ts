import type { OutlineItem } from '../content.ts';
import { textOf, type Piece } from '../arrange/pieces.ts';

/** An outline entry whose heading line was not found: its section begins with `piece`. */
export interface Anchor {
  readonly title: string;
  readonly level: number;
  readonly piece: Piece;
}

interface Matching {
  /** Pieces that are the headings of entries, with their levels. */
  readonly matched: Map<Piece, number>;
  readonly anchors: Anchor[];
}

export const maxLevel = 6;
export const maxHeadingRows = 4;

/** Points that a destination may lie below the first line of what it leads to. */
const above = 2;

/** Number, letter or Roman numeral in front of a title, with a word for it or without: `4.1`, `A`, `Chapter IV:`, `第3章`. */
const numbering =
  /^(?:(?:\p{L}{1,20}\s)?[§(]?((?:\d{1,3}|[IVXLC]{1,7}|\p{Lu})(?:\.\d{1,3}){0,5})[.):]?[\s:–—-]{1,5}|第\s?(\p{N}{1,3}|\p{Script=Han}{1,3})\s?[章节節部编編]\s?)(?=\S)/u;

/** Finds for each entry of the outline the piece on its page that is its heading, or the one that its section begins with. */
export function matchOutline(pieces: readonly Piece[], outline: readonly OutlineItem[]): Matching {
  const byPage = new Map<number, Titled[]>();
  for (const piece of pieces) {
    const onPage = byPage.get(piece.page) ?? [];
    onPage.push({ piece, title: toTitle(textOf({ rows: piece.rows.slice(0, maxHeadingRows) })) });
    byPage.set(piece.page, onPage);
  }
  const matched = new Map<Piece, number>();
  const anchors: Anchor[] = [];
  for (const item of outline) {
    const level = Math.min(maxLevel, item.level);
    const onPage = byPage.get(item.page) ?? [];
    const heading = findHeading(
      onPage.filter(({ piece }) => !matched.has(piece)),
      item,
    );
    const piece = heading?.piece ?? pieceAt(onPage, item);
    if (heading?.isWhole) matched.set(heading.piece, level);
    else if (piece) anchors.push({ title: item.title.replace(/\s+/g, ' ').trim(), level, piece });
  }
  return { matched, anchors };
}

/** Letters and digits of a title; and its number and what follows this, where it has one. */
interface Title {
  readonly whole: string;
  readonly number: string | undefined;
  readonly rest: string;
}

/** A piece, and its first rows read as a title. */
interface Titled {
  readonly piece: Piece;
  readonly title: Title;
}

function toTitle(text: string): Title {
  const found = numbering.exec(text);
  const whole = plain(text);
  if (!found) return { whole, number: undefined, rest: whole };
  return { whole, number: (found[1] ?? found[2])!, rest: plain(text.slice(found[0].length)) };
}

/** How many characters of a text are more than the title it begins with, with its number or without; undefined where it does not. */
function surplus(text: Title, title: Title): number | undefined {
  if (text.whole.startsWith(title.whole)) return text.whole.length - title.whole.length;
  const isOtherNumber =
    text.number !== undefined && title.number !== undefined && text.number !== title.number;
  if (isOtherNumber || title.rest.length < 2 || !text.rest.startsWith(title.rest)) return undefined;
  return text.rest.length - title.rest.length;
}

interface Found {
  readonly piece: Piece;
  /** The piece holds the title and hardly anything else (such as a page number after it). */
  readonly isWhole: boolean;
}

/** The piece that begins with the title, preferring those that are nothing else, and of several the nearest to the destination. */
function findHeading(onPage: readonly Titled[], item: OutlineItem): Found | undefined {
  const title = toTitle(item.title);
  if (title.whole.length < 2) return undefined;
  const starting = onPage.flatMap(({ piece, title: text }) => {
    const more = surplus(text, title);
    if (more === undefined) return [];
    return [{ piece, isWhole: piece.rows.length <= maxHeadingRows && more <= title.whole.length * 0.2 + 4 }];
  });
  const whole = starting.filter(({ isWhole }) => isWhole);
  const distance = ({ piece }: Found) => Math.abs(piece.rows[0]!.baseline - (item.y ?? 0));
  return (whole.length > 0 ? whole : starting).toSorted((a, b) => distance(a) - distance(b))[0];
}

/** The first piece below a destination, which in columns is none of those left of it. */
function pieceAt(onPage: readonly Titled[], { x = 0, y }: OutlineItem): Piece | undefined {
  const first = onPage[0]?.piece;
  if (y === undefined) return first;
  const below = onPage.filter(({ piece }) => piece.rows[0]!.baseline >= y - above);
  return (below.find(({ piece }) => piece.rows.some(({ x1 }) => x1 > x)) ?? below[0])?.piece ?? first;
}

function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
