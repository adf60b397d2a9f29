import { type Span, lineSpans, trimSpan } from '../../text/spans.ts';
import { captionBelow, captionOf } from './captions.ts';
import type { Block, LoadedDocument, Section } from '../../types.ts';

/** A block and the sections around it, outermost first. */
export interface PlacedBlock extends Block {
  readonly sections: readonly Section[];
  /** Of a table: what the paragraph before it says of it, or the numbered caption under it. */
  readonly caption?: string;
  readonly isCaptionBelow?: boolean;
}

/**
 * The blocks in order, trimmed, with text that no block covers as blocks of its own, so that all of the text
 * but white space is covered once; each with the sections that it stands in.
 */
export function placeBlocks(document: LoadedDocument): PlacedBlock[] {
  const sections = [...document.sections].sort((a, b) => a.charStart - b.charStart || b.charEnd - a.charEnd);
  const placed: PlacedBlock[] = [];
  let open: readonly Section[] = [];
  let next = 0;
  for (const block of coveringBlocks(document)) {
    for (
      let section = sections[next];
      section && section.charStart <= block.charStart;
      section = sections[++next]
    ) {
      open = [...enclosing(open, section.charStart), section];
    }
    open = enclosing(open, block.charStart);
    placed.push({ ...block, sections: open });
  }
  return placed.map((block, index) =>
    block.kind === 'table' ? withCaption(placed, index, document.text) : block,
  );
}

/** A numbered caption between two tables belongs to the second, unless that has another one under it. */
function withCaption(placed: readonly PlacedBlock[], index: number, text: string): PlacedBlock {
  const table = placed[index]!;
  const isTable = (at: number) => placed[at]?.kind === 'table';
  const below = captionBelow(placed[index + 1], text);
  const isOfPrevious =
    below !== undefined && isTable(index - 2) && captionBelow(placed[index - 1], text) !== undefined;
  const above = isOfPrevious ? undefined : captionOf(placed[index - 1], text);
  if (above !== undefined) return { ...table, caption: above };
  const isOfNext = isTable(index + 2) && captionBelow(placed[index + 3], text) === undefined;
  return below === undefined || isOfNext ? table : { ...table, caption: below, isCaptionBelow: true };
}

/** The sections that have not ended before the offset; the same array when that is all of them. */
function enclosing(open: readonly Section[], offset: number): readonly Section[] {
  return open.every((section) => offset < section.charEnd)
    ? open
    : open.filter((section) => offset < section.charEnd);
}

function coveringBlocks({ text, blocks }: LoadedDocument): Block[] {
  const covering: Block[] = [];
  let position = 0;
  for (const block of blocks) {
    covering.push(...paragraphs(text, position, block.charStart));
    const { start, end } = trimSpan(text, Math.max(position, block.charStart), block.charEnd);
    if (start < end) covering.push({ kind: block.kind, charStart: start, charEnd: end });
    position = Math.max(position, block.charEnd);
  }
  return [...covering, ...paragraphs(text, position, text.length)];
}

/** What stands between blank lines, as blocks of kind text. */
function paragraphs(text: string, from: number, to: number): Block[] {
  return paragraphSpans(text, from, to).map(({ start, end }) => ({
    kind: 'text',
    charStart: start,
    charEnd: end,
  }));
}

/** What stands between blank lines, trimmed. */
export function paragraphSpans(text: string, from: number, to: number): Span[] {
  const found: { start: number; end: number }[] = [];
  for (const { start, end } of lineSpans(text, from, to)) {
    const last = found.at(-1);
    const isSame = last && !/\n[^\n]*\n/.test(text.slice(last.end, start));
    if (isSame) last.end = end;
    else found.push({ start, end });
  }
  return found;
}

/** The sections that all these blocks stand in, outermost first. */
export function commonSections([first, ...rest]: readonly PlacedBlock[]): readonly Section[] {
  return (first?.sections ?? []).filter((section, depth) =>
    rest.every((block) => block.sections[depth] === section),
  );
}

export function headingsOf(sections: readonly Section[]): string[] {
  return sections.map(({ heading }) => heading.trim()).filter((heading) => heading !== '');
}
