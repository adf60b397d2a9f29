/** What a model writes, piece by piece: words, and markers of passages taken out of them. */
export type TextPiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'marker'; readonly numbers: readonly number[] };

const number = String.raw`(?:(?:passages?|sources?)[\s:#-]*)?\d{1,6}`;
const numbers = String.raw`${number}(?:\s*(?:[,;&–-]|and)\s*${number})*`;
/** `[1]`, `[1, 2]`, `[1–3]`, `[^1]`, `【1†source】`, `[passage 1 and passage 2]`. */
const marker = new RegExp(String.raw`^[[【［]\s*[\^#]?(${numbers})\s*(?:†[^\]】\n]{0,40})?[\]】］]`, 'i');
/** A citation in words, `[Source: Annual Report, page 15]`, looks like ours and is none. */
const madeUp = /^[[【［]sources?:[^\]】］\n]{0,300}[\]】］]/i;
/** `[words](address)` and `![words](address)`: who shows the answer would follow or fetch it. */
const link = /^!?\[([^\]\n]{0,300})\]\([^)\n]{0,2000}\)/;
const fetchingTags =
  'a|audio|base|embed|form|iframe|image|img|input|link|meta|object|script|source|style|svg|video';
const tag = new RegExp(String.raw`^</?(?:${fetchingTags})\b[^>]{0,2000}>`, 'i');
/** A tag without attributes fetches nothing. */
const simpleTag = /^<\/?[a-z][\w:-]{0,30}>/i;
/** What may still become one of them. */
const unfinished = [
  /^!$/,
  /^!?[[【［][^\]】］\n]{0,300}$/,
  /^!?\[[^\]\n]{0,300}\](?:\([^)\n]{0,2000})?$/,
  /^<\/?[\w:-]{0,31}$/,
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
      const plain = /^[^[!<【［]+/.exec(this.#held)?.[0] ?? '';
      this.#held = this.#held.slice(plain.length);
      this.#write(plain, pieces);
      if (!isEnd && unfinished.some((pattern) => pattern.test(this.#held))) break;
      this.#readSpecial(pieces);
    }
    return pieces;
  }

  /** What is left must not be, nor come together as, another link or tag. */
  #write(text: string, pieces: TextPiece[]): void {
    const safe = `${this.#last}${text}`
      .replaceAll(/\](?=[(:])/g, '] ')
      .replace(/^<(?=[a-z/!?])/i, this.#last === '<' ? '< ' : '<')
      .slice(this.#last.length);
    if (safe === '') return;
    pieces.push({ kind: 'text', text: safe });
    this.#last = safe.at(-1)!;
  }

  /** Reads what stands at the start of what is held. */
  #readSpecial(pieces: TextPiece[]): void {
    const [removed, words = ''] = link.exec(this.#held) ?? tag.exec(this.#held) ?? [];
    const [listed, list] = marker.exec(removed === undefined ? this.#held : `[${words}]`) ?? [];
    const invented = madeUp.exec(this.#held)?.[0];
    const taken = removed ?? listed ?? invented ?? simpleTag.exec(this.#held)?.[0] ?? this.#held.charAt(0);
    const rest = this.#held.slice(taken.length);
    if (removed !== undefined) this.#removedLinks += 1;
    if (list !== undefined) {
      this.#held = rest;
      pieces.push({ kind: 'marker', numbers: readNumbers(list) });
    } else if (removed !== undefined) {
      this.#held = words + rest;
    } else {
      this.#held = rest;
      if (invented === undefined) this.#write(taken, pieces);
    }
  }
}

function readNumbers(list: string): number[] {
  const bare = list.replaceAll(/(?:passages?|sources?)[\s:#-]*/gi, '');
  return bare.split(/(?<!\s)\s*(?:[,;&]|and)\s*/i).flatMap((part) => {
    const [from = 0, to = from] = part.split(/(?<!\s)\s*[–-]\s*/).map(Number);
    if (to < from || to - from >= longestRange) return [from, to];
    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  });
}
