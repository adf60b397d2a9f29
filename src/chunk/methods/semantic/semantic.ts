import type { LoadedDocument } from '../../../types.ts';
import type { ChunkDraft, ChunkOptions, Chunker } from '../../chunker.ts';
import { divide } from '../../units/divide.ts';
import { divideUnit } from '../../units/divide-unit.ts';
import { packUnits, partOf } from '../../units/pack.ts';
import { recursiveChunker } from '../recursive.ts';
import { findBreakpoints, type Threshold } from './semantic-breakpoints.ts';
import { findBestCuts } from './semantic-best-cuts.ts';
import { draftUnderHeadings, joinedBlocks, openPacking } from '../structure/structure.ts';
import type { Pack, PackOptions, Unit } from '../../units/unit.ts';

/** Vectors of texts, in order, of unit length; the zero vector for a text that says nothing. */
export type Embed = (texts: readonly string[], signal?: AbortSignal) => Promise<readonly Float32Array[]>;

export interface SemanticOptions {
  readonly embed: Embed;
  /** Which differences between neighbours are cut at; `optimal`: the cuts that fit all sentences best. */
  readonly breakpoints: Threshold | 'optimal';
}

/** Sentences whose vectors are in memory at once. */
const stretchLength = 4096;
/**
 * Of `optimal`: tokens of a chunk, its overlap aside, where nothing speaks for more or fewer; at most half of `chunkSize`. Smaller chunks than
 * others have: they are cut well, and an answer reads more of them.
 */
const targetTokens = 200;

/**
 * Cuts where the meaning changes. A document of at most `chunkSize` tokens is one chunk; of a longer one the sentences,
 * lines of code and whole tables are embedded, and chunks end between those that differ. Headings stay with what they
 * introduce, lists with their lead-in. What is too long between two cuts is packed as `structure` packs a section. A
 * chunk repeats the same share of the one before as `overlap` is of `chunkSize`. Where embedding fails the document is
 * cut by `recursive`, and every draft says so. Linear in the number of sentences.
 */
export function createSemanticChunker(semantic: SemanticOptions): Chunker {
  return {
    name: 'semantic',
    async chunk(document, options) {
      const packing = await openPacking(document, options);
      const units = sentenceUnits(document, packing);
      if (units.length === 0) return [];
      const whole = { start: units[0]!.start, end: units.at(-1)!.end, units };
      if (packing.measure.fits(whole, packing.limit)) return [draftUnderHeadings(whole)];
      const embed = (texts: readonly string[]) => semantic.embed(texts, options.signal);
      const segments = await findSegments(units, packing, { ...semantic, embed });
      options.signal?.throwIfAborted();
      if (segments === undefined) return fallBack(document, options);
      return (await packSegments(segments, packing)).map(draftUnderHeadings);
    },
  };
}

/** Sentences however long they are, and whole tables. */
function sentenceUnits(document: LoadedDocument, packing: PackOptions): Unit[] {
  const unlimited = { ...packing, limit: Number.POSITIVE_INFINITY };
  return joinedBlocks(document, packing).flatMap((unit) => divideUnit(unit, unlimited));
}

async function fallBack(document: LoadedDocument, options: ChunkOptions): Promise<ChunkDraft[]> {
  const drafts = await recursiveChunker.chunk(document, options);
  return drafts.map((draft) => ({ ...draft, method: recursiveChunker.name }));
}

/**
 * A stretch at a time, so that few vectors are in memory; the last segment of one may go on, so that the next begins with
 * it. Undefined when embedding fails.
 */
async function findSegments(
  units: readonly Unit[],
  packing: PackOptions,
  semantic: SemanticOptions,
): Promise<Unit[][] | undefined> {
  const segments: Unit[][] = [];
  for (let from = 0; from < units.length;) {
    const stretch = units.slice(from, from + stretchLength);
    const texts = stretch.map(({ start, end }) => packing.measure.text.slice(start, end));
    const vectors = await semantic.embed(texts).catch(() => undefined);
    if (vectors === undefined) return undefined;
    const ends = [...cutsOf(stretch, vectors, { packing, semantic }), stretch.length];
    const isLast = from + stretch.length === units.length;
    const whole = isLast || ends.length === 1 ? ends : ends.slice(0, -1);
    for (const [index, end] of whole.entries()) segments.push(stretch.slice(whole[index - 1] ?? 0, end));
    from += whole.at(-1)!;
    if (packing.turn.isOver()) await packing.turn.next();
  }
  return segments;
}

/** Indexes of the units before which a segment begins, but for the first. */
function cutsOf(
  units: readonly Unit[],
  vectors: readonly Float32Array[],
  { packing, semantic }: { readonly packing: PackOptions; readonly semantic: SemanticOptions },
): number[] {
  const { breakpoints } = semantic;
  if (breakpoints !== 'optimal') return findBreakpoints(vectors, { threshold: breakpoints });
  const { measure, limit, overlap } = packing;
  return findBestCuts(vectors, {
    tokensOf: (from, to) => measure.estimate(units[from]!.start, units[to - 1]!.end),
    // Room is left for what a chunk repeats of the one before.
    maxTokens: limit - overlap,
    targetTokens: Math.min(targetTokens, limit / 2),
    seamOf: (cut) => seamOf(units[cut - 1]!, units[cut]!),
  });
}

/** A chunk begins rather with a section than with a paragraph, and rather with that than inside of one. */
function seamOf(before: Unit, after: Unit): number {
  const last = before.blocks.at(-1)!;
  const next = after.blocks[0]!;
  if (last === next) return 0.5;
  return last.sections.at(-1) === next.sections.at(-1) ? 0 : -0.5;
}

async function packSegments(segments: readonly Unit[][], packing: PackOptions): Promise<Pack[]> {
  const { measure, limit } = packing;
  const packs: Pack[] = [];
  for (const segment of segments) {
    const before = packs.at(-1);
    const room = before === undefined ? limit : measure.estimate(before.start, before.end);
    const overlap = Math.floor((packing.overlap * Math.min(room, limit)) / limit);
    const units = segment.flatMap((unit) => fittingUnits(unit, packing));
    for (const pack of await packUnits(units, { ...packing, before, overlap })) packs.push(pack);
  }
  return packs;
}

/** The unit, or its parts when it does not fit into a chunk. */
function fittingUnits(unit: Unit, packing: PackOptions): Unit[] {
  if (packing.measure.fits(unit, packing.limit)) return [unit];
  const { kind } = unit.blocks.at(-1)!;
  if (kind === 'table') return divideUnit(unit, packing);
  return divide(unit, kind, packing).map((part) => partOf(unit, part));
}
