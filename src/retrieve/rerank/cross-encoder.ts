import { createHash } from 'node:crypto';
import { RerankingError } from '../../errors.ts';
import { openModelOnDisk, type ModelOptions } from '../../models/onnx/model-on-disk.ts';
import { readModelLimits } from '../../models/onnx/model-limits.ts';
import type { ModelUse } from '../../models/onnx/model-use.ts';
import type { BatchOutput, OnnxSession, TokenRow } from '../../models/onnx/onnx-session.ts';
import { PairTokenizer } from '../../models/onnx/pair-tokenizer.ts';
import { planTokenBatches } from '../../models/onnx/token-batches.ts';
import type { Reranker, RerankOptions } from '../reranker.ts';
import { sigmoid } from '../combine/relevance.ts';

/** A local reranker. */
export interface CrossEncoderOptions extends ModelOptions {
  /** Tokens of query and passage together; what the model's files say unless given. */
  readonly maxTokens?: number;
}

/** A reranker that holds a model in memory until it is closed. */
export interface CrossEncoder extends Reranker {
  close(): Promise<void>;
}

const rerankingUse: ModelUse = {
  Failure: RerankingError,
  section: 'reranking',
  shortNames: {
    'ms-marco-MiniLM-L-2-v2': 'cross-encoder/ms-marco-MiniLM-L2-v2',
    'ms-marco-MiniLM-L-4-v2': 'cross-encoder/ms-marco-MiniLM-L4-v2',
    'ms-marco-MiniLM-L-6-v2': 'cross-encoder/ms-marco-MiniLM-L6-v2',
    'ms-marco-MiniLM-L-12-v2': 'cross-encoder/ms-marco-MiniLM-L12-v2',
    'ms-marco-TinyBERT-L-2-v2': 'cross-encoder/ms-marco-TinyBERT-L2-v2',
    'bge-reranker-base': 'Xenova/bge-reranker-base',
    'bge-reranker-large': 'Xenova/bge-reranker-large',
    'mxbai-rerank-xsmall-v1': 'mixedbread-ai/mxbai-rerank-xsmall-v1',
    'mxbai-rerank-base-v1': 'mixedbread-ai/mxbai-rerank-base-v1',
    'jina-reranker-v1-tiny-en': 'jinaai/jina-reranker-v1-tiny-en',
    'jina-reranker-v1-turbo-en': 'jinaai/jina-reranker-v1-turbo-en',
  },
  task: 'text classification',
};

/**
 * Passages between two looks at the clock, at most: one first, then twice as many each time, so that a slow model is late by
 * little. The best come first, so that what is left out is what was found last.
 */
const passagesPerRun = 8;
/** Little is padding within a run of like lengths. */
const tokensPerRun = 2048;

/**
 * Opens an ONNX cross-encoder, from a folder or downloaded once from the Hugging Face hub. The score is the sigmoid of
 * the model's one logit, or the share of the second of two. A passage that is longer than the model reads is scored by
 * its best window. The passages that come first are scored first; what the time budget leaves is unscored.
 *
 * @throws ConfigError when a peer package is missing, a setting contradicts the model, or the name means nothing;
 *   RerankingError when the model is incomplete, damaged, no reranker, or can be neither found nor downloaded; the
 *   signal's reason on abort.
 */
export async function openCrossEncoder(options: CrossEncoderOptions): Promise<CrossEncoder> {
  const { location, weights, ...model } = await openModelOnDisk(options, rerankingUse);
  const { folder } = location;
  const { maxTokens } = options;
  const limits = await readModelLimits(folder, { maxTokens, use: rerankingUse });
  const tokenizer = model.encoder(PairTokenizer, limits.maxTokens);
  const session = await model.openSession({ paddingId: limits.paddingId, outputs: ['logits'] });
  try {
    await checkIsReranker(session, tokenizer, options.model);
  } catch (error) {
    await session.close();
    throw error;
  }
  const read = (text: string) => (limits.lowerCase ? text.toLowerCase() : text);
  const settings = JSON.stringify([weights.digest, limits.maxTokens, limits.lowerCase]);
  const modelId = `onnx:${location.name}@${createHash('sha256').update(settings).digest('hex').slice(0, 12)}`;
  const rowsPerRun = weights.roundsByBatch ? 1 : passagesPerRun * 4;
  return {
    modelId,
    async rerank(query, passages, { timeBudgetMs = Infinity, signal }: RerankOptions = {}) {
      const end = performance.now() + timeBudgetMs;
      const scores: (number | undefined)[] = passages.map(() => undefined);
      for (let first = 0; first < passages.length;) {
        signal?.throwIfAborted();
        if (first > 0 && performance.now() >= end) break;
        const some = passages.slice(first, first + Math.min(first + 1, passagesPerRun));
        const rows = some.flatMap((passage, index) =>
          tokenizer.encode(read(query), read(passage)).map((row) => ({ ...row, passage: first + index })),
        );
        for (const batch of planTokenBatches(
          rows.map(({ ids }) => ids.length),
          { tokens: tokensPerRun, rows: rowsPerRun },
        )) {
          const ran = await session.run(batch.map((position) => rows[position]!));
          for (const [index, score] of scoresOf(ran).entries()) {
            const { passage } = rows[batch[index]!]!;
            scores[passage] = Math.max(scores[passage] ?? 0, score);
          }
        }
        first += some.length;
      }
      return scores;
    },
    close: () => session.close(),
  };
}

async function checkIsReranker(session: OnnxSession, tokenizer: PairTokenizer, model: string): Promise<void> {
  const rows: TokenRow[] = tokenizer.encode('a', 'a');
  const { shape } = await session.run(rows);
  if (shape.length <= 2 && (shape[1] ?? 1) <= 2) return;
  throw new RerankingError(`The model ${model} gives ${shape.join(' × ')} numbers for a pair of texts`, {
    hint: 'Choose a cross-encoder that was exported for text classification, with one score a pair.',
    context: { model, shape },
  });
}

function scoresOf({ data, shape }: BatchOutput): number[] {
  const labels = shape[1] ?? 1;
  return Array.from({ length: data.length / labels }, (_, row) => {
    const [first = 0, second] = data.subarray(row * labels, (row + 1) * labels);
    return second === undefined ? sigmoid(first) : sigmoid(second - first);
  });
}
