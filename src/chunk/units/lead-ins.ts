import { splitSentences } from '../../text/structure/sentences.ts';
import type { PlacedBlock } from './outline.ts';

const LONGEST_LEAD_IN = 300;
const colon = /[:：]$/;

/** The blocks, with a paragraph before a list, table or code cut before the sentence that announces it. */
export function splitLeadIns(blocks: readonly PlacedBlock[], text: string, language?: string): PlacedBlock[] {
  return blocks.flatMap((block, index) => {
    const { charStart, charEnd } = block;
    if (!announces(block, blocks[index + 1], text)) return [block];
    const sentences = splitSentences(text.slice(charStart, charEnd), language);
    const last = charStart + sentences.at(-1)!.start;
    if (sentences.length === 1 || charEnd - last > LONGEST_LEAD_IN) return [block];
    return [
      { ...block, charEnd: charStart + sentences.at(-2)!.end },
      { ...block, charStart: last },
    ];
  });
}

/** Whether text ends with a colon, and a list, table or code comes next. */
export function announces(block: PlacedBlock, next: PlacedBlock | undefined, text: string): boolean {
  if (block.kind !== 'text' || next === undefined) return false;
  return (
    next.kind !== 'text' &&
    next.kind !== 'heading' &&
    colon.test(text.slice(block.charEnd - 1, block.charEnd))
  );
}

/** What announces the last of these blocks when that is a list, in one line. */
export function leadInOf(blocks: readonly PlacedBlock[], text: string): string | undefined {
  const [before, list] = blocks.slice(-2);
  if (list?.kind !== 'list' || before!.kind !== 'text') return undefined;
  const { charStart, charEnd } = before!;
  return charEnd - charStart > LONGEST_LEAD_IN
    ? undefined
    : text.slice(charStart, charEnd).replaceAll(/\s+/g, ' ');
}
