import type { Tokenizer } from '@huggingface/tokenizers';

/** A text as a model reads it. */
export interface EncodedText {
  /** With the special tokens around it, at most `maxTokens`. */
  readonly ids: readonly number[];
  /** Tokens that stand for something: neither special nor unknown. */
  readonly knownTokens: number;
}

/** Characters a token: far above the 4 to 5 of prose, so that one look is nearly always enough. */
const charactersPerToken = 10;
/** How often the piece that is looked at doubles, for texts whose tokens are long. */
const maxLooks = 4;

/** Encodes texts for a model that reads `maxTokens` tokens, the special ones among them; the rest is cut off. */
export class TextTokenizer {
  readonly #tokenizer: Tokenizer;
  readonly #room: number;
  readonly #leading: readonly number[];
  readonly #trailing: readonly number[];
  readonly #meaningless: ReadonlySet<number>;

  /** @throws Error when the tokenizer knows no letters, or its special tokens are not around the text. */
  constructor(tokenizer: Tokenizer, maxTokens: number) {
    const inner: number[] = tokenizer.encode('a', { add_special_tokens: false }).ids;
    const whole: number[] = tokenizer.encode('a').ids;
    const start = whole.findIndex((_, at) => inner.every((id, index) => whole[at + index] === id));
    if (inner.length === 0 || start < 0) throw new Error('its special tokens cannot be told from others');
    this.#leading = whole.slice(0, start);
    this.#trailing = whole.slice(start + inner.length);
    this.#room = Math.max(0, maxTokens - this.#leading.length - this.#trailing.length);
    this.#tokenizer = tokenizer;
    this.#meaningless = meaninglessIds(tokenizer);
  }

  encode(text: string): EncodedText {
    const kept = tokensOfStart(this.#tokenizer, text, this.#room);
    return {
      ids: [...this.#leading, ...kept, ...this.#trailing],
      knownTokens: kept.filter((id) => !this.#meaningless.has(id)).length,
    };
  }
}

/**
 * The first tokens of a text, at most `most`, without special ones. Takes time linear in `most`, not in the length of the
 * text: of a long text, a piece that ends at white space is encoded, and a longer one where that has too few tokens.
 */
export function tokensOfStart(tokenizer: Tokenizer, text: string, most: number): number[] {
  let length = charactersPerToken * (most + 1);
  let ids = encodePiece(tokenizer, text, length);
  for (let look = 1; ids.length < most && length < text.length && look < maxLooks; look += 1) {
    length *= 2;
    ids = encodePiece(tokenizer, text, length);
  }
  return ids.slice(0, most);
}

function encodePiece(tokenizer: Tokenizer, text: string, length: number): number[] {
  const piece = cutAtSpace(text, length).replaceAll(/\p{Surrogate}/gu, '\ufffd');
  return tokenizer.encode(piece, { add_special_tokens: false }).ids;
}

function meaninglessIds(tokenizer: Tokenizer): Set<number> {
  const added = [...tokenizer.get_added_tokens_decoder().values()];
  const special = added.filter((token) => token.special).map((token) => token.id);
  const { unk_token_id: unknown } = tokenizer.model as { unk_token_id?: number };
  return new Set(unknown === undefined ? special : [...special, unknown]);
}

/** At most `length` characters, ending before white space where the last tenth has some. */
function cutAtSpace(text: string, length: number): string {
  if (text.length <= length) return text;
  const piece = text.slice(0, length);
  const space = /\s\S*$/.exec(piece.slice(-Math.ceil(length / 10)));
  return space === null ? piece : piece.slice(0, piece.length - space[0].length);
}
