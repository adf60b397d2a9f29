/** What a model writes, piece by piece: words, and markers of passages taken out of them. */
export type TextPiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'marker'; readonly numbers: readonly number[] };

const numbers = String.raw`\d{1,6}(?:\s*[,;–-]\s*\d{1,6})*`;
/** `[1]`, `[1, 2]`, `[1–3]`, `[^1]`, `【1】`, `[passage 1]`. */
const marker = new RegExp(String.raw`^[[【]\^?(?:(?:passages?|sources?)\s+)?(${numbers})[\]】]`, 'i');
/** `[words](address)` and `![words](address)`: who shows the answer would follow or fetch it. */
const link = /^!?\[([^\]\n]{0,300})\]\([^)\n]{0,2000}\)/;
const fetchingTags =
  'a|audio|base|embed|form|iframe|image|img|input|link|meta|object|script|source|style|svg|video';
const tag = new RegExp(String.raw`^</?(?:${fetchingTags})\b[^>]{0,2000}>`, 'i');
/** What may still become one of them. */
const unfinished = [
  /^!$/,
  /^!?[[【][^\]】\n]{0,300}$/,
  /^!?\[[^\]\n]{0,300}\](?:\([^)\n]{0,2000})?$/,
  /^<\/?[a-z]{0,8}$/i,
  new RegExp(String.raw`^</?(?:${fetchingTags})\b[^>]{0,2000}$`, 'i'),
];
/** A range of more passages than any prompt has is no range. */
const longestRange = 50;

/**
 * Takes markers, links, images and tags that fetch out of text that comes in deltas of any size. Of a link the words
 * stay. What may become one of them is held back until that is known.
 */
export class TextCleaner {
  #held = '';
  /** The last character written. */
  #last = '';
  #removedLinks = 0;

  get removedLinks(): number {
    return this.#removedLinks;
  }

  push(delta: string): TextPiece[] {
    this.#held += delta;
    return this.#read(false);
  }

  /** What was held back. */
  end(): TextPiece[] {
    return this.#read(true);
  }

  #read(isEnd: boolean): TextPiece[] {
    const pieces: TextPiece[] = [];
    while (this.#held !== '') {
      const plain = /^[^[!<【]+/.exec(this.#held)?.[0] ?? '';
      this.#held = this.#held.slice(plain.length);
      this.#write(plain, pieces);
      if (!isEnd && unfinished.some((pattern) => pattern.test(this.#held))) break;
      this.#readSpecial(pieces);
    }
    return pieces;
  }

  /** What removals leave must not come together as another link or tag. */
  #write(text: string, pieces: TextPiece[]): void {
    const safe = `${this.#last}${text}`.replaceAll(/\](?=[(:])/g, '] ').slice(this.#last.length);
    if (safe === '') return;
    pieces.push({ kind: 'text', text: safe });
    this.#last = safe.at(-1)!;
  }

  /** Reads what stands at the start of what is held. */
  #readSpecial(pieces: TextPiece[]): void {
    const [removed, words = ''] = link.exec(this.#held) ?? tag.exec(this.#held) ?? [];
    const [listed, list] = marker.exec(removed === undefined ? this.#held : `[${words}]`) ?? [];
    const taken = removed ?? listed ?? this.#held.charAt(0);
    const rest = this.#held.slice(taken.length);
    if (removed !== undefined) this.#removedLinks += 1;
    if (list !== undefined) {
      this.#held = rest;
      pieces.push({ kind: 'marker', numbers: readNumbers(list) });
    } else if (removed !== undefined) {
      this.#held = words + rest;
      if (this.#last === '<') this.#write(' ', pieces);
    } else {
      this.#held = rest;
      this.#write(taken, pieces);
    }
  }
}

function readNumbers(list: string): number[] {
  return list.split(/\s*[,;]\s*/).flatMap((part) => {
    const [from = 0, to = from] = part.split(/\s*[–-]\s*/).map(Number);
    if (to < from || to - from >= longestRange) return [from, to];
    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  });
}
