import { analyse } from '../../../src/text/terms/analyser.ts';

/** The words of a query without stop words, for systems that would otherwise score every chunk with "the". */
export function searchWords(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words)].filter((word) => analyse(word).length > 0);
}
