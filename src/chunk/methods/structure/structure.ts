import type { LoadedDocument, Section } from '../../../types.ts';
import { Turn } from '../../../util/async/turn.ts';
import type { ChunkDraft, Chunker, ChunkOptions } from '../../chunker.ts';
import { divideUnit } from '../../units/divide-unit.ts';
import { blocksOf, draftOf } from '../../units/draft.ts';
import { announces, leadInOf, splitLeadIns } from '../../units/lead-ins.ts';
import { Measure } from '../../units/measure.ts';
import { checkChunkOptions } from '../../options.ts';
import { commonSections, headingsOf, placeBlocks, type PlacedBlock } from '../../units/outline.ts';
import { packUnits } from '../../units/pack.ts';
import { isRunningText, sectionRuns } from '../../units/section-runs.ts';
import type { Pack, PackOptions, Unit } from '../../units/unit.ts';
import { captionOf, isTitleLine } from '../../units/captions.ts';

/**
 * Follows the document's blocks and sections. A section that fits is one chunk or part of one: small neighbours
 * under the same parent heading, or under none, are merged. In longer sections paragraphs, lists, tables and code are
 * merged the same way, and cut only when they do not fit: text between sentences, tables between rows with the header
 * row as context, code between lines. A figure is a chunk of its own. What is merged or cut makes chunks of about equal length, three quarters of the
 * size. A heading stays with what it introduces. Chunks overlap within running text under one heading only.
 */
export const structureChunker: Chunker = {
  name: 'structure',
  async chunk(document, options) {
    const packing = { ...(await openPacking(document, options)), joinsFrom: 0 };
    const packs = await packByStructure(document, packing);
    return joinRemainders(packs, packing).map(draftUnderHeadings);
  },
};

/** Checks the options and counts the document's tokens. */
export async function openPacking(document: LoadedDocument, options: ChunkOptions): Promise<PackOptions> {
  checkChunkOptions(options);
  const { tokenizer, chunkSize, overlap, signal } = options;
  signal?.throwIfAborted();
  return {
    measure: await Measure.open(document.text, tokenizer, signal),
    limit: chunkSize,
    overlap,
    language: document.language,
    shares: areRunningText,
    even: true,
    turn: new Turn(signal),
  };
}

/** The document in packs that follow its structure. */
export async function packByStructure(document: LoadedDocument, packing: PackOptions): Promise<Pack[]> {
  const packs: Pack[] = [];
  for (const units of figuresApart(joinedBlocks(document, packing))) {
    const part = await packBySection(units, packing, (unit) => divideUnit(unit, packing));
    for (const pack of part) packs.push(pack);
  }
  return packs;
}

/** What stays together: headings with what they introduce, lead-ins and captions with what they announce. */
export function joinedBlocks(document: LoadedDocument, packing: PackOptions): Unit[] {
  const blocks = splitLeadIns(placeBlocks(document), document.text, document.language);
  return joinBlocks(blocks, packing);
}

/** Packs units section by section; `divide` gives parts of one that does not fit. */
export async function packBySection(
  units: readonly Unit[],
  packing: PackOptions,
  divide: (unit: Unit) => Unit[],
): Promise<Pack[]> {
  const { measure, limit, turn, joinsFrom = 1 } = packing;
  const rules = { fits: (unit: Unit) => measure.fits(unit, limit), divide, joinsFrom };
  const packs: Pack[] = [];
  for (const run of sectionRuns(units, rules)) {
    for (const pack of await packUnits(run, packing)) packs.push(pack);
    if (turn.isOver()) await turn.next();
  }
  return packs;
}

/** Units in runs, each figure in one of its own: it is found by what it shows, and cited by its rectangle. */
function figuresApart(units: readonly Unit[]): Unit[][] {
  const runs: Unit[][] = [[]];
  for (const unit of units) {
    const isFigure = unit.blocks.some(({ kind }) => kind === 'figure');
    if (isFigure) runs.push([unit], []);
    else runs.at(-1)!.push(unit);
  }
  return runs;
}

/**
 * The draft of a pack under the headings that all of it but a heading at its end stands under. Headings that only its
 * beginning stands under, and that it does not hold, are its context.
 */
export function draftUnderHeadings(pack: Pack): ChunkDraft {
  const draft = draftOf(pack, headingsOf(sectionsOf(pack)));
  const open = openHeadings(pack).filter((heading) => !draft.headingPath.includes(heading));
  if (open.length === 0) return draft;
  return { ...draft, context: [...open, ...(draft.context === undefined ? [] : [draft.context])].join('\n') };
}

/** The sections that all of a pack but a heading at its end stands in, outermost first. */
export function sectionsOf(pack: Pack): readonly Section[] {
  const blocks = blocksOf(pack);
  const bodies = blocks.filter((block) => block.kind !== 'heading');
  return commonSections(bodies.length > 0 ? bodies : blocks.slice(-1));
}

/** Of the sections that a pack begins in the midst of. */
function openHeadings({ start, units }: Pack): string[] {
  return headingsOf(units[0]!.blocks[0]!.sections.filter(({ charStart }) => charStart < start));
}

/** Whether the second unit goes on with the running text of the first, under the same heading. */
function areRunningText(before: Unit, after: Unit): boolean {
  const isSameSection = before.blocks.at(-1)!.sections.at(-1) === after.blocks.at(-1)!.sections.at(-1);
  return (
    isSameSection && isRunningText(before) && isRunningText(after) && after.blocks[0]!.kind !== 'heading'
  );
}

/** Of the limit: a pack that has less is a remainder. */
const SMALL_SHARE = 0.25;

/**
 * Joins remainders, such as the recitals of a contract before its first long section, with the pack before them, else
 * with the one behind, where both are running text and fit together. A short text between tables stays as it is.
 */
function joinRemainders(packs: readonly Pack[], packing: PackOptions): Pack[] {
  const joined: Pack[] = [];
  for (const pack of packs) {
    const before = joined.at(-1);
    const both = before && joinPacks(before, pack);
    const isRemainder = before && (isSmall(pack, packing) || isSmall(before, packing));
    if (both && isRemainder && isRunning(both) && fits(both, packing)) joined[joined.length - 1] = both;
    else joined.push(pack);
  }
  return joined;
}

function joinPacks(before: Pack, after: Pack): Pack {
  return { start: before.start, end: after.end, units: [...before.units, ...after.units] };
}

function isSmall({ start, end }: Pack, { measure, limit }: PackOptions): boolean {
  return measure.estimate(start, end) < SMALL_SHARE * limit;
}

function isRunning({ units }: Pack): boolean {
  return units.every(isRunningText);
}

function fits(pack: Pack, { measure, limit }: PackOptions): boolean {
  const { context } = pack.units[0]!;
  return measure.fits(pack, limit - (context === undefined ? 0 : measure.count(context)));
}

interface JoinOptions {
  readonly measure: Measure;
  /** Tokens of a chunk. */
  readonly limit: number;
}

/**
 * Groups blocks so that no heading stands at the end of a chunk and no list without its lead-in, as far as they
 * fit into `limit` tokens. Headings without text of their own go with the next block.
 */
function joinBlocks(blocks: readonly PlacedBlock[], options: JoinOptions): Unit[] {
  const units: Unit[] = [];
  let pending: PlacedBlock[] = [];
  const flush = () => {
    if (pending.length > 0)
      units.push({ start: pending[0]!.charStart, end: pending.at(-1)!.charEnd, blocks: pending });
    pending = [];
  };
  for (const [index, block] of blocks.entries()) {
    const next = blocks[index + 1];
    const isCaption = blocks[index - 1]?.isCaptionBelow;
    const opens = block.kind === 'heading' || (!isCaption && isTitle(block, next, options));
    if (opens && pending.length > 0 && isFull(pending, block, options)) flush();
    pending.push(block);
    if (!opens && !leadsInto(pending, next, options)) flush();
  }
  flush();
  return units;
}

/** Headings in a row, as on a title page, are kept together up to a quarter of a chunk. */
function isFull(
  pending: readonly PlacedBlock[],
  next: PlacedBlock,
  { measure, limit }: JoinOptions,
): boolean {
  return measure.estimate(pending[0]!.charStart, next.charEnd) > limit / 4;
}

/** Whether text is a heading that the loader did not take for one: a short line without a stop, over more text. */
function isTitle(block: PlacedBlock, next: PlacedBlock | undefined, { measure }: JoinOptions): boolean {
  if (block.kind !== 'text' || next === undefined || next.kind === 'heading') return false;
  return isTitleLine(measure.text.slice(block.charStart, block.charEnd));
}

/** Whether the last block announces the list, table or code after it: ends with a colon, or names the table. */
function leadsInto(
  pending: readonly PlacedBlock[],
  next: PlacedBlock | undefined,
  options: JoinOptions,
): boolean {
  const { kind } = pending.at(-1)!;
  if (kind !== 'text' || next === undefined || next.kind === 'text' || next.kind === 'heading') return false;
  const { text } = options.measure;
  if (next.kind === 'table' && !next.isCaptionBelow && captionOf(pending.at(-1), text) !== undefined)
    return true; // cut after its first row
  if (!announces(pending.at(-1)!, next, text)) return false;
  if (leadInOf([...pending, next], text) !== undefined) return true; // cut after its first item
  return options.measure.fits({ start: pending[0]!.charStart, end: next.charEnd }, options.limit);
}
