import { describe } from 'vitest';
import { setUpBench, timeout, type StorePlace } from './bench.ts';
import { describeCollections } from './collections.ts';
import { describeJoinedReads } from './joined-reads.ts';
import { describeReading } from './reading.ts';
import { describeEmbeddingCache } from './embedding-cache.ts';
import { describeReembedding } from './reembedding.ts';
import { describeReplies } from './replies.ts';
import { describeRestricting } from './restricting.ts';
import { describeSearching } from './searching.ts';
import { describeSharing } from './sharing.ts';
import { describeVectors } from './vectors.ts';
import { describeVersions } from './versions.ts';
import { describeWriting } from './writing.ts';

/** What every store must do; run over each adapter. */
export function describeStore(
  adapter: string,
  makePlace: () => Promise<StorePlace>,
  { durable }: { readonly durable: boolean },
): void {
  describe(adapter, { timeout }, () => {
    const bench = setUpBench(makePlace);
    describeCollections(bench);
    describeWriting(bench);
    describeReading(bench);
    describeJoinedReads(bench);
    describeSearching(bench);
    describeReembedding(bench);
    describeEmbeddingCache(bench);
    describeReplies(bench);
    describeRestricting(bench);
    describeVectors(bench);
    describeVersions(bench);
    if (durable) describeSharing(bench);
  });
}
