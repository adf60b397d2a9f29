import type { Span } from '../../text/spans.ts';
import type { Turn } from '../../util/async/turn.ts';
import type { Measure } from './measure.ts';
import type { PlacedBlock } from './outline.ts';

/** A span that is not cut while it is packed. */
export interface Unit extends Span {
  /** What it is part of, or made of; never empty. */
  readonly blocks: readonly PlacedBlock[];
  /** Said again beside a chunk that begins with this unit: the header row of a table that was cut before it. */
  readonly context?: string | undefined;
}

/** Consecutive units that make one chunk, and where it starts: at its first unit, or inside the pack before. */
export interface Pack extends Span {
  readonly units: readonly Unit[];
}

export interface PackOptions {
  readonly measure: Measure;
  /** Tokens of one pack. */
  readonly limit: number;
  /** Tokens that a pack may repeat of the pack before it. */
  readonly overlap: number;
  readonly language?: string;
  /** The pack before the first one. */
  readonly before?: Pack;
  /** Passed on after each pack. */
  readonly turn: Turn;
  /** Whether text before the seam between two neighbouring units may be repeated behind it. */
  readonly shares: (before: Unit, after: Unit) => boolean;
  /** Makes packs about equally long, three quarters of `limit`, instead of full ones and a remainder. */
  readonly even?: boolean;
  /** Depth from which on small sections under the same heading may share a pack; 0 for those under none, 1 unless given. */
  readonly joinsFrom?: number;
  /**
   * Ways to take the unit apart that comes after a pack of so many tokens, to fill the pack with its first parts: tried
   * in order, each with what the one before has left. They give nothing of a unit that must not be cut.
   */
  readonly refine?: readonly ((next: Unit, packTokens: number) => Span[])[];
}
