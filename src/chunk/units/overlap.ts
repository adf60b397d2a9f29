import { copySlice } from '../../text/copy-slice.ts';
import { splitSentences } from '../../text/structure/sentences.ts';
import { isSpace } from '../../text/spans.ts';
import type { Pack, PackOptions, Unit } from './unit.ts';

/** Characters looked at before the overlap to find where its first whole sentence starts. */
const LOOK_BACK = 150;
/** Words that are tried. */
const mostStarts = 8;

/**
 * Where the pack that begins with `next` should reach back to: the start of the first sentence within `overlap`
 * tokens of the end of the pack before, else of the first word; undefined when nothing may be shared. It lies
 * behind the start of that pack's own first unit, so that chunks share text with their neighbours only.
 */
export function overlapStart(before: Pack, next: Unit, options: PackOptions): number | undefined {
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
