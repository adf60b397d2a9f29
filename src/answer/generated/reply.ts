/** What a reply says that a claim rests on: a passage by its number, from 1, and its words where the reply gives them. */
export interface Cite {
  readonly number: number;
  readonly quote?: string;
}

/** A model's reply as it is read; nothing in it is checked yet. */
export type ReplyEvent =
  /** Words as they are written, with the white space before them; markers are taken out. */
  | { readonly kind: 'text'; readonly text: string }
  /** The words since the last claim are one, whole now. */
  | { readonly kind: 'claim'; readonly text: string; readonly cites: readonly Cite[] }
  /** The model says that the passages do not answer. */
  | { readonly kind: 'abstain' };

/** Reads one reply, delta by delta. */
export interface ReplyReader {
  /** Addresses of links and images that were taken out. */
  readonly removedLinks: number;
  push(delta: string): ReplyEvent[];
  /** @returns what was still open. */
  end(): ReplyEvent[];
}
