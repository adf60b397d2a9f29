import { type Span, trimSpan } from '../../../text/spans.ts';
import type { Block, LoadedDocument, Section } from '../../../types.ts';
import type { Chunker } from '../../chunker.ts';
import { codeSections } from './code-sections.ts';
import { draftUnderHeadings, openPacking, packByStructure } from '../structure/structure.ts';

/**
 * Source code by its declarations, which are to it what sections are to a text: a function or a class that fits is one
 * chunk, with the comment over it; of a longer class small members share chunks; a longer function is cut between lines.
 * So is code in a language that has neither braces nor Python's indentation. In documents of other formats this is done
 * with their blocks of code, and the rest is cut by its structure.
 */
export const codeChunker: Chunker = {
  name: 'code',
  async chunk(document, options) {
    const packing = await openPacking(document, options);
    return (await packByStructure(outlineCode(document), packing)).map(draftUnderHeadings);
  },
};

/** The document with the declarations in its code as sections, and their parts as blocks. */
function outlineCode(document: LoadedDocument): LoadedDocument {
  const { text, format } = document;
  if (format === 'code' || format === 'text') {
    const sections = codeSections(text, { start: 0, end: text.length });
    return { ...document, sections, blocks: codeBlocks(text, { start: 0, end: text.length }, sections) };
  }
  const sections: Section[] = [...document.sections];
  const blocks: Block[] = [];
  for (const block of document.blocks) {
    const span = { start: block.charStart, end: block.charEnd };
    const own = block.kind === 'code' ? codeSections(text, span) : [];
    sections.push(...own);
    blocks.push(...(own.length === 0 ? [block] : codeBlocks(text, span, own)));
  }
  return { ...document, sections, blocks };
}

/** What belongs to the character before it. */
const goesOn = /^[\p{M}\p{Emoji_Modifier}\u200d]/u;

/** What stands between the ends of declarations; brackets alone go with what they close. */
function codeBlocks(text: string, { start, end }: Span, sections: readonly Section[]): Block[] {
  const ends = new Set([start, end, ...sections.flatMap(({ charStart, charEnd }) => [charStart, charEnd])]);
  const cuts = [...ends]
    .filter((offset) => !goesOn.test(text.slice(offset, offset + 2)))
    .sort((a, b) => a - b);
  const blocks: { kind: 'code'; charStart: number; charEnd: number }[] = [];
  for (const [index, cut] of cuts.slice(1).entries()) {
    const part = trimSpan(text, cuts[index]!, cut);
    const isClosing = blocks.length > 0 && /^[\s\])};,]*$/.test(text.slice(part.start, part.end));
    if (isClosing) blocks.at(-1)!.charEnd = Math.max(blocks.at(-1)!.charEnd, part.end);
    else blocks.push({ kind: 'code', charStart: part.start, charEnd: part.end });
  }
  return blocks;
}
