import { ByteReader } from '../../../../util/byte-writer.ts';
import { PostingList, type Postings, postingsPerBlock, readBlock } from './posting-codec.ts';

/** Postings of one term, to be used again for the next term. */
export class GatheredPostings implements Postings {
  ordinals = new Int32Array(1024);
  frequencies = new Int32Array(1024);
  count = 0;

  add(ordinal: number, frequency: number): void {
    if (this.count === this.ordinals.length) this.grow();
    this.ordinals[this.count] = ordinal;
    this.frequencies[this.count] = frequency;
    this.count += 1;
  }

  private grow(): void {
    for (const name of ['ordinals', 'frequencies'] as const) {
      const larger = new Int32Array(2 * this[name].length);
      larger.set(this[name]);
      this[name] = larger;
    }
  }
}

/** A segment that is being merged, read term by term. */
export class MergeSource {
  /** Of the next term; `undefined` after the last. */
  key: string | undefined;
  private readonly pages: Iterator<Uint8Array>;
  private readonly firstPlace: number;
  private readonly places: Int32Array | undefined;
  private reader = new ByteReader(new Uint8Array());
  private count = 0;
  private length = 0;
  private readonly ordinals = new Int32Array(postingsPerBlock);
  private readonly frequencies = new Int32Array(postingsPerBlock);

  /**
   * @param after where reading begins: at the first key above
   * @param places by ordinal the chunk's place among those that stay, −1 for one that has gone
   */
  constructor(
    pages: Iterable<Uint8Array>,
    options: {
      readonly after: string;
      readonly firstPlace: number;
      readonly places: Int32Array | undefined;
    },
  ) {
    this.pages = pages[Symbol.iterator]();
    this.firstPlace = options.firstPlace;
    this.places = options.places;
    do this.next();
    while (this.key !== undefined && this.key <= options.after);
  }

  /** Moves the postings of the next term, if that is the key, to the end of `target`; gives how many were read. */
  takeInto(target: GatheredPostings, key: string): number {
    if (this.key !== key) return 0;
    const { count, ordinals, frequencies, reader } = this;
    if (count <= postingsPerBlock) {
      readBlock(reader.bytes, { position: reader.position, count, before: 0 }, { ordinals, frequencies });
      this.move(target, count);
    } else {
      const list = new PostingList(reader.bytes.subarray(reader.position), count);
      for (let block = 0; block < list.blockCount; block += 1) {
        this.move(target, list.decode(block, ordinals, frequencies));
      }
    }
    this.next();
    return count;
  }

  private move(target: GatheredPostings, length: number): void {
    const { places, firstPlace, ordinals, frequencies } = this;
    for (let index = 0; index < length; index += 1) {
      const ordinal = ordinals[index] as number;
      const place = places ? (places[ordinal] as number) : ordinal;
      if (place >= 0) target.add(firstPlace + place, frequencies[index] as number);
    }
  }

  /** Leaves the reader where the postings of the next term begin. */
  private next(): void {
    this.reader.position += this.length;
    if (this.reader.atEnd) {
      const { value, done } = this.pages.next();
      this.key = undefined;
      this.length = 0;
      if (done) return;
      this.reader = new ByteReader(value as Uint8Array);
    }
    this.key = this.reader.key();
    this.count = this.reader.varint();
    this.length = this.reader.varint();
  }
}
