import type { StageClock } from '../stage-clock.ts';

/** What is searched for. */
export interface FindRun {
  readonly query: string;
  /** What words are taken from: the query as it was asked and, where a language model worded it anew, as it is searched. */
  readonly keywords: string;
  /** A passage as the answer might stand in a document, searched for by itself beside the query. */
  readonly hyde?: string | undefined;
  readonly clock: StageClock;
}
