import { splitSentences } from '../../text/structure/sentences.ts';
import type { WordPiece } from '../built-in/word-piece.ts';
import type { TokenizedChunk } from './document-pairs.ts';

/** One document: its title and its chunks in order. */
export interface AdaptationText {
  readonly title?: string | undefined;
  readonly chunks: readonly { readonly heading?: string | undefined; readonly content: string }[];
}

/** More do not make the model better, and take longer: seconds for a thousand, about twenty for any number. */
export const mostChunks = 20_000;

export interface SampleOptions {
  /** At most so many chunks; of more, each is as likely to be kept as any other. */
  readonly limit: number;
  readonly random: () => number;
  readonly signal?: AbortSignal;
}

/** A chunk that has been chosen, still as text: most of what is chosen early is replaced again. */
export interface ChosenChunk {
  /** Its document, by number. */
  readonly document: number;
  readonly title: string;
  readonly heading: string;
  readonly content: string;
}

/** In tokens. */
const longestSentence = 48;

/** A sample of the documents' chunks, in memory that depends on `limit` alone (reservoir sampling). */
export async function chooseChunks(
  documents: AsyncIterable<AdaptationText>,
  { limit, random, signal }: SampleOptions,
): Promise<ChosenChunk[]> {
  const chosen: ChosenChunk[] = [];
  let seen = 0;
  let document = 0;
  for await (const { title = '', chunks } of documents) {
    signal?.throwIfAborted();
    for (const { heading = '', content } of chunks) {
      const place = seen < limit ? seen : Math.floor(random() * (seen + 1));
      if (place < limit) chosen[place] = { document, title, heading, content };
      seen += 1;
    }
    document += 1;
  }
  return chosen;
}

export function tokenize(
  { document, title, heading, content }: ChosenChunk,
  wordPiece: WordPiece,
): TokenizedChunk {
  const encode = (text: string) => wordPiece.encode(text).filter((token) => token !== wordPiece.unknownId);
  return {
    document,
    title: encode(title),
    heading: heading === title ? [] : encode(heading),
    sentences: splitSentences(content)
      .map(({ start, end }) => encode(content.slice(start, end)))
      .flatMap(cutLong),
  };
}

/** Pieces of about equal length, none for nothing: some texts have no sentences that can be told apart. */
function cutLong(sentence: readonly number[]): (readonly number[])[] {
  const pieces = Math.ceil(sentence.length / longestSentence);
  const size = Math.ceil(sentence.length / pieces);
  return Array.from({ length: pieces }, (_, index) => sentence.slice(index * size, (index + 1) * size));
}
