import { analyse } from '../../text/terms/analyser.ts';
import { splitSentences } from '../../text/structure/sentences.ts';
import { firstIndex, type Span } from '../../text/spans.ts';
import { levels, type LoadedDocument } from '../../types.ts';
import { Turn } from '../../util/async/turn.ts';
import type { ChunkDraft } from '../chunker.ts';
import { placeBlocks } from '../units/outline.ts';

/** Sentences of a summary. */
const most = 2;
/** Shorter texts are not summed up. */
const fewest = 2 * most;
/** Different ones, of a sentence that says something by itself. */
const fewestTerms = 6;
/** In UTF-16 code units; a paragraph without stops is none. */
const longestSentence = 400;

/**
 * Puts over each draft that stands over passages, as text to be searched with it, the two of its sentences that sum it up
 * best.
 * @throws the signal's reason.
 */
export async function summariseParents(
  document: LoadedDocument,
  drafts: readonly ChunkDraft[],
  signal?: AbortSignal,
): Promise<ChunkDraft[]> {
  if (!drafts.some(isParent)) return [...drafts];
  const turn = new Turn(signal);
  const sentences = await sentencesOf(document, turn);
  const summarised: ChunkDraft[] = [];
  for (const draft of drafts) {
    if (turn.isOver()) await turn.next();
    summarised.push(
      isParent(draft) ? withSummary(draft, summaryOf(document, within(sentences, draft))) : draft,
    );
  }
  return summarised;
}

const isParent = ({ level = levels.passage }: ChunkDraft) => level < levels.passage;

function withSummary(draft: ChunkDraft, summary: string): ChunkDraft {
  if (summary === '') return draft;
  return { ...draft, context: [summary, draft.context].filter((part) => part !== undefined).join('\n') };
}

/** Those of paragraphs, in order. */
async function sentencesOf(document: LoadedDocument, turn: Turn): Promise<Span[]> {
  const { text, language } = document;
  const sentences: Span[] = [];
  for (const { kind, charStart, charEnd } of placeBlocks(document)) {
    if (turn.isOver()) await turn.next();
    if (kind !== 'text') continue;
    for (const { start, end } of splitSentences(text.slice(charStart, charEnd), language)) {
      sentences.push({ start: charStart + start, end: charStart + end });
    }
  }
  return sentences;
}

function within(sentences: readonly Span[], { charStart, charEnd }: ChunkDraft): Span[] {
  const first = firstIndex(sentences.length, (index) => sentences[index]!.start >= charStart);
  const end = firstIndex(sentences.length, (index) => sentences[index]!.end > charEnd);
  return sentences.slice(first, end);
}

function summaryOf({ text, language }: LoadedDocument, sentences: readonly Span[]): string {
  const contents = sentences.map(({ start, end }) => text.slice(start, end).replaceAll(/\s+/g, ' '));
  return chooseSentences(contents, language).join(' ');
}

/**
 * Luhn (1958), simplified: the two sentences whose terms come most often in all of them, on average, in the order of the
 * text; none of a short text.
 */
export function chooseSentences(sentences: readonly string[], language?: string): string[] {
  if (sentences.length < fewest) return [];
  const termsOf = new Map(sentences.map((sentence) => [sentence, analyse(sentence, language)]));
  const counts = new Map<string, number>();
  for (const term of sentences.flatMap((sentence) => termsOf.get(sentence)!)) {
    counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  const scoreOf = (terms: readonly string[]) =>
    terms.reduce((sum, term) => sum + counts.get(term)!, 0) / terms.length;
  const telling = [...termsOf]
    .filter(([sentence, terms]) => new Set(terms).size >= fewestTerms && sentence.length <= longestSentence)
    .map(([sentence, terms], index) => ({ sentence, index, score: scoreOf(terms) }));
  return telling
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .sort((a, b) => a.index - b.index)
    .map(({ sentence }) => sentence);
}
