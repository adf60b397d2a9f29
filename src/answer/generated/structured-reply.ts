import { z } from 'zod';
import { readPartialJson } from '../../util/strings/partial-json.ts';
import { TextCleaner, type TextPiece } from './text-cleaner.ts';
import type { Cite, ReplyEvent, ReplyReader } from './reply.ts';

const citeSchema = z.object({
  passage: z.number().int().describe('The number of the passage.'),
  quote: z.string().describe('Words of that passage, copied exactly, that say what the claim says.'),
});

/** What a model is asked for where it can be held to a schema. */
export const replySchema = z.object({
  answerable: z.boolean().describe('Whether the passages answer the question.'),
  claims: z
    .array(
      z.object({
        text: z.string().describe('One sentence of the answer.'),
        quotes: z.array(citeSchema),
      }),
    )
    .describe('The answer, sentence by sentence; none when the passages do not answer.'),
});

/** The same as it may be so far; what is of another shape counts as not there. */
const partialReplySchema = z.object({
  answerable: z.boolean().optional().catch(undefined),
  claims: z
    .array(
      z
        .object({
          text: z.string().catch(''),
          quotes: z.array(citeSchema.nullable().catch(null)).catch([]),
        })
        .catch({ text: '', quotes: [] }),
    )
    .catch([]),
});
type PartialClaim = z.output<typeof partialReplySchema>['claims'][number];

/** For words that were given out, and are not among the claims any more: they rest on nothing. */
const takenBack: PartialClaim = { text: '', quotes: [] };
/** Characters up to which a reply is read anew with every delta; a longer one whenever it has grown by a share of itself. */
const readAtOnce = 8_192;
const grownShare = 1 / 16;
const listItem = /^\s*[-*•|]/;

/**
 * Reads claims with quotes from JSON of the shape of `replySchema`, and gives out the words of each claim while they are
 * being written. Markers that stand in the words are taken out: quotes are what a claim rests on.
 */
export class StructuredReply implements ReplyReader {
  #written = '';
  /** Characters of it that have been parsed. */
  #parsed = 0;
  #cleaner = new TextCleaner();
  #removedLinks = 0;
  /** Claims that are closed. */
  #closed = 0;
  /** Characters of the present claim that have been read, and what was given out of them. */
  #read = 0;
  #given = '';
  #follows: string | undefined;

  get removedLinks(): number {
    return this.#removedLinks + this.#cleaner.removedLinks;
  }

  push(delta: string): ReplyEvent[] {
    this.#written += delta;
    const { length } = this.#written;
    if (length > readAtOnce && length - this.#parsed < length * grownShare) return [];
    this.#parsed = length;
    const { answerable, claims } = this.#parse();
    if (answerable === false) return [];
    const events = claims.slice(this.#closed, -1).flatMap((claim) => this.#close(claim));
    const present = claims[this.#closed];
    return present === undefined ? events : [...events, ...this.#give(present.text)];
  }

  end(): ReplyEvent[] {
    const { answerable, claims } = this.#parse();
    if (answerable === false) return [{ kind: 'abstain' }];
    const open = claims.slice(this.#closed);
    if (open.length === 0 && this.#given !== '') open.push(takenBack);
    return open.flatMap((claim) => this.#close(claim));
  }

  #parse() {
    const parsed = partialReplySchema.safeParse(readPartialJson(this.#written).value);
    return parsed.data ?? { answerable: undefined, claims: [] };
  }

  #close({ text, quotes }: PartialClaim): ReplyEvent[] {
    const events = [...this.#give(text), ...this.#say(this.#cleaner.end())];
    this.#removedLinks += this.#cleaner.removedLinks;
    this.#cleaner = new TextCleaner();
    this.#closed += 1;
    this.#read = 0;
    const words = this.#given.trim();
    this.#given = '';
    if (words === '') return events;
    this.#follows = words;
    const cites = quotes.flatMap((one): Cite[] =>
      one === null ? [] : [{ number: one.passage, quote: one.quote }],
    );
    return [...events, { kind: 'claim', text: words, cites }];
  }

  #give(text: string): ReplyEvent[] {
    const delta = text.slice(this.#read);
    this.#read = text.length;
    return this.#say(this.#cleaner.push(delta));
  }

  #say(pieces: readonly TextPiece[]): ReplyEvent[] {
    const words = pieces.map((piece) => (piece.kind === 'text' ? piece.text : '')).join('');
    const text = this.#given === '' ? words.trimStart() : words;
    if (text === '') return [];
    const space = this.#given === '' ? this.#spaceBefore(text) : '';
    this.#given += text;
    return [{ kind: 'text', text: space + text }];
  }

  /** List items have lines of their own. */
  #spaceBefore(text: string): string {
    if (this.#follows === undefined) return '';
    return listItem.test(text) || listItem.test(this.#follows) ? '\n' : ' ';
  }
}
