import type { ChunkKind } from '../../types.ts';
import type { ChunkDraft } from '../chunker.ts';
import { headingsOf, type PlacedBlock } from './outline.ts';
import type { Pack } from './unit.ts';

/** The draft of a pack under a heading path. */
export function draftOf(pack: Pack, headingPath: readonly string[]): ChunkDraft {
  const context = pack.units[0]!.context;
  const sectionHeading = headingAtBeginning(pack);
  return {
    charStart: pack.start,
    charEnd: pack.end,
    kind: kindOf(pack),
    headingPath,
    ...(sectionHeading === undefined ? {} : { sectionHeading }),
    ...(context === undefined ? {} : { context }),
  };
}

/** The heading right above what a pack begins with, headings aside. */
function headingAtBeginning(pack: Pack): string | undefined {
  const blocks = blocksOf(pack);
  const first = blocks.find(({ kind }) => kind !== 'heading') ?? blocks.at(-1)!;
  return headingsOf(first.sections).at(-1);
}

/** The blocks that a pack consists of or cuts, each once, in order. */
export function blocksOf({ units }: Pack): PlacedBlock[] {
  return [...new Set(units.flatMap((unit) => unit.blocks))];
}

/** The kind of most of the characters, headings aside. A figure stays one with what leads into it. */
function kindOf(pack: Pack): ChunkKind {
  const characters = new Map<ChunkKind, number>();
  const blocks = blocksOf(pack);
  if (pack.units.length === 1 && blocks.at(-1)!.kind === 'figure') return 'figure';
  for (const { kind, charStart, charEnd } of blocks) {
    const length = Math.min(charEnd, pack.end) - Math.max(charStart, pack.start);
    if (kind !== 'heading') characters.set(kind, (characters.get(kind) ?? 0) + length);
  }
  return [...characters].reduce<readonly [ChunkKind, number]>(
    (most, next) => (next[1] > most[1] ? next : most),
    ['heading', 0],
  )[0];
}
