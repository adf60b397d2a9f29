import { copySlice } from '../../text/copy-slice.ts';
import type { Tokenizer } from '../../text/tokens/tokens.ts';
import { codePointStart } from '../../text/tokens/uninterrupted.ts';
import { Turn } from '../../util/async/turn.ts';

/** Characters that are tokenised at a time: a few milliseconds of work. */
const partLength = 32_768;
/** How far the start of a line, else the end of a word, is looked for at the end of a part: no token reaches over it. */
const longestLine = 4096;

interface Part {
  readonly start: number;
  /** From `start`. */
  readonly offsets: Uint32Array;
}

/** Where each token starts in a text, as `Tokenizer.offsets` has it; a long one is tokenised in parts. */
export async function tokenOffsets(
  text: string,
  tokenizer: Tokenizer,
  signal?: AbortSignal,
): Promise<Uint32Array> {
  if (text.length <= partLength) return tokenizer.offsets(text);
  const turn = new Turn(signal);
  const parts: Part[] = [];
  for (let start = 0; start < text.length;) {
    const end = partEnd(text, start);
    parts.push({ start, offsets: tokenizer.offsets(copySlice(text, start, end)) });
    start = end;
    if (turn.isOver()) await turn.next();
  }
  return joined(parts);
}

function partEnd(text: string, start: number): number {
  const least = start + partLength;
  if (least >= text.length) return text.length;
  const line = text.slice(least, least + longestLine).search(/(?<=\n)[^\s]/);
  if (line >= 0) return least + line;
  for (let at = least; at < least + longestLine; at++) if (isWordEnd(text, at)) return at;
  return codePointStart(text, least);
}

/** Whether printable ASCII stands before the offset and a space at it: no token goes on there, whatever is around. */
export function isWordEnd(text: string, offset: number): boolean {
  const before = text.charCodeAt(offset - 1);
  return text.charCodeAt(offset) === 0x20 && before > 0x20 && before < 0x7f;
}

function joined(parts: readonly Part[]): Uint32Array {
  const all = new Uint32Array(parts.reduce((sum, { offsets }) => sum + offsets.length, 0));
  let position = 0;
  for (const { start, offsets } of parts) {
    for (let index = 0; index < offsets.length; index++) all[position + index] = start + offsets[index]!;
    position += offsets.length;
  }
  return all;
}
