import type { Metrics } from './metrics.ts';
import type { Pictures } from './files/pictures.ts';

/** What routes work with beside the caller's knowledge base. */
export interface Services {
  readonly metrics: Metrics;
  readonly pictures: Pictures;
  /** Whether the log may have queries. */
  readonly logTexts: boolean;
}
