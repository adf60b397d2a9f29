import type { Block, LoadedDocument, Section } from '../../types.ts';
import { quoteDepth, withoutQuoteMarks } from '../../text/structure/quoted-lines.ts';
import { oneLine } from '../../util/strings/one-line.ts';
import { linesOf } from '../detect/lines.ts';

/** Characters of the lines that say whom a mail quotes, at most: `On Monday, Ann Lee⏎<ann@example.org> wrote:`. */
const longestAttribution = 200;

interface Run {
  readonly depth: number;
  readonly charStart: number;
  charEnd: number;
}

/**
 * A mail's text with a block for each part that it quotes, and a section where a line above says of whom. Where others' words are
 * answered piece by piece, that line is for all.
 */
export function withQuotedParts(text: LoadedDocument): LoadedDocument {
  const runs = runsOf(text.text);
  if (runs.every(({ depth }) => depth === 0)) return text;
  const names: (string | undefined)[] = [];
  let over: Section[] = [];
  let nextSection = 0;
  const quoted = runs.flatMap((run, index): Section[] => {
    const { depth, charStart, charEnd } = run;
    names.length = Math.min(names.length, depth + 2);
    if (depth === 0) return [];
    const above = runs[index - 1];
    const own = above === undefined || above.depth >= depth ? undefined : attributionIn(text.text, above);
    const heading = own ?? names[depth];
    if (heading === undefined) return [];
    names[depth] = heading;
    while (nextSection < text.sections.length && text.sections[nextSection]!.charStart <= charStart)
      over.push(text.sections[nextSection++]!);
    over = over.filter((section) => charEnd <= section.charEnd);
    const level = Math.min(6, 1 + Math.max(0, ...over.map((section) => section.level)));
    return [{ heading, level, charStart, charEnd }];
  });
  return {
    ...text,
    sections: [...text.sections, ...quoted].sort((a, b) => a.charStart - b.charStart || a.level - b.level),
    blocks: cutInto(text.blocks, runs),
  };
}

/** The pieces of blocks that the runs hold; both are in text order. */
function cutInto(blocks: readonly Block[], runs: readonly Run[]): Block[] {
  let first = 0;
  return blocks.flatMap((block) => {
    while (first < runs.length && runs[first]!.charEnd <= block.charStart) first++;
    const pieces: Block[] = [];
    for (let index = first; index < runs.length && runs[index]!.charStart < block.charEnd; index++) {
      const charStart = Math.max(block.charStart, runs[index]!.charStart);
      const charEnd = Math.min(block.charEnd, runs[index]!.charEnd);
      if (charStart < charEnd) pieces.push({ ...block, charStart, charEnd });
    }
    return pieces;
  });
}

/** Stretches of lines that are quoted to one depth; blank lines are of none. */
function runsOf(text: string): Run[] {
  const runs: Run[] = [];
  for (const { start, end } of linesOf(text)) {
    const line = text.slice(start, end);
    if (line.trim() === '') continue;
    const depth = quoteDepth(line);
    const charStart = start + line.length - line.trimStart().length;
    const charEnd = start + line.trimEnd().length;
    const open = runs.at(-1);
    if (open?.depth === depth) open.charEnd = charEnd;
    else runs.push({ depth, charStart, charEnd });
  }
  return runs;
}

/** The last lines of a part, without a blank one between, when they end in a colon. */
function attributionIn(text: string, { charStart, charEnd }: Run): string | undefined {
  const lines = withoutQuoteMarks(text.slice(charStart, charEnd)).split(/\n[^\S\n]*\n/);
  const last = oneLine(lines.at(-1)!);
  return /[:：]$/.test(last) && last.length <= longestAttribution ? last : undefined;
}
