import { ByteReader, ByteWriter } from '../../../../util/byte-writer.ts';

/**
 * The postings of a term in a segment, by ordinal (the chunk's place in the segment), in blocks:
 *
 *   one block    posting…
 *   more blocks  (last ordinal − the one before, bytes, impact bound)…, one a block, then the blocks
 *   posting      2 · (ordinal − the one before) + (frequency is 1), then the frequency when it is not 1
 *
 * all as varints. A block's impact bound is its greatest saturation (`text/bm25.ts`) at the segment's reference
 * length, in steps of 1 / `impactSteps`, rounded up; so a search can pass over blocks that cannot win.
 */
export const postingsPerBlock = 128;
const impactSteps = 0x3fff;

/** Parallel arrays, ordinals ascending; the first `count` entries count. */
export interface Postings {
  readonly ordinals: Int32Array;
  readonly frequencies: Int32Array;
  readonly count: number;
}

/** @param impactOf a posting's saturation at the reference length, 0…1 */
export function writePostings(
  writer: ByteWriter,
  postings: Postings,
  impactOf: (ordinal: number, frequency: number) => number,
): void {
  const { ordinals, count } = postings;
  if (count <= postingsPerBlock) return writeBlock(writer, postings, { start: 0, end: count, before: 0 });
  const blocks = new ByteWriter();
  let before = 0;
  for (let start = 0; start < count; start += postingsPerBlock) {
    const end = Math.min(count, start + postingsPerBlock);
    const from = blocks.length;
    writeBlock(blocks, postings, { start, end, before });
    const last = ordinals[end - 1] as number;
    writer.varint(last - before);
    writer.varint(blocks.length - from);
    writer.varint(Math.ceil(greatestImpact(postings, { start, end, impactOf }) * impactSteps));
    before = last;
  }
  writer.append(blocks);
}

function writeBlock(
  writer: ByteWriter,
  { ordinals, frequencies }: Postings,
  { start, end, before }: { readonly start: number; readonly end: number; readonly before: number },
): void {
  let previous = before;
  for (let index = start; index < end; index += 1) {
    const ordinal = ordinals[index] as number;
    const frequency = frequencies[index] as number;
    writer.varint(2 * (ordinal - previous) + (frequency === 1 ? 1 : 0));
    if (frequency !== 1) writer.varint(frequency);
    previous = ordinal;
  }
}

function greatestImpact(
  { ordinals, frequencies }: Postings,
  within: {
    readonly start: number;
    readonly end: number;
    readonly impactOf: (ordinal: number, frequency: number) => number;
  },
): number {
  let greatest = 0;
  for (let index = within.start; index < within.end; index += 1) {
    const impact = within.impactOf(ordinals[index] as number, frequencies[index] as number);
    if (impact > greatest) greatest = impact;
  }
  return greatest;
}

/** The postings of a term in a segment, read block by block. */
export class PostingList {
  readonly count: number;
  readonly blockCount: number;
  /** Of each block the last ordinal. */
  readonly lastOrdinals: Int32Array;
  /** Of each block no posting's saturation at the reference length passes this. */
  readonly impacts: Float32Array;
  private readonly bytes: Uint8Array;
  private readonly starts: Uint32Array;

  constructor(bytes: Uint8Array, count: number) {
    this.bytes = bytes;
    this.count = count;
    this.blockCount = Math.ceil(count / postingsPerBlock);
    this.lastOrdinals = new Int32Array(this.blockCount).fill(0x7fffffff);
    this.impacts = new Float32Array(this.blockCount).fill(1);
    this.starts = new Uint32Array(this.blockCount);
    if (this.blockCount > 1) this.readBlocks();
  }

  /** Bytes in memory beside those of its page. */
  get overhead(): number {
    return 200 + 12 * this.blockCount;
  }

  /** Fills the arrays from their start with a block's postings and gives how many there are. */
  decode(block: number, ordinals: Int32Array, frequencies: Int32Array): number {
    const count = Math.min(postingsPerBlock, this.count - block * postingsPerBlock);
    const position = this.starts[block] as number;
    const before = block === 0 ? 0 : (this.lastOrdinals[block - 1] as number);
    readBlock(this.bytes, { position, count, before }, { ordinals, frequencies });
    return count;
  }

  private readBlocks(): void {
    const reader = new ByteReader(this.bytes);
    let last = 0;
    let start = 0;
    for (let block = 0; block < this.blockCount; block += 1) {
      last += reader.varint();
      this.lastOrdinals[block] = last;
      this.starts[block] = start;
      start += reader.varint();
      // Rounded to the next float above, or the float itself.
      this.impacts[block] = Math.fround((reader.varint() / impactSteps) * (1 + 2 ** -23));
    }
    const { position } = reader;
    for (let block = 0; block < this.blockCount; block += 1) this.starts[block]! += position;
  }
}

/** Fills the arrays from their start with the postings of a block, that of a short list among them. */
export function readBlock(
  bytes: Uint8Array,
  block: { readonly position: number; readonly count: number; readonly before: number },
  { ordinals, frequencies }: { readonly ordinals: Int32Array; readonly frequencies: Int32Array },
): void {
  const { count } = block;
  let { position, before: ordinal } = block;
  for (let index = 0; index < count; index += 1) {
    let code = bytes[position++] as number;
    if (code >= 0x80) {
      code &= 0x7f;
      let byte: number;
      let shift = 7;
      do {
        byte = bytes[position++] as number;
        code |= (byte & 0x7f) << shift;
        shift += 7;
      } while (byte >= 0x80);
    }
    ordinal += code >>> 1;
    ordinals[index] = ordinal;
    let frequency = 1;
    if ((code & 1) === 0) {
      frequency = bytes[position++] as number;
      if (frequency >= 0x80) {
        const reader = new ByteReader(bytes, position - 1);
        frequency = reader.varint();
        position = reader.position;
      }
    }
    frequencies[index] = frequency;
  }
}
