import { isCaptioned, isNumbered } from '../../text/structure/caption.ts';
import type { Block } from '../../types.ts';

const LONGEST_CAPTION = 300;
const LONGEST_TITLE = 80;
const stopped = /[\p{Sentence_Terminal}…,;:：；、，][\p{Pe}\p{Pf}"']*$/u;
/** Whether text is a title that the loader did not take for one: a short line without a stop. */
export function isTitleLine(text: string): boolean {
  return (
    text.length <= LONGEST_TITLE &&
    /^[\p{Lu}\p{Lo}\p{N}]/u.test(text) &&
    !/[\r\n]/.test(text) &&
    !stopped.test(text)
  );
}

/** What the paragraph before a table says of it, in one line: a numbered caption, a title, or a lead-in with a colon. */
export function captionOf(before: Block | undefined, text: string): string | undefined {
  if (before?.kind !== 'text' || before.charEnd - before.charStart > LONGEST_CAPTION) return undefined;
  const paragraph = text.slice(before.charStart, before.charEnd);
  const isCaption = isNumbered(paragraph) || isTitleLine(paragraph) || /[:：]$/.test(paragraph);
  return isCaption ? paragraph.replaceAll(/\s+/g, ' ') : undefined;
}

/** What the paragraph after a table says of it, in one line: a numbered caption. */
export function captionBelow(after: Block | undefined, text: string): string | undefined {
  if (after?.kind !== 'text' || after.charEnd - after.charStart > LONGEST_CAPTION) return undefined;
  const paragraph = text.slice(after.charStart, after.charEnd).replaceAll(/\s+/g, ' ');
  return isCaptioned(paragraph) ? paragraph : undefined;
}
