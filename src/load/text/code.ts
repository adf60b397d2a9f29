import type { Block } from '../../types.ts';
import { decodeText } from '../detect/decode.ts';
import { charsetOf } from '../detect/detect.ts';
import { linesOf } from '../detect/lines.ts';
import type { Loader } from '../loader.ts';

/**
 * Reads source code, and settings and markup that people write by hand, as it stands. Blocks are what blank lines part at the
 * outermost level; which functions and classes there are, the chunker of code finds.
 */
export const codeLoader: Loader = {
  async load({ bytes, contentType }) {
    const { text } = decodeText(bytes, { charset: charsetOf(contentType) });
    const blocks = codeBlocks(text);
    return { text, format: 'code', pages: [], sections: [], blocks, bibliography: {}, warnings: [] };
  },
};

/** A line that is not indented and follows a blank one begins a block. */
function codeBlocks(text: string): Block[] {
  const blocks: { kind: 'code'; charStart: number; charEnd: number }[] = [];
  let followsBlank = true;
  for (const { start, end } of linesOf(text)) {
    const line = text.slice(start, end);
    const isBlank = line.trim() === '';
    const begins = blocks.length === 0 || (followsBlank && !/^[\s)\]}]/.test(line));
    followsBlank = isBlank;
    if (isBlank) continue;
    const charEnd = start + line.trimEnd().length;
    if (begins) blocks.push({ kind: 'code', charStart: start, charEnd });
    else blocks.at(-1)!.charEnd = charEnd;
  }
  return blocks;
}
