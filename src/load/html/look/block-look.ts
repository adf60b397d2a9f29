import type { Look } from './look.ts';
import type { HtmlElement } from '../tree.ts';

/** How a block of text is set as a whole. */
export interface BlockLook extends Look {
  /** Most of it leads to a place further down in the page, as entries of contents do. */
  readonly leadsDown: boolean;
  /** The row of a layout table that it stands in. */
  readonly row: HtmlElement | undefined;
  /** The nearest id before it without text between. */
  readonly anchor: string | undefined;
}

/** Of a table of contents, of which no more is known. */
export const contentsLook: BlockLook = {
  size: 0,
  bold: false,
  italic: false,
  underlined: false,
  centred: false,
  leadsDown: true,
  row: undefined,
  anchor: undefined,
};

/** Share of the characters from which on all are set so. */
const all = 0.95;
const most = 0.8;

interface Place {
  readonly leadsDown: boolean;
  readonly row: HtmlElement | undefined;
  readonly anchor: string | undefined;
}

/** Sums up how the texts of a block are set. */
export class BlockLooks {
  #chars = 0;
  #area = 0;
  #down = 0;
  readonly #counts = { bold: 0, italic: 0, underlined: 0, centred: 0 };
  #place: Place | undefined;

  add(text: string, look: Look, place: Place): void {
    const chars = text.replace(/\s/g, '').length;
    if (chars === 0) return;
    this.#place ??= place;
    this.#chars += chars;
    this.#area += chars * look.size;
    if (place.leadsDown) this.#down += chars;
    for (const name of names) if (look[name]) this.#counts[name] += chars;
  }

  /** Of what was added since the last time; undefined for nothing. */
  take(): BlockLook | undefined {
    const [place, chars, counts] = [this.#place, this.#chars, this.#counts];
    if (!place) return undefined;
    const has = (name: (typeof names)[number]) => counts[name] >= all * chars;
    const look = {
      ...place,
      size: Math.round((2 * this.#area) / chars) / 2,
      bold: has('bold'),
      italic: has('italic'),
      underlined: has('underlined'),
      centred: has('centred'),
      leadsDown: this.#down >= most * chars,
    };
    this.#place = undefined;
    this.#chars = this.#area = this.#down = 0;
    for (const name of names) counts[name] = 0;
    return look;
  }
}

const names = ['bold', 'italic', 'underlined', 'centred'] as const;
