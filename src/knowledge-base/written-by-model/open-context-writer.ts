import type { Config } from '../../config/config.ts';
import {
  contextLine,
  contextRequest,
  figureRequest,
  saysNothing,
  summaryRequest,
} from '../../chunk/requests/model-requests.ts';
import { ConfigError } from '../../errors.ts';
import { openTokenizer } from '../../text/tokens/open-tokenizer.ts';
import { pictureMarkHash } from '../../text/structure/picture-mark-hash.ts';
import { levels } from '../../types.ts';
import { CostLimit, CostMeter } from '../../models/cost.ts';
import { ContextWriter, lineTokens, type WritingReports, type WritingTask } from './context-writer.ts';
import { figureRect } from './figure-pictures.ts';
import type { Parts } from '../parts/parts.ts';

/** Of the document, in UTF-16 code units, that the model reads with each chunk: the beginning and what is near. */
export const documentChars = 20_000;
/** Calls of the model at once. */
const usualConcurrency = 4;
/** Most tokens of a context line or a summary, and of what is said of a figure; less where the embedding model reads little. */
const usualLineTokens = 128;
const descriptionTokens = 256;
/** Characters of a description that are kept. */
const mostDescription = 2000;

/** What is kept free of an embedding model's length for what a language model writes. */
export function writtenTokens(
  { contextualize, summaries, describeFigures }: Config['chunking'],
  maxTokens: number,
): number {
  if (describeFigures) return lineTokens(maxTokens, descriptionTokens);
  return contextualize || summaries === 'generative' ? lineTokens(maxTokens, usualLineTokens) : 0;
}

/**
 * Opens what a language model writes with in one call: nothing, descriptions of figures, context lines, summaries, or all of them.
 * @throws ConfigError when the language model is missing, or has no price by which `llm.maxCostUsd` could be reckoned.
 */
export async function openContextWriters(parts: Parts): Promise<readonly ContextWriter[]> {
  const { contextualize, summaries, describeFigures } = parts.config.chunking;
  const limit = new CostLimit(parts.config.llm.maxCostUsd);
  const tasks = [
    ...(describeFigures ? [figureTask] : []),
    ...(contextualize ? [contextTask] : []),
    ...(summaries === 'generative' ? [summaryTask] : []),
  ];
  return Promise.all(tasks.map((task) => openWriter(parts, task, limit)));
}

export function reportOf(writers: readonly ContextWriter[]): WritingReports {
  return Object.fromEntries(writers.map((writer) => [writer.kind, writer.report()]));
}

const contextTask: WritingTask = {
  kind: 'contextualization',
  missing: 'No context line',
  unit: 'chunks',
  // What stands over others is found by its summary, and a picture without words by its description.
  isFor: ({ level, contentHash }) => level >= levels.passage && contentHash !== pictureMarkHash,
  requestOf: (source) => contextRequest(source, documentChars),
  lineOf: contextLine,
  mostTokens: usualLineTokens,
};

const figureTask: WritingTask = {
  kind: 'figureDescription',
  missing: 'No description',
  unit: 'figures',
  isFor: (chunk, loaded) => chunk.level >= levels.passage && figureRect(loaded, chunk) !== undefined,
  requestOf: figureRequest,
  lineOf: (reply) => (saysNothing(reply) ? '' : contextLine(reply, mostDescription)),
  mostTokens: descriptionTokens,
  isOfPictures: true,
};

const summaryTask: WritingTask = {
  kind: 'summarization',
  missing: 'No summary',
  unit: 'sections',
  isFor: ({ level }) => level < levels.passage,
  requestOf: summaryRequest,
  lineOf: contextLine,
  mostTokens: usualLineTokens,
};

async function openWriter(parts: Parts, task: WritingTask, limit: CostLimit): Promise<ContextWriter> {
  const { store, embedder } = parts;
  const { prices, maxCostUsd } = parts.config.llm;
  const { concurrency = usualConcurrency } = parts.config.calls;
  const model = await parts.languageModel();
  const price = prices[model.modelId];
  if (maxCostUsd !== undefined && price === undefined) throw withoutPrice(model.modelId);
  const tokenizer = await (embedder.tokenizer === undefined
    ? parts.tokenizer()
    : openTokenizer(embedder.tokenizer));
  const cost = new CostMeter(limit, price);
  return new ContextWriter({ task, model, cost, concurrency, replies: store.replies, tokenizer });
}

const withoutPrice = (model: string) =>
  new ConfigError(`llm.maxCostUsd is set, and llm.prices has no price of ${model}`, {
    hint: `Set llm.prices, such as { '${model}': { input: 0.15, output: 0.6 } }: US dollars a million tokens.`,
    context: { model },
  });
