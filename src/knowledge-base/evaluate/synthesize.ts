/** Drafts queries from stored chunks: the model writes, the answer stage looks for the quote, nothing is taken on trust. */
import { z } from 'zod';
import { locateQuote } from '../../answer/cite/locate.ts';
import { ConfigError, GenerationError } from '../../errors.ts';
import { createRandom } from '../../util/random.ts';
import { draftQuery, queryKey } from '../../evaluate/synthesize/draft-query.ts';
import type { DraftedQuery } from '../../evaluate/synthesize/format-drafts.ts';
import type { LanguageModel, ModelUsage } from '../../models/language-model.ts';
import type { Filter } from '../../store/filter/filter.ts';
import { parseFilter } from '../../store/filter/parse-filter.ts';
import type { Chunk, Document } from '../../types.ts';
import {
  callbackSchema,
  collectionNameSchema,
  filterOptionSchema,
  parseOptions,
  signalSchema,
} from '../parts/options.ts';
import type { Parts } from '../parts/parts.ts';
import { sampleChunks, type SampledChunk } from './sample-chunks.ts';

/** After every call of the model. */
export interface SynthesizeProgress {
  /** Kept so far, of those wanted. */
  readonly done: number;
  /** Drafts wanted. */
  readonly total: number;
  /** The draft that the call gave, where it was kept. */
  readonly draft?: DraftedQuery;
}

/** What `synthesize` takes. */
export interface SynthesizeOptions {
  /**
   * Name of the collection, 1 to 200 characters.
   * @default 'default'
   */
  readonly collection?: string;
  /**
   * Drafts wanted, 1 to 10,000.
   * @default 20
   */
  readonly count?: number;
  /**
   * The same seed asks about the same chunks in the same order.
   * @default 0
   */
  readonly seed?: number;
  /** Ask only about documents that match. */
  readonly filter?: Filter;
  /** Stops the call, which then throws the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called after every call of the model. */
  readonly onProgress?: (event: SynthesizeProgress) => void;
}

export const synthesizeOptionsSchema = z.strictObject({
  collection: collectionNameSchema.default('default'),
  count: z.int().min(1).max(10_000).default(20),
  seed: z.int().min(0).default(0),
  filter: filterOptionSchema.optional(),
  signal: signalSchema,
  onProgress: callbackSchema<SynthesizeProgress>(),
});

/** Why drafts were dropped, counted. */
export interface DroppedDrafts {
  /** The reply was not the object asked for. */
  readonly malformed: number;
  /** The model found nothing worth asking about, or left the query or its answer empty. */
  readonly empty: number;
  /** The quote does not stand in the chunk. */
  readonly quoteNotFound: number;
  /** The same query was there already. */
  readonly duplicate: number;
}

/** Queries that a language model drafted. */
export interface Synthesis {
  /** The collection that was asked about. */
  readonly collection: string;
  /** `provider:model`. */
  readonly model: string;
  /** At most `count`, in the order of the sample. */
  readonly drafts: readonly DraftedQuery[];
  /** Why drafts were dropped, counted. */
  readonly dropped: DroppedDrafts;
  /** Tokens that it took. */
  readonly usage: ModelUsage;
  /** Why there are fewer drafts than wanted. */
  readonly warnings: readonly string[];
}

/** Chunks that may be tried for each draft wanted: a model whose drafts are all dropped must come to an end. */
const triesPerDraft = 3;

export async function synthesize(parts: Parts, options: SynthesizeOptions = {}): Promise<Synthesis> {
  const checked = parseOptions(synthesizeOptionsSchema, options, 'options of synthesize');
  const { collection, count, seed, signal, onProgress } = checked;
  const model = await parts.languageModel();
  const samples = sampleChunks(parts.store, await documentsToAsk(parts, checked), createRandom(seed));
  const tally = createTally();
  const warnings: string[] = [];
  let tries = 0;
  try {
    for await (const sample of samples) {
      signal?.throwIfAborted();
      const draft = tally.add(await draftFrom(sample, { model, signal }));
      onProgress?.({ done: tally.drafts.size, total: count, draft });
      if (tally.drafts.size === count || ++tries === count * triesPerDraft) break;
    }
  } catch (error) {
    if (!(error instanceof GenerationError) || tally.drafts.size === 0) throw error;
    warnings.push(`Stopped early: ${error.message}`);
  }
  const { drafts, dropped, usage } = tally;
  if (drafts.size < count) warnings.push(`Only ${drafts.size} of ${count} drafts could be kept`);
  return { collection, model: model.modelId, drafts: [...drafts.values()], dropped, usage, warnings };
}

async function documentsToAsk(
  { store }: Parts,
  { collection, filter }: z.output<typeof synthesizeOptionsSchema>,
): Promise<Document[]> {
  const documents = await store.documents(collection, parseFilter(filter));
  if (documents.length > 0) return documents;
  throw new ConfigError(`Collection "${collection}" has no documents to draft queries from`, {
    hint: 'Add documents, choose another collection, or widen the filter.',
    context: { collection },
  });
}

/** What came of one call: a draft, or why there is none. */
interface Outcome {
  readonly usage: ModelUsage;
  readonly draft?: DraftedQuery;
  readonly dropped?: keyof DroppedDrafts;
}

function createTally() {
  const drafts = new Map<string, DraftedQuery>();
  const dropped = { malformed: 0, empty: 0, quoteNotFound: 0, duplicate: 0 };
  const usage = { inputTokens: 0, outputTokens: 0 };
  return {
    drafts,
    dropped,
    usage,
    /** Gives the draft back when it is kept. */
    add({ usage: used, draft, dropped: reason = 'duplicate' }: Outcome): DraftedQuery | undefined {
      usage.inputTokens += used.inputTokens;
      usage.outputTokens += used.outputTokens;
      if (draft === undefined || drafts.has(queryKey(draft.query))) {
        dropped[reason]++;
        return undefined;
      }
      drafts.set(queryKey(draft.query), draft);
      return draft;
    },
  };
}

async function draftFrom(
  { document, chunk, near }: SampledChunk,
  { model, signal }: { model: LanguageModel; signal: AbortSignal | undefined },
): Promise<Outcome> {
  const source = { title: document.title, headingPath: chunk.headingPath, passage: chunk.content };
  const written = await draftQuery(model, source, { signal }).catch(orMalformed);
  if (written === undefined) return { dropped: 'malformed', usage: { inputTokens: 0, outputTokens: 0 } };
  const { usage, draft } = written;
  const { query, answer } = draft;
  if (queryKey(query) === '' || answer === '') return { dropped: 'empty', usage };
  const location = locateQuote(chunk.content, draft.quote);
  if (location.located !== 'exact' && location.located !== 'normalised') {
    return { dropped: 'quoteNotFound', usage };
  }
  const span = {
    charStart: chunk.charStart + location.charStart,
    charEnd: chunk.charStart + location.charEnd,
  };
  const quote = chunk.content.slice(location.charStart, location.charEnd);
  const { documentId, chunkId } = chunk;
  const relevantChunks = chunksHolding(near, span);
  return { usage, draft: { query, answer, documentId, chunkId, relevantChunks, quote, ...span } };
}

function orMalformed(error: unknown): undefined {
  if (error instanceof GenerationError && error.context['reason'] === 'malformed') return undefined;
  throw error;
}

/** The chunk and its neighbours, as far as the whole span stands in them: chunks overlap. */
function chunksHolding(near: readonly Chunk[], span: { charStart: number; charEnd: number }): string[] {
  const holding = near.filter((one) => one.charStart <= span.charStart && one.charEnd >= span.charEnd);
  return holding.map((one) => one.chunkId);
}
