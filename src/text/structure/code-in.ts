import type { Block } from '../../types.ts';
import type { Span } from '../spans.ts';

/** The listings and programs among the blocks of a document, as spans from where a passage of it begins: those that reach into it. */
export const codeIn = (
  blocks: readonly Block[],
  { charStart, charEnd }: Pick<Block, 'charStart' | 'charEnd'>,
): Span[] =>
  blocks
    .filter((block) => block.kind === 'code' && block.charStart < charEnd && charStart < block.charEnd)
    .map((block) => ({ start: block.charStart - charStart, end: block.charEnd - charStart }));
