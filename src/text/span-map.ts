import type { Span } from './spans.ts';

/** What there is of a key that is not there. */
export const none = -(2 ** 31);

const fewestSlots = 2 ** 12;
/** Numbers of a slot. */
const width = 4;

/**
 * Numbers by spans of texts, looked up without making a string of each: for words, which come again and again. All of an entry but
 * its key lies side by side, as what a look-up waits for is memory. Setting one more than `most` forgets all that were there; natural
 * text repeats far fewer words than that.
 *
 *   slots  start of the key among the units, one more than its length, its hash, the number. Their count is a power of two, and at
 *          least twice that of the keys; the next one is tried when another key is there.
 *
 * Numbers are whole ones of 32 bits above `none`.
 */
export class SpanNumbers {
  readonly #most: number;
  #slots = new Int32Array(width * fewestSlots);
  #units = new Uint16Array(2 ** 12);
  #usedUnits = 0;
  #size = 0;

  constructor({ most = 100_000 } = {}) {
    this.#most = most;
  }

  get size(): number {
    return this.#size;
  }

  get(text: string, start: number, end: number): number {
    return this.#find(unitsOf(text, start, end), { start: 0, end: end - start });
  }

  /** The same of the `codeUnits` of a text. */
  find(units: Uint16Array, start: number, end: number): number {
    return this.#find(units, { start, end });
  }

  #find(units: Uint16Array, span: Span): number {
    const at = this.#slotOf(units, span, hashOf(units, span));
    return this.#slots[at + 1] === 0 ? none : this.#slots[at + 3]!;
  }

  set(text: string, start: number, end: number, number: number): void {
    const units = unitsOf(text, start, end);
    const span = { start: 0, end: end - start };
    const hash = hashOf(units, span);
    let at = this.#slotOf(units, span, hash);
    if (this.#slots[at + 1] === 0) {
      if (this.#size === this.#most) this.#forget();
      if (2 * (this.#size + 1) * width > this.#slots.length) this.#grow();
      at = this.#slotOf(units, span, hash);
      this.#slots[at] = this.#keep(units, span.end);
      this.#slots[at + 1] = span.end + 1;
      this.#slots[at + 2] = hash;
      this.#size += 1;
    }
    this.#slots[at + 3] = number;
  }

  #forget(): void {
    this.#slots.fill(0);
    this.#usedUnits = 0;
    this.#size = 0;
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = new Int32Array(2 * before.length);
    const mask = this.#slots.length - 1;
    for (let from = 0; from < before.length; from += width) {
      if (before[from + 1] === 0) continue;
      let at = placeOf(before[from + 2]!) & mask;
      while (this.#slots[at + 1] !== 0) at = (at + width) & mask;
      this.#slots.set(before.subarray(from, from + width), at);
    }
  }

  /** Gives where the key starts among the units. */
  #keep(units: Uint16Array, length: number): number {
    const start = this.#usedUnits;
    this.#usedUnits += length;
    if (this.#usedUnits > this.#units.length) {
      const more = new Uint16Array(Math.max(this.#usedUnits, 2 * this.#units.length));
      more.set(this.#units);
      this.#units = more;
    }
    for (let at = 0; at < length; at += 1) this.#units[start + at] = units[at]!;
    return start;
  }

  /** The slot that has the key, or the free one where it would be. */
  #slotOf(units: Uint16Array, span: Span, hash: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    const length = span.end - span.start + 1;
    let at = placeOf(hash) & mask;
    while (slots[at + 1] !== 0) {
      if (slots[at + 2] === hash && slots[at + 1] === length && this.#isAt(slots[at]!, units, span))
        return at;
      at = (at + width) & mask;
    }
    return at;
  }

  #isAt(key: number, units: Uint16Array, { start, end }: Span): boolean {
    for (let at = start; at < end; at += 1) {
      if (this.#units[key + at - start] !== units[at]) return false;
    }
    return true;
  }
}

/** Any values by spans of texts. */
export class SpanMap<Value> {
  readonly #most: number;
  readonly #places: SpanNumbers;
  #values: Value[] = [];

  constructor({ most = 100_000 } = {}) {
    this.#most = most;
    this.#places = new SpanNumbers({ most });
  }

  get(text: string, start: number, end: number): Value | undefined {
    const place = this.#places.get(text, start, end);
    return place === none ? undefined : this.#values[place];
  }

  /** The same of the `codeUnits` of a text. */
  find(units: Uint16Array, start: number, end: number): Value | undefined {
    const place = this.#places.find(units, start, end);
    return place === none ? undefined : this.#values[place];
  }

  set(text: string, start: number, end: number, value: Value): void {
    let place = this.#places.get(text, start, end);
    if (place === none) {
      if (this.#places.size === this.#most) this.#values = [];
      place = this.#values.length;
      this.#places.set(text, start, end, place);
    }
    this.#values[place] = value;
  }
}

/** FNV-1a over UTF-16 code units. */
function hashOf(units: Uint16Array, { start, end }: Span): number {
  let hash = 0x811c9dc5 | 0;
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ units[at]!, 0x01000193);
  return hash;
}

/** Where the slot of a hash is, before it is cut to the number of slots. */
const placeOf = (hash: number): number => (hash ^ (hash >>> 15)) * width;

let spare = new Uint16Array(2 ** 8);

/** Of a span alone, in an array of its own kind: `codeUnits` may be at work. */
function unitsOf(text: string, start: number, end: number): Uint16Array {
  if (end - start > spare.length) spare = new Uint16Array(2 * (end - start));
  for (let at = start; at < end; at += 1) spare[at - start] = text.charCodeAt(at);
  return spare;
}
