import type { StoreProblem } from '../../maintenance.ts';

/** A problem, with what repairs it inside a write transaction, where that is possible. */
export interface Finding extends Omit<StoreProblem, 'isRepaired'> {
  readonly heal?: () => void;
}
