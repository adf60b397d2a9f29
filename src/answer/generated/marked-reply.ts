import { splitSentences } from '../../text/structure/sentences.ts';
import { TextCleaner, type TextPiece } from './text-cleaner.ts';
import type { ReplyEvent, ReplyReader } from './reply.ts';

/** What a model is to write, and nothing else, when the passages do not answer. */
export const notAnsweredReply = 'NO ANSWER';

/**
 * A stop or line end: the sentence may end there, which the next word tells, in a list the one behind its bullet. For texts of
 * at most 256 characters.
 */
const possibleEnd = /(?:[\p{Sentence_Terminal}…][^\s\p{L}\p{N}]*(?=\s+\S*$)|(?=\n\s*(?:\S{1,5}\s+)?\S*$))/u;
/** Characters at the end of the text in which it is looked for. */
const longestEnding = 256;
/** Characters before what is settled that tell whether a sentence ends there; of a line that is not much longer, all. */
const lookBack = 160;
const usualLine = 600;
/** A claim of more characters is closed at the next white space, one of twice as many where it is. */
const longestClaim = 2_000;
/** Stops that no white space follows. */
const unspacedStop = /[。！？｡]/u;
/** No space stands before these. */
const closing = /[.,;:!?)\]…。，、！？\n]/u;

interface Marker {
  /** Where it stood in the present text. */
  readonly at: number;
  readonly numbers: readonly number[];
}

/**
 * Reads prose with markers: each sentence is a claim that cites the passages of its markers, which may stand before its
 * last stop or behind it. Claims are the same whatever the size of the deltas.
 */
export class MarkedReply implements ReplyReader {
  readonly #language: string | undefined;
  readonly #cleaner = new TextCleaner();
  /** Text since the last claim, with the white space before it. */
  #present = '';
  #markers: Marker[] = [];
  /** Characters of it that have been given out, and those that may be. */
  #given = 0;
  #settled = 0;
  #isFirst = true;

  constructor(language?: string) {
    this.#language = language;
  }

  get removedLinks(): number {
    return this.#cleaner.removedLinks;
  }

  push(delta: string): ReplyEvent[] {
    return this.#take(this.#cleaner.push(delta));
  }

  end(): ReplyEvent[] {
    const events = this.#take(this.#cleaner.end());
    if (this.#isFirst && saysNo(this.#present)) return [...events, { kind: 'abstain' }];
    this.#closeSentences(events);
    this.#close(this.#present.trimEnd().length, events);
    return events;
  }

  #take(pieces: readonly TextPiece[]): ReplyEvent[] {
    const events: ReplyEvent[] = [];
    for (const piece of pieces) {
      if (piece.kind === 'marker') this.#markers.push({ at: this.#present.length, numbers: piece.numbers });
      else for (const character of piece.text) this.#add(character, events);
    }
    this.#give(this.#settled, events);
    return events;
  }

  #add(character: string, events: ReplyEvent[]): void {
    const isSpace = /\s/.test(character);
    if (isSpace && this.#isFirst && this.#present === '') return;
    if (this.#markers.at(-1)?.at === this.#present.length) {
      if (character === ' ' && /\s$/.test(this.#present)) return;
      if (closing.test(character)) this.#trimBeforeMarker();
    }
    const wasHeld = this.#settled < this.#present.trimEnd().length;
    const followsStop = unspacedStop.test(this.#present.at(-1) ?? '');
    this.#present += character;
    if ((isSpace && wasHeld) || followsStop) this.#closeSentences(events);
    this.#settle();
    const length = this.#present.length;
    if (length >= 2 * longestClaim || (isSpace && length >= longestClaim)) {
      this.#close(this.#present.trimEnd().length, events);
    }
  }

  /** The space before a marker goes with it, unless a word follows. */
  #trimBeforeMarker(): void {
    this.#present = this.#present.trimEnd();
    const at = this.#present.length;
    this.#markers = this.#markers.map((marker) => ({ ...marker, at: Math.min(marker.at, at) }));
  }

  #settle(): void {
    const from = Math.max(0, this.#present.length - longestEnding);
    const end = possibleEnd.exec(this.#present.slice(from));
    const safe = end === null ? this.#present.trimEnd().length : from + end.index + end[0].length;
    if (this.#isFirst && mayBecomeNo(this.#present)) return;
    this.#settled = Math.max(this.#settled, safe);
  }

  #give(end: number, events: ReplyEvent[]): void {
    if (end <= this.#given) return;
    events.push({ kind: 'text', text: this.#present.slice(this.#given, end) });
    this.#given = end;
  }

  /** Closes every sentence but the last one. */
  #closeSentences(events: ReplyEvent[]): void {
    for (;;) {
      const from = lookBackFrom(this.#present, this.#settled);
      const sentences = splitSentences(this.#present.slice(from), this.#language);
      const first = sentences.find(({ end }) => from + end >= this.#settled);
      if (first === undefined || first === sentences.at(-1)) return;
      this.#close(from + first.end, events);
    }
  }

  #close(end: number, events: ReplyEvent[]): void {
    const text = this.#present.slice(0, end).trim();
    if (text === '') return;
    this.#give(end, events);
    const rest = this.#present.slice(end);
    const isOwn = ({ at }: Marker) => at <= end || !/\S|\n/.test(rest.slice(0, at - end));
    const numbers = this.#markers.filter(isOwn).flatMap((marker) => marker.numbers);
    events.push({ kind: 'claim', text, cites: [...new Set(numbers)].map((number) => ({ number })) });
    this.#markers = this.#markers
      .filter((marker) => !isOwn(marker))
      .map(({ at, ...marker }) => ({ ...marker, at: at - end }));
    this.#present = rest;
    this.#given = 0;
    this.#settled = 0;
    this.#isFirst = false;
  }
}

function lookBackFrom(text: string, offset: number): number {
  const line = text.lastIndexOf('\n', offset - 1) + 1;
  return offset - line <= usualLine ? Math.max(0, line - 1) : offset - lookBack;
}

const asNo = (text: string) =>
  text
    .replaceAll(/[^\p{L} ]/gu, '')
    .trim()
    .toUpperCase();

const saysNo = (text: string): boolean => asNo(text) === notAnsweredReply;

const mayBecomeNo = (text: string): boolean => notAnsweredReply.startsWith(asNo(text));
