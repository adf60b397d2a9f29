/** Measurements put beside each other: which systems are compared, and with which of ours. */
import { quantile } from '../../src/evaluate/metrics/metrics.ts';
import { catalogue, type CatalogueEntry } from './catalogue.ts';
import type { Results, Row, Times } from './results.ts';

export type Measure = Exclude<keyof Times, 'queries'>;

export interface Line {
  readonly system: CatalogueEntry;
  /** The line of Pincite that the others are compared with. */
  readonly isOurs: boolean;
  readonly row: Row;
  /** Median of the runs; `undefined` when there are none. */
  median(measure: Measure): number | undefined;
  /** Median over the turns of this system's figure divided by that of Pincite in the same turn. */
  ratio(measure: Measure): number | undefined;
}

export interface Group {
  readonly title: string;
  /** Pincite's system that the others are compared with: the first that was run. */
  readonly ours: readonly string[];
  readonly has: (system: CatalogueEntry) => boolean;
}

const isHybridOfOurs = ({ id }: CatalogueEntry) => /^pincite-.*hybrid$/.test(id);

/**
 * Searches that rank by words alone, over the same documents; and those that use our vectors, over our chunks, which are of
 * the originals where there are some.
 */
export const groups: readonly Group[] = [
  {
    title: 'Words alone',
    ours: ['pincite-keyword'],
    has: (system) => !system.given && !isHybridOfOurs(system),
  },
  {
    title: 'With our vectors, given ready-made to the peers',
    ours: ['pincite-originals-hybrid', 'pincite-hybrid'],
    has: (system) => system.given || isHybridOfOurs(system),
  },
];

/** In the catalogue's order; systems that were not run are left out. */
export function linesOf(results: Results, dataset: string, group: Group): Line[] {
  const rowOf = (id: string) => results.rows.find((row) => row.dataset === dataset && row.system === id);
  const own = group.ours.find((id) => rowOf(id) !== undefined);
  const ours = (own !== undefined && rowOf(own)?.runs) || [];
  return catalogue.filter(group.has).flatMap((system) => {
    const row = rowOf(system.id);
    return row === undefined ? [] : [lineOf(row, system, { ours, isOurs: system.id === own })];
  });
}

function lineOf(
  row: Row,
  system: CatalogueEntry,
  { ours, isOurs }: { readonly ours: readonly Times[]; readonly isOurs: boolean },
): Line {
  return {
    system,
    isOurs,
    row,
    median: (measure) => median(row.runs.flatMap((run) => run[measure] ?? [])),
    ratio: (measure) => median(row.runs.flatMap((run, turn) => ratioOf(run[measure], ours[turn]?.[measure]))),
  };
}

const ratioOf = (value: number | undefined, own: number | undefined) =>
  value !== undefined && own !== undefined ? [value / own] : [];

function median(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : quantile(0.5, values);
}

/** 0.031, 0.25, 4.8, 170. */
export function twoFigures(value: number): string {
  return String(Number(value.toPrecision(2)));
}
