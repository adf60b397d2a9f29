/**
 * In place of gpt-tokenizer's modules, which are 1.2 and 2.4 MB of code to read at each start.
 *
 * The tokens of a byte-pair vocabulary as a file has them that `npm run vocabularies` makes, looked up where they lie:
 *
 *   count     number of ids, 4 bytes, least significant first
 *   lengths   bytes of each token, one byte an id; 0 for an id that stands for none
 *   tokens    their bytes, one after the other
 */
import { isUtf8 } from 'node:buffer';

export class Vocabulary {
  readonly #tokens: Buffer;
  /** A token ends there, and starts where the one before it ends. */
  readonly #ends: Int32Array;
  /** hash → id + 1, 0 for none; the next slot is tried when another token is there. */
  readonly #slots: Int32Array;
  /** As `lengthOf` gives them; 0 for those that nobody has asked for. */
  readonly #lengths: Int16Array;

  constructor(file: Buffer) {
    const count = file.readUInt32LE(0);
    const lengths = file.subarray(4, 4 + count);
    this.#tokens = file.subarray(4 + count);
    this.#ends = new Int32Array(count);
    this.#lengths = new Int16Array(count);
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * count)));
    const mask = this.#slots.length - 1;
    let end = 0;
    for (let id = 0; id < count; id += 1) {
      const start = end;
      end += lengths[id]!;
      this.#ends[id] = end;
      if (end === start) continue;
      let slot = hashOf(this.#tokens, start, end) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = id + 1;
    }
  }

  /** The tokens of a piece of text: neighbours that make the token of the lowest id are merged first. */
  encode(piece: string): number[] {
    const bytes = Buffer.from(piece);
    const whole = this.#idOf(bytes, 0, bytes.length);
    return whole === undefined ? this.#merge(bytes) : [whole];
  }

  /** UTF-16 length of a token that stands for whole characters; minus the number of bytes for another. */
  lengthOf(id: number): number {
    this.#lengths[id] ||= this.#measure(id);
    return this.#lengths[id]!;
  }

  #measure(id: number): number {
    const token = this.#tokens.subarray(this.#startOf(id), this.#ends[id]);
    return isUtf8(token) ? token.toString('utf8').length : -token.length;
  }

  #merge(bytes: Buffer): number[] {
    const ends = Array.from(bytes, (_, index) => index + 1);
    const startOf = (part: number) => (part === 0 ? 0 : ends[part - 1]!);
    /** Of each part, what it makes with the next one. */
    const merged = ends.map((_, part) => this.#joined(bytes, startOf(part), ends[part + 1]));
    for (let part = lowest(merged); part >= 0; part = lowest(merged)) {
      ends.splice(part, 1);
      merged.splice(part, 1);
      merged[part] = this.#joined(bytes, startOf(part), ends[part + 1]);
      if (part > 0) merged[part - 1] = this.#joined(bytes, startOf(part - 1), ends[part]);
    }
    return ends.map((end, part) => this.#idOf(bytes, startOf(part), end)!);
  }

  #joined(bytes: Uint8Array, start: number, end: number | undefined): number {
    return (end === undefined ? undefined : this.#idOf(bytes, start, end)) ?? Infinity;
  }

  #idOf(bytes: Uint8Array, start: number, end: number): number | undefined {
    const mask = this.#slots.length - 1;
    let slot = hashOf(bytes, start, end) & mask;
    for (let entry = this.#slots[slot]!; entry !== 0; entry = this.#slots[slot]!) {
      if (this.#isToken(entry - 1, bytes, start, end)) return entry - 1;
      slot = (slot + 1) & mask;
    }
    return undefined;
  }

  #isToken(id: number, bytes: Uint8Array, start: number, end: number): boolean {
    const own = this.#startOf(id);
    if (this.#ends[id]! - own !== end - start) return false;
    for (let at = start; at < end; at += 1) {
      if (this.#tokens[own + at - start] !== bytes[at]) return false;
    }
    return true;
  }

  #startOf(id: number): number {
    return id === 0 ? 0 : this.#ends[id - 1]!;
  }
}

/** FNV-1a, its upper bits in the lower ones. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5 | 0;
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
  return hash ^ (hash >>> 15);
}

/** Where the lowest number is, the first of equal ones; −1 where all are infinite. */
function lowest(numbers: readonly number[]): number {
  let best = -1;
  for (let index = 0; index < numbers.length; index += 1) {
    if (numbers[index]! < (best < 0 ? Infinity : numbers[best]!)) best = index;
  }
  return best;
}
