/** Counts text in the tokens of one named vocabulary. */
export interface Tokenizer {
  /** Such as `cl100k_base`. */
  readonly name: string;
  count(text: string): number;
  /**
   * Where each token starts in `text`, ascending, in UTF-16 code units. A token that starts inside a code
   * point is given the code point's start, so that cutting at any offset is safe.
   */
  offsets(text: string): Uint32Array;
}
