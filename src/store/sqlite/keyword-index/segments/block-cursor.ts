import { type PostingList, postingsPerBlock } from './posting-codec.ts';

/** What a cursor's parts of a score rest on. */
export interface CursorScoring {
  /** Query weight times idf. */
  readonly factor: number;
  /** How much larger impacts may be than at the segment's reference length, ≥ 1. */
  readonly stretch: number;
  /** By ordinal, in terms. */
  readonly lengths: Uint32Array;
  /** By length what a frequency must be for half of the part. */
  readonly norms: Float64Array;
}

const noBounds = new Float64Array();

/** Room for the postings of a block. */
export interface BlockRoom {
  readonly ordinals: Int32Array;
  readonly frequencies: Int32Array;
}

export const makeRoom = (): BlockRoom => ({
  ordinals: new Int32Array(postingsPerBlock),
  frequencies: new Int32Array(postingsPerBlock),
});

/** Reads a posting list from its start on, block by block, for one query. What is asked for ascends. */
export class BlockCursor {
  readonly list: PostingList;
  readonly factor: number;
  /** By block: no posting's part of the score passes this. */
  readonly bounds: Float64Array;
  /** Of the open block. */
  readonly ordinals: Int32Array;
  readonly frequencies: Int32Array;
  /** How many postings the open block has. */
  length = 0;
  /** The first block that is not behind. */
  block = 0;
  private opened = -1;
  private place = 0;

  /**
   * @param scoring where it is absent, parts are not asked for
   * @param room that no other cursor uses while this one is read
   */
  constructor(list: PostingList, scoring?: CursorScoring, room = makeRoom()) {
    this.list = list;
    this.ordinals = room.ordinals;
    this.frequencies = room.frequencies;
    this.factor = scoring?.factor ?? 0;
    this.bounds = scoring ? new Float64Array(list.blockCount) : noBounds;
    if (!scoring) return;
    const { factor, stretch } = scoring;
    for (let block = 0; block < list.blockCount; block += 1) {
      this.bounds[block] = factor * Math.min(1, (list.impacts[block] as number) * stretch);
    }
    // No impact is kept of a list of one block, and reading it costs little.
    if (list.blockCount === 1) this.bounds[0] = this.greatestPart(scoring);
  }

  /** Leaves behind what is below the ordinal. */
  advanceTo(ordinal: number): void {
    const { lastOrdinals } = this.list;
    while (this.block < lastOrdinals.length && (lastOrdinals[this.block] as number) < ordinal)
      this.block += 1;
    if (this.opened !== this.block) return;
    while (this.place < this.length && (this.ordinals[this.place] as number) < ordinal) this.place += 1;
    if (this.place === this.length) this.block += 1;
  }

  /** The next ordinal is not below this; infinite at the end. */
  get lowest(): number {
    if (this.block >= this.list.blockCount) return Infinity;
    if (this.opened === this.block) return this.ordinals[this.place] as number;
    return this.block === 0 ? 0 : (this.list.lastOrdinals[this.block - 1] as number) + 1;
  }

  /** The greatest bound of the blocks that may have ordinals below `end`; 0 when none may. */
  boundBefore(end: number): number {
    if (this.lowest >= end) return 0;
    const { lastOrdinals } = this.list;
    let greatest = this.bounds[this.block] as number;
    for (let block = this.block + 1; block < lastOrdinals.length; block += 1) {
      if ((lastOrdinals[block - 1] as number) >= end - 1) break;
      const bound = this.bounds[block] as number;
      if (bound > greatest) greatest = bound;
    }
    return greatest;
  }

  /** Reads the block and gives the place of its first posting that is not behind. */
  open(block: number): number {
    if (this.opened !== block) {
      this.length = this.list.decode(block, this.ordinals, this.frequencies);
      this.opened = block;
      this.place = 0;
    }
    return this.place;
  }

  /** How often the chunk has the term. */
  frequencyOf(ordinal: number): number {
    this.advanceTo(ordinal);
    if (this.block >= this.list.blockCount) return 0;
    this.open(this.block);
    this.advanceTo(ordinal);
    return this.block < this.list.blockCount && this.ordinals[this.place] === ordinal
      ? (this.frequencies[this.place] as number)
      : 0;
  }

  private greatestPart({ factor, lengths, norms }: CursorScoring): number {
    this.open(0);
    let greatest = 0;
    for (let index = 0; index < this.length; index += 1) {
      const frequency = this.frequencies[index] as number;
      const norm = norms[lengths[this.ordinals[index] as number] as number] as number;
      greatest = Math.max(greatest, (factor * frequency) / (frequency + norm));
    }
    return greatest;
  }
}
