import { splitSentences } from '../text/structure/sentences.ts';
import { wordEdge } from '../text/word-edge.ts';
import type { Document, Hit, Passage, RetrieveResponse } from '../types.ts';

/** How far a passage may grow at either end to hold whole sentences, in characters. */
const reach = 500;

/** Hits of the best ranks that are read where they did not fit into the token budget: none of lower rank had the answer. */
const mostBeyondBudget = 5;

/** The response's passages, or its hits as passages when it has none; best first. */
export function passagesOf({ passages, hits }: RetrieveResponse): readonly Passage[] {
  return passages.length > 0 ? passages : hits.map(hitAsPassage);
}

/** The passages, and below them the best hits that did not fit into their token budget. */
export function passagesAndBestOf(retrieval: RetrieveResponse): readonly Passage[] {
  const passages = passagesOf(retrieval);
  const best = retrieval.hits.slice(0, mostBeyondBudget);
  return [...passages, ...best.filter((hit) => !passages.some((one) => isOf(one, hit))).map(hitAsPassage)];
}

function hitAsPassage({ collection, chunk, rank, relevanceScore }: Hit): Passage {
  const { documentId, documentVersion, chunkId, charStart, charEnd, content, tokenCount } = chunk;
  const span = { charStart, charEnd, text: content, tokenCount };
  const chunks = [{ chunkId, charStart, charEnd }];
  const place = { collection, documentId, documentVersion };
  return { ...place, chunkIds: [chunkId], chunks, ...span, rank, relevanceScore };
}

/** Whether a hit is part of the passage. */
export function isOf(passage: Passage, { collection, chunk }: Hit): boolean {
  return passage.collection === collection && passage.chunkIds.includes(chunk.chunkId);
}

/** Title and headings over each passage, as far as its hits tell. */
export function contextOf(passage: Passage, document: Document, hits: readonly Hit[]): string[] {
  const paths = hits.filter((hit) => isOf(passage, hit)).flatMap(({ chunk }) => chunk.headingPath);
  return [...new Set([document.title, ...paths])];
}

/** Whether a passage may begin or end within a sentence, judged by its text alone. */
export function mayBeCut({ charStart, text }: Passage): boolean {
  const startsWhole = charStart === 0 || /^\s*["“«(#|*•\-–]?\s*[\p{Lu}\p{N}]/u.test(text);
  return !startsWhole || !/[.!?。！？|:][)"”’»]*\s*$/u.test(text);
}

/** The passage with the rest of the sentences that it cuts, within its paragraph and at most 500 characters. */
export function withWholeSentences(passage: Passage, text: string, language?: string): Passage {
  if (text.slice(passage.charStart, passage.charEnd) !== passage.text) return passage;
  const from = paragraphStart(text, passage.charStart);
  const to = paragraphEnd(text, passage.charEnd);
  const start = { from, to: paragraphEnd(text, passage.charStart), language };
  const end = { from: paragraphStart(text, passage.charEnd), to, language };
  const charStart = sentenceOver(text, passage.charStart, start)?.start;
  const charEnd = sentenceOver(text, passage.charEnd, end)?.end;
  const span = { charStart: charStart ?? passage.charStart, charEnd: charEnd ?? passage.charEnd };
  return { ...passage, ...span, text: text.slice(span.charStart, span.charEnd) };
}

/** The sentence that has characters both before and from `offset` on. */
function sentenceOver(
  text: string,
  offset: number,
  { from, to, language }: { from: number; to: number; language: string | undefined },
): { start: number; end: number } | undefined {
  return splitSentences(text.slice(from, to), language)
    .map(({ start, end }) => ({ start: start + from, end: end + from }))
    .find(({ start, end }) => start < offset && offset < end);
}

/** The start of the paragraph, or of the first whole word within reach. */
function paragraphStart(text: string, offset: number): number {
  const earliest = Math.max(0, offset - reach);
  const gap = text.slice(earliest, offset).lastIndexOf('\n\n');
  return gap === -1 ? wordEdge(text, earliest, 1) : earliest + gap + 2;
}

/** The end of the paragraph, or of the last whole word within reach. */
function paragraphEnd(text: string, offset: number): number {
  const gap = text.slice(offset, offset + reach).indexOf('\n\n');
  return gap === -1 ? wordEdge(text, Math.min(text.length, offset + reach), -1) : offset + gap;
}
