import type { Excerpt } from './excerpt.ts';

/**
 * The excerpt as one line: `…` where something of the chunk is left out, and what was looked for marked.
 * @param content of the chunk, which begins at `charStart` in the document.
 */
export function excerptText(
  { content, charStart }: { readonly content: string; readonly charStart: number },
  { pieces, highlights }: Excerpt,
  mark: (word: string) => string,
): string {
  let text = '';
  let at = charStart;
  const leftOut = (to: number) => content.slice(at - charStart, to - charStart).trim() !== '';
  const gapTo = (to: number) => (leftOut(to) ? ' … ' : ' ');
  for (const piece of pieces) {
    text += gapTo(piece.charStart);
    at = piece.charStart;
    for (const word of highlights) {
      if (word.charStart < piece.charStart || word.charEnd > piece.charEnd) continue;
      text += content.slice(at - charStart, word.charStart - charStart);
      text += mark(content.slice(word.charStart - charStart, word.charEnd - charStart));
      at = word.charEnd;
    }
    text += content.slice(at - charStart, piece.charEnd - charStart);
    at = piece.charEnd;
  }
  return (text + gapTo(charStart + content.length)).trim();
}
