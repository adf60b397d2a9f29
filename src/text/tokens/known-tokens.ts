import { none, SpanNumbers } from '../span-map.ts';
import type { Span } from '../spans.ts';

const mostKnown = 100_000;
/** Longer pieces, in UTF-16 code units, hardly come again. */
const longestKnown = 64;

/** The tokens of pieces of text, those of short ones remembered. Most pieces are one token, which is looked up alone. */
export class KnownTokens {
  readonly #encode: (piece: string) => readonly number[];
  /** The token of a piece; where there is not one, −1 less the place of its tokens among the others. */
  readonly #known = new SpanNumbers({ most: mostKnown });
  #others: (readonly number[])[] = [];

  constructor(encode: (piece: string) => readonly number[]) {
    this.#encode = encode;
  }

  /** @param units the `codeUnits` of the text. */
  addTo(tokens: number[], text: string, { units, start, end }: Span & { readonly units: Uint16Array }): void {
    if (end - start > longestKnown) {
      for (const token of this.#encode(text.slice(start, end))) tokens.push(token);
      return;
    }
    let known = this.#known.find(units, start, end);
    if (known === none) known = this.#remember(text, start, end);
    if (known >= 0) tokens.push(known);
    else for (const token of this.#others[-1 - known]!) tokens.push(token);
  }

  /** How many there are. */
  count(text: string, { units, start, end }: Span & { readonly units: Uint16Array }): number {
    if (end - start > longestKnown) return this.#encode(text.slice(start, end)).length;
    let known = this.#known.find(units, start, end);
    if (known === none) known = this.#remember(text, start, end);
    return known >= 0 ? 1 : this.#others[-1 - known]!.length;
  }

  #remember(text: string, start: number, end: number): number {
    const tokens = this.#encode(text.slice(start, end));
    if (this.#known.size === mostKnown) this.#others = [];
    const known = tokens.length === 1 ? tokens[0]! : -this.#others.push(tokens);
    this.#known.set(text, start, end, known);
    return known;
  }
}
