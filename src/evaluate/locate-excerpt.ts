import { wordsPattern } from '../util/strings/words-pattern.ts';
import type { Excerpt } from './datasets/dataset.ts';
import type { Span } from './metrics/spans.ts';

/**
 * Where an excerpt stands in the text as it was stored: at its offsets where its words stand there, else the nearest
 * place with the same words, white space compared loosely; undefined when it is nowhere.
 */
export function locateExcerpt(
  { documentId, charStart, charEnd, text: words }: Excerpt,
  text: string,
): Span | undefined {
  if (text.slice(charStart, charEnd) === words) return { documentId, charStart, charEnd };
  if (words.trim() === '') return undefined;
  const pattern = new RegExp(wordsPattern(words), 'gu');
  const distance = ({ index }: { index: number }) => Math.abs(index - charStart);
  const [nearest] = [...text.matchAll(pattern)].sort((a, b) => distance(a) - distance(b));
  return nearest && { documentId, charStart: nearest.index, charEnd: nearest.index + nearest[0].length };
}
