import { type Span, isSpace } from '../../text/spans.ts';
import type { Pack, PackOptions, Unit } from './unit.ts';
import { copySlice } from '../../text/copy-slice.ts';
import { splitSentences } from '../../text/structure/sentences.ts';

/** Of the limit: what even packs have, so that units that should not be cut find room above it. */
const EVEN_SHARE = 0.75;

/**
 * Packs units in order, each pack as full as `limit` lets it. Only a unit that is too long by itself makes a
 * pack too long. A pack reaches back at most `overlap` tokens, never beyond the first unit of the pack before.
 */
export async function packUnits(units: readonly Unit[], options: PackOptions): Promise<Pack[]> {
  const queue = [...units];
  const packs: Pack[] = [];
  for (let from = 0; from < queue.length;) {
    const pack = nextPack(queue, from, { ...options, before: packs.at(-1) ?? options.before });
    packs.push(pack);
    from += pack.whole;
    if (options.turn.isOver()) await options.turn.next();
  }
  return packs;
}

function nextPack(queue: Unit[], from: number, options: PackOptions): Pack & { whole: number } {
  const { measure, before } = options;
  const first = queue[from]!;
  const limit = options.limit - (first.context === undefined ? 0 : measure.count(first.context));
  const shared = before && overlapStart(before, first, options);
  const sharedLast = shared === undefined ? -1 : measure.lastFitting(queue, from, { start: shared, limit });
  const start = sharedLast < from ? first.start : shared!;
  const fitting = sharedLast < from ? measure.lastFitting(queue, from, { start, limit }) : sharedLast;
  const last = lastOfPack(queue, Math.max(from, fitting), { ...options, start, limit, from });
  const units = [...queue.slice(from, last + 1), ...filler(queue, last, { ...options, start, limit })];
  return { start, end: units.at(-1)!.end, units, whole: last + 1 - from };
}

interface Room extends PackOptions {
  readonly start: number;
}

/** The last unit of a pack: `fitting`, the last that fits; of an even one that which ends nearest to an even part. */
function lastOfPack(
  queue: readonly Unit[],
  fitting: number,
  { measure, limit, start, from, even }: Room & { readonly from: number },
): number {
  if (!even) return fitting;
  const rest = measure.estimate(start, queue.at(-1)!.end);
  const goal = measure.reach(start, Math.round(rest / evenParts(rest, limit)));
  const distance = (index: number) => Math.abs(queue[index]!.end - goal);
  let last = from;
  while (last < fitting && distance(last + 1) <= distance(last)) last++;
  return last;
}

/** In how many packs so many tokens go. */
function evenParts(tokens: number, limit: number): number {
  return Math.max(Math.ceil(tokens / limit), Math.round(tokens / (EVEN_SHARE * limit)));
}

/** Characters behind what may fit in which the first part is looked for that does not. */
const lookAhead = 200;

/** Takes what still fits off the unit after the pack, and leaves the rest of that unit in the queue. */
function filler(queue: Unit[], last: number, { measure, limit, start, refine = [] }: Room): Unit[] {
  const taken: Unit[] = [];
  const reach = measure.reach(start, limit) + lookAhead;
  for (const partsOf of refine) {
    const next = queue[last + 1];
    if (next === undefined || next.start >= reach) break;
    const { end } = taken.at(-1) ?? queue[last]!;
    const seen = partOf(next, { start: next.start, end: Math.min(next.end, reach) });
    const parts = partsOf(seen, measure.estimate(start, end));
    const fitting = measure.lastFitting(parts, 0, { start, limit });
    const rest = parts[fitting + 1];
    if (fitting < 0 || rest === undefined) continue;
    taken.push(partOf(next, { start: next.start, end: parts[fitting]!.end }));
    queue[last + 1] = partOf(next, { start: rest.start, end: next.end });
  }
  return taken;
}

/** A part of a unit, with the blocks that it touches. */
export function partOf(unit: Unit, { start, end }: Span): Unit {
  const blocks = unit.blocks.filter(({ charStart, charEnd }) => charStart < end && start < charEnd);
  return { ...unit, start, end, blocks };
}

/** Characters looked at before the overlap to find where its first whole sentence starts. */
const LOOK_BACK = 150;
/** Words that are tried. */
const mostStarts = 8;

/**
 * Where the pack that begins with `next` should reach back to: the start of the first sentence within `overlap`
 * tokens of the end of the pack before, else of the first word; undefined when nothing may be shared. It lies
 * behind the start of that pack's own first unit, so that chunks share text with their neighbours only.
 */
function overlapStart(before: Pack, next: Unit, options: PackOptions): number | undefined {
  const { measure, overlap } = options;
  const floor = overlap === 0 ? undefined : sharedFloor(before, next, options);
  if (floor === undefined) return undefined;
  const from = Math.max(floor, measure.reachBack(before.end, overlap));
  const isAllowed = (start: number) =>
    start !== before.units[0]!.start && measure.fits({ start, end: before.end }, overlap);
  return (
    sentenceStarts(floor, from, { before, options }).find(isAllowed) ??
    wordStarts(measure.text, from, before.end).find(isAllowed)
  );
}

/** Start of the first of the units at the end of a pack whose text may be repeated before `next`. */
function sharedFloor({ units }: Pack, next: Unit, { shares }: PackOptions): number | undefined {
  let floor: number | undefined;
  let after = next;
  for (let index = units.length - 1; index >= 0 && shares(units[index]!, after); index--) {
    after = units[index]!;
    floor = after.start;
  }
  return floor;
}

interface Surroundings {
  /** The text before the quote. */
  readonly before: Pack;
  readonly options: PackOptions;
}

function sentenceStarts(floor: number, from: number, { before, options }: Surroundings): number[] {
  const origin = Math.max(floor, from - LOOK_BACK);
  const sentences = splitSentences(copySlice(options.measure.text, origin, before.end), options.language);
  // Elsewhere than at the start of a unit the first of them is cut off.
  const whole = origin === floor ? sentences : sentences.slice(1);
  return whole.map(({ start }) => origin + start).filter((start) => start >= from);
}

/** The first few words that start at or behind an offset that is not the start of the text. */
function wordStarts(text: string, from: number, end: number): number[] {
  const starts: number[] = [];
  for (let at = Math.max(1, from); at < end && starts.length < mostStarts; at++) {
    if (isSpace(text.charCodeAt(at - 1)) && !isSpace(text.charCodeAt(at))) starts.push(at);
  }
  return starts;
}
