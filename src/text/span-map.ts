import type { Span } from './spans.ts';

/**
 * A map whose keys are spans of texts, looked up without making a string of each: for words, which come again and
 * again. Setting one more than `most` forgets all that were there; natural text repeats far fewer words than that.
 *
 *   slots    hash → entry, 0 for none; the next slot is tried when another key is there
 *   entries  value, hash and end of the key among the units; a key starts where the one before it ends
 */
export class SpanMap<Value> {
  readonly #most: number;
  /** Their number is a power of two, and at least twice that of the entries: a free one is near. */
  readonly #slots: Int32Array;
  readonly #hashes: Int32Array;
  readonly #ends: Int32Array;
  #units = new Uint16Array(2 ** 12);
  #values: (Value | undefined)[] = [undefined];

  constructor({ most = 100_000 } = {}) {
    this.#most = most;
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * most + 2)));
    this.#hashes = new Int32Array(most + 1);
    this.#ends = new Int32Array(most + 1);
  }

  get(text: string, start: number, end: number): Value | undefined {
    const slot = this.#slotOf(text, { start, end, hash: hashOf(text, start, end) });
    return this.#values[this.#slots[slot]!];
  }

  /** The same of the `codeUnits` of a text. */
  find(units: Uint16Array, start: number, end: number): Value | undefined {
    let hash = noUnits;
    for (let at = start; at < end; at += 1) hash = withUnit(hash, units[at]!);
    const mask = this.#slots.length - 1;
    let slot = slotFor(hash) & mask;
    for (let entry = this.#slots[slot]!; entry !== 0; entry = this.#slots[slot]!) {
      if (this.#hashes[entry] === hash && this.#isAmong(units, entry, { start, end })) {
        return this.#values[entry];
      }
      slot = (slot + 1) & mask;
    }
    return undefined;
  }

  set(text: string, start: number, end: number, value: Value): void {
    const hash = hashOf(text, start, end);
    const known = this.#slots[this.#slotOf(text, { start, end, hash })]!;
    if (known !== 0) this.#values[known] = value;
    else {
      if (this.#values.length > this.#most) this.#forget();
      this.#slots[this.#slotOf(text, { start, end, hash })] = this.#values.length;
      this.#addKey(text.slice(start, end), hash);
      this.#values.push(value);
    }
  }

  #forget(): void {
    this.#slots.fill(0);
    this.#values = [undefined];
  }

  #addKey(key: string, hash: number): void {
    const entry = this.#values.length;
    const start = this.#ends[entry - 1]!;
    const end = start + key.length;
    if (end > this.#units.length) {
      const more = new Uint16Array(Math.max(end, 2 * this.#units.length));
      more.set(this.#units);
      this.#units = more;
    }
    for (let at = 0; at < key.length; at += 1) this.#units[start + at] = key.charCodeAt(at);
    this.#ends[entry] = end;
    this.#hashes[entry] = hash;
  }

  /** The slot that has the key, or the free one where it would be. */
  #slotOf(text: string, key: Key): number {
    const mask = this.#slots.length - 1;
    let slot = slotFor(key.hash) & mask;
    for (let entry = this.#slots[slot]!; entry !== 0; entry = this.#slots[slot]!) {
      if (this.#hashes[entry] === key.hash && this.#isKey(entry, text, key)) return slot;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  #isAmong(units: Uint16Array, entry: number, { start, end }: Span): boolean {
    const keyStart = this.#ends[entry - 1]!;
    if (this.#ends[entry]! - keyStart !== end - start) return false;
    for (let at = start; at < end; at += 1) {
      if (this.#units[keyStart + at - start] !== units[at]) return false;
    }
    return true;
  }

  #isKey(entry: number, text: string, { start, end }: Key): boolean {
    const keyStart = this.#ends[entry - 1]!;
    if (this.#ends[entry]! - keyStart !== end - start) return false;
    for (let at = start; at < end; at += 1) {
      if (this.#units[keyStart + at - start] !== text.charCodeAt(at)) return false;
    }
    return true;
  }
}

interface Key extends Span {
  readonly hash: number;
}

/** FNV-1a over UTF-16 code units. */
const noUnits = 0x811c9dc5 | 0;
const withUnit = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x01000193);

function hashOf(text: string, start: number, end: number): number {
  let hash = noUnits;
  for (let at = start; at < end; at += 1) hash = withUnit(hash, text.charCodeAt(at));
  return hash;
}

const slotFor = (hash: number): number => hash ^ (hash >>> 15);
