import type { Filter, RetrieveOptions } from '../../../index.ts';
import type { SessionOptions } from '../session.ts';

/** What `pincite eval` was called with. */
export interface EvalFlags extends SessionOptions {
  readonly init?: boolean;
  readonly force?: boolean;
  readonly label?: boolean;
  readonly synthesize?: boolean;
  readonly count?: number;
  readonly chunks?: boolean;
  readonly tune?: boolean;
  readonly compare?: string[];
  readonly metrics?: string;
  readonly run?: string[];
  readonly runDir?: string;
  readonly report?: string;
  readonly gate?: string;
  readonly split?: string;
  readonly documents?: string[];
  readonly answers?: boolean;
  readonly depth?: number;
  readonly seed?: number;
  readonly where?: Filter;
  readonly mode?: RetrieveOptions['mode'];
}
