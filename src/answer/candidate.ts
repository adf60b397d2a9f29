import type { Evidence } from './evidence.ts';

/** Evidence that may be quoted. */
export interface Candidate {
  readonly evidence: Evidence;
  /** 0…1.2: how well the unit answers, compared with other units for the same question. */
  readonly score: number;
}
