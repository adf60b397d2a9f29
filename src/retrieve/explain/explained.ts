import type { Ranking } from '../combine/rank-candidates.ts';
import type { RetrieveRequest } from '../request.ts';
import type { SearchResult } from '../search/search.ts';

/** What is known of a retrieval when its hits are chosen. */
export interface Explained {
  readonly request: RetrieveRequest;
  /** The query as it was searched. */
  readonly query: string;
  /** What keywords were searched for. */
  readonly keywords: string;
  readonly found: SearchResult;
  /** How many chunks each search was to find. */
  readonly limits: RetrieveRequest['candidates'];
  readonly ranking: Ranking;
  /** Read from the query, where it was not dropped. */
  readonly selfFilter?: unknown;
}
