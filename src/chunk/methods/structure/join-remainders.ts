import { isRunningText } from '../../units/section-runs.ts';
import type { Pack, PackOptions } from '../../units/unit.ts';

/** Of the limit: a pack that has less is a remainder. */
const SMALL_SHARE = 0.25;

/**
 * Joins remainders, such as the recitals of a contract before its first long section, with the pack before them, else
 * with the one behind, where both are running text and fit together. A short text between tables stays as it is.
 */
export function joinRemainders(packs: readonly Pack[], packing: PackOptions): Pack[] {
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
