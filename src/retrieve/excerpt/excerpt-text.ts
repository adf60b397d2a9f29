import { hideMarkup, unshown } from '../../text/structure/markup.ts';
import { pictureMark } from '../../text/structure/picture-mark.ts';
import { withoutBars } from '../../text/structure/table-row.ts';
import type { Excerpt } from './excerpt.ts';

interface Content {
  readonly content: string;
  /** Where it begins in the document. */
  readonly charStart: number;
}

interface ExcerptPart {
  readonly text: string;
  /** Whether it was looked for. */
  readonly isMatch: boolean;
}

/**
 * The excerpt of a chunk as one line, without the signs of Markdown: `…` where something of the chunk is left out, `·` between the cells of a table, and what
 * was looked for marked.
 */
export function excerptText(chunk: Content, excerpt: Excerpt, mark: (word: string) => string): string {
  return excerptParts(chunk, excerpt)
    .map(({ text, isMatch }) => (isMatch ? mark(text) : text))
    .join('')
    .trim();
}

/** Where in the unmarked line stands what was looked for, half-open. */
export function excerptMarks(chunk: Content, excerpt: Excerpt): [start: number, end: number][] {
  const parts = excerptParts(chunk, excerpt);
  const line = parts.map(({ text }) => text).join('');
  let at = line.trimStart().length - line.length;
  return parts.flatMap(({ text, isMatch }) => {
    const start = at;
    at += text.length;
    return isMatch ? [[start, at] as [number, number]] : [];
  });
}

function excerptParts(chunk: Content, { pieces, highlights }: Excerpt): ExcerptPart[] {
  const { charStart } = chunk;
  const content = hideMarkup(withoutBars(chunk.content).replaceAll(pictureMark, ' '));
  const parts: ExcerptPart[] = [];
  let at = charStart;
  const push = (text: string, isMatch: boolean) => {
    const line = text.replaceAll(unshown, '').replaceAll(/\s+/g, ' ');
    const next = parts.at(-1)?.text.endsWith(' ') ? line.trimStart() : line;
    if (next !== '') parts.push({ text: next, isMatch });
  };
  const upTo = (to: number, isMatch = false) => {
    push(content.slice(at - charStart, to - charStart), isMatch);
    at = to;
  };
  const gapTo = (to: number) => {
    const isEmpty =
      content
        .slice(at - charStart, to - charStart)
        .replaceAll(unshown, '')
        .trim() === '';
    push(isEmpty ? ' ' : ' … ', false);
    at = to;
  };
  for (const piece of pieces) {
    gapTo(piece.charStart);
    for (const word of highlights) {
      if (word.charStart < piece.charStart || word.charEnd > piece.charEnd) continue;
      upTo(word.charStart);
      upTo(word.charEnd, true);
    }
    upTo(piece.charEnd);
  }
  gapTo(charStart + content.length);
  return parts;
}
