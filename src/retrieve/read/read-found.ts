import type { StoreReads } from '../../store/store.ts';
import type { Document, Hit } from '../../types.ts';
import { documentReference } from '../../util/document-key.ts';
import { fittingAlone } from './budget.ts';
import { documentKeyOf, type Candidate } from '../candidate.ts';
import { expand, type HitWindow } from './expand.ts';
import { orInstead } from '../or-instead.ts';
import type { RetrieveParts } from '../parts.ts';
import { readHits } from './read-chunks.ts';
import { readDocuments } from './read-documents.ts';
import type { RetrieveRequest } from '../request.ts';
import type { StageClock } from '../stage-clock.ts';

/** What is read of the chunks that were chosen, all of it of one state of their documents. */
export interface Found {
  readonly hits: readonly Hit[];
  /** One for each hit, in their order. */
  readonly windows: readonly HitWindow[];
  /** Whole texts, by `documentKeyOf`, of documents of which more than a hit was read. */
  readonly texts: ReadonlyMap<string, string>;
  /** By `documentKeyOf`. */
  readonly documents: ReadonlyMap<string, Document>;
  readonly warnings: readonly string[];
}

/** Reads the chosen chunks, what stands around them, and their documents. @throws as `Store.read` does. */
export function readFound(
  { store }: Pick<RetrieveParts, 'store'>,
  chosen: readonly Candidate[],
  { request, clock }: { readonly request: RetrieveRequest; readonly clock: StageClock },
): Promise<Found> {
  const { signal } = request;
  const action = async (reads: StoreReads): Promise<Found> => {
    const warnings: string[] = [];
    const unread = { clock, warnings, signal };
    const hits = await clock.run('read', () => readHits(reads, chosen, request), countOf);
    const alone = hits.map((hit): HitWindow => ({ hit, steps: [] }));
    const { windows, texts } = await orInstead(
      () => clock.run('expand', () => readAround(reads, alone, request), countChunks),
      {
        ...unread,
        stage: 'expand',
        instead: () => ({ windows: alone, texts: new Map<string, string>() }),
        failure: 'Nothing was read around the hits',
      },
    );
    const documents = await orInstead(
      () =>
        clock.run(
          'sources',
          () => readDocuments(reads, hits),
          (read) => new Set(read.values()).size,
        ),
      {
        ...unread,
        stage: 'sources',
        instead: () => new Map(),
        failure: 'The documents of the hits could not be read',
      },
    );
    return { hits, windows, texts, documents, warnings };
  };
  return store.read(action, { signal });
}

const countOf = (list: readonly unknown[]) => list.length;

const countChunks = ({ windows }: Around) =>
  windows.reduce((sum, { steps }) => sum + Math.max(1, steps.at(-1)?.length ?? 0), 0);

type Around = Pick<Found, 'windows' | 'texts'>;

async function readAround(
  reads: StoreReads,
  alone: readonly HitWindow[],
  { contextWindow, sentenceWindow, tokenBudget, signal }: RetrieveRequest,
): Promise<Around> {
  const hits = alone.map(({ hit }) => hit);
  const fitting = fittingAlone(hits, tokenBudget);
  const read = await expand(reads, fitting, { contextWindow, sentenceWindow, signal });
  const around = new Map(read.map((window) => [window.hit, window]));
  const windows = alone.map((window) => around.get(window.hit) ?? window);
  const texts = new Map<string, string>();
  for (const { hit, steps } of windows) {
    const key = documentKeyOf(hit);
    if (steps.length === 0 || texts.has(key)) continue;
    signal?.throwIfAborted();
    const text = await reads.documentText(hit.collection, documentReference(hit.chunk));
    if (text !== undefined) texts.set(key, text);
  }
  return { windows, texts };
}
