import type { Section } from '../../types.ts';
import type { Unit } from './unit.ts';

export interface SectionRules {
  /** Whether a unit is short enough for a chunk. */
  readonly fits: (unit: Unit) => boolean;
  /** Parts of a unit that is too long. */
  readonly divide: (unit: Unit) => Unit[];
  /** Depth from which on sections may share a run. */
  readonly joinsFrom: number;
}

/**
 * Units in runs, each to be packed by itself. What fits of a section is one unit of its run, so that small neighbours
 * under the same heading may share a chunk; a section that does not fit makes runs of its own.
 *
 * @param depth of the sections to part by; the units share those above.
 */
export function* sectionRuns(units: readonly Unit[], rules: SectionRules, depth = 0): Generator<Unit[]> {
  let run: Unit[] = [];
  for (const { section, members } of bySection(units, depth)) {
    const whole = joinUnits(members);
    const isUnit = (section === undefined || depth >= rules.joinsFrom) && rules.fits(whole);
    if (isUnit) run.push(whole);
    else if (section === undefined && isRunningText(whole)) {
      for (const part of rules.divide(whole)) run.push(part);
    } else {
      yield run;
      run = [];
      if (section === undefined) yield rules.divide(whole);
      else yield* sectionRuns(members, rules, depth + 1);
    }
  }
  yield run;
}

interface SectionGroup {
  /** The section at the depth asked for; units that stand in none are groups of one. */
  readonly section?: Section;
  readonly members: readonly Unit[];
}

function bySection(units: readonly Unit[], depth: number): SectionGroup[] {
  const groups: { section?: Section; members: Unit[] }[] = [];
  for (const unit of units) {
    const section = unit.blocks.at(-1)!.sections[depth];
    const last = groups.at(-1);
    if (section !== undefined && last?.section === section) last.members.push(unit);
    else groups.push({ section, members: [unit] });
  }
  return groups;
}

function joinUnits(units: readonly Unit[]): Unit {
  const { start, context } = units[0]!;
  const blocks = units.flatMap((unit) => unit.blocks);
  return { start, end: units.at(-1)!.end, blocks, context };
}

/** Whether a unit ends with text or a list. */
export function isRunningText({ blocks }: Unit): boolean {
  const { kind } = blocks.at(-1)!;
  return kind === 'text' || kind === 'list';
}
