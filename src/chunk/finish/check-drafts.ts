import { ChunkingError } from '../../errors.ts';
import { chunkKindSchema, levels, type LoadedDocument } from '../../types.ts';
import type { ChunkDraft } from '../chunker.ts';
import { docsPage } from '../../util/strings/docs-page.ts';

/**
 * Checks what a chunker of the user's own gives: spans of the text, in the order of the document on each level, that
 * overlap with direct neighbours only; parents of a lower level that enclose their children.
 * @throws ChunkingError that names the chunker, the draft and what is wrong with it.
 */
export function checkDrafts(chunker: string, { text }: LoadedDocument, drafts: readonly ChunkDraft[]): void {
  const ofLevel = new Map<number, ChunkDraft[]>();
  for (const [index, draft] of drafts.entries()) {
    const level = draft.level ?? levels.passage;
    const before = ofLevel.get(level) ?? [];
    const problem =
      problemOf(draft, text) ??
      problemOfOrder(draft, before) ??
      problemOfParent(draft, drafts[draft.parent ?? -1]);
    if (problem !== undefined) {
      throw new ChunkingError(`Chunker ${chunker}: draft ${index} ${problem}`, {
        hint: `Give spans of document.text in reading order; see ${docsPage('chunking.md')}.`,
        context: { chunker, draft: { ...draft } },
      });
    }
    ofLevel.set(level, [...before.slice(-1), draft]);
  }
}

function problemOf(
  { charStart, charEnd, kind, headingPath, level = levels.passage }: ChunkDraft,
  text: string,
): string | undefined {
  if (!Number.isInteger(charStart) || !Number.isInteger(charEnd))
    return 'has offsets that are no whole numbers';
  if (charStart < 0 || charEnd > text.length) {
    return `is from ${charStart} to ${charEnd}, and the text has ${text.length} characters`;
  }
  if (charStart >= charEnd) return `is empty: from ${charStart} to ${charEnd}`;
  if (!chunkKindSchema.safeParse(kind).success) {
    return `is of kind ${kind}, not one of ${chunkKindSchema.options.join(', ')}`;
  }
  if (!Array.isArray(headingPath))
    return 'has no headingPath: give an array, empty where there are no headings';
  return [0, 1, 2, 3, 4].includes(level) ? undefined : `has level ${level}, not 0 to 4`;
}

/** @param before the last two of the same level. */
function problemOfOrder(draft: ChunkDraft, before: readonly ChunkDraft[]): string | undefined {
  const previous = before.at(-1);
  if (previous === undefined) return undefined;
  if (draft.charStart <= previous.charStart || draft.charEnd <= previous.charEnd) {
    return 'does not begin and end behind the one before it';
  }
  const overlapsFurther = before.length > 1 && draft.charStart < before[0]!.charEnd;
  return overlapsFurther ? 'overlaps with more than its neighbours' : undefined;
}

function problemOfParent(draft: ChunkDraft, parent: ChunkDraft | undefined): string | undefined {
  if (draft.parent === undefined) return undefined;
  if (parent === undefined) return `names a parent that is not there: ${draft.parent}`;
  const isAround = parent.charStart <= draft.charStart && draft.charEnd <= parent.charEnd;
  const isAbove = (parent.level ?? levels.passage) < (draft.level ?? levels.passage);
  return isAround && isAbove ? undefined : 'names a parent that is not around it, or of no lower level';
}
