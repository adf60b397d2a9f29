import type { Config } from '../config.ts';
import { contextLine, contextRequest } from '../chunk/context-request.ts';
import { figureRequest, saysNothing } from '../chunk/figure-request.ts';
import { summaryRequest } from '../chunk/summary-request.ts';
import { documentChars, type ContextualizeConfig } from '../config/contextualize.ts';
import type { DescribeFiguresConfig } from '../config/describe-figures.ts';
import type { ModelWriting } from '../config/model-writing.ts';
import type { SummariesConfig } from '../config/summaries.ts';
import { ConfigError } from '../errors.ts';
import type { LanguageModel } from '../models/language-model.ts';
import { parseModelName } from '../models/providers.ts';
import { openTokenizer } from '../text/open-tokenizer.ts';
import { pictureMarkHash } from '../text/picture-mark-hash.ts';
import { levels } from '../types.ts';
import { CostLimit, CostMeter } from './cost-limit.ts';
import { ContextWriter, lineTokens, type WritingReports, type WritingTask } from './context-writer.ts';
import { figureRect } from './figure-pictures.ts';
import type { Parts } from './parts.ts';

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
  return contextualize || summaries?.method === 'generative' ? lineTokens(maxTokens, usualLineTokens) : 0;
}

/**
 * Opens what a language model writes with in one call: nothing, descriptions of figures, context lines, summaries, or all of them.
 * @throws ConfigError when the language model is missing, is of another provider than `llm.model`, or has no price by which
 * `llm.maxCostUsd` could be reckoned.
 */
export async function openContextWriters(parts: Parts): Promise<readonly ContextWriter[]> {
  const { contextualize, summaries, describeFigures } = parts.config.chunking;
  const limit = new CostLimit(parts.config.llm.maxCostUsd);
  const open = (task: WritingTask, { model }: ModelWriting) => openWriter(parts, task, { model, limit });
  return Promise.all([
    ...(describeFigures ? [open(figureTask(describeFigures), describeFigures)] : []),
    ...(contextualize ? [open(contextTask(contextualize), contextualize)] : []),
    ...(summaries?.method === 'generative' ? [open(summaryTask(summaries), summaries)] : []),
  ]);
}

export function reportOf(writers: readonly ContextWriter[]): WritingReports {
  return Object.fromEntries(writers.map((writer) => [writer.kind, writer.report()]));
}

function contextTask(settings: ContextualizeConfig): WritingTask {
  return {
    kind: 'contextualization',
    setting: 'contextualize',
    missing: 'No context line',
    unit: 'chunks',
    // What stands over others is found by its summary, and a picture without words by its description.
    isFor: ({ level, contentHash }) => level >= levels.passage && contentHash !== pictureMarkHash,
    requestOf: (source) => contextRequest(source, { prompt: settings.prompt, documentChars }),
    lineOf: contextLine,
    mostTokens: usualLineTokens,
  };
}

function figureTask({ prompt }: DescribeFiguresConfig): WritingTask {
  return {
    kind: 'figureDescription',
    setting: 'describeFigures',
    missing: 'No description',
    unit: 'figures',
    isFor: (chunk, loaded) => chunk.level >= levels.passage && figureRect(loaded, chunk) !== undefined,
    requestOf: (source) => figureRequest(source, prompt),
    lineOf: (reply) => (saysNothing(reply) ? '' : contextLine(reply, mostDescription)),
    mostTokens: descriptionTokens,
    isOfPictures: true,
  };
}

function summaryTask({ prompt }: SummariesConfig): WritingTask {
  return {
    kind: 'summarization',
    setting: 'summaries',
    missing: 'No summary',
    unit: 'sections',
    isFor: ({ level }) => level < levels.passage,
    requestOf: (source) => summaryRequest(source, prompt),
    lineOf: contextLine,
    mostTokens: usualLineTokens,
  };
}

async function openWriter(
  parts: Parts,
  task: WritingTask,
  { model: named, limit }: Pick<ModelWriting, 'model'> & { readonly limit: CostLimit },
): Promise<ContextWriter> {
  const { store, embedder } = parts;
  const { concurrency, prices, maxCostUsd } = parts.config.llm;
  const model = await openModel(parts, task, named);
  const price = prices[model.modelId];
  if (maxCostUsd !== undefined && price === undefined) throw withoutPrice(model.modelId);
  const tokenizer = await (embedder.tokenizer === undefined
    ? parts.tokenizer()
    : openTokenizer(embedder.tokenizer));
  const cost = new CostMeter(limit, price);
  return new ContextWriter({ task, model, cost, concurrency, replies: store.replies, tokenizer });
}

async function openModel(
  { config, languageModel }: Parts,
  { setting }: WritingTask,
  model: ModelWriting['model'],
): Promise<LanguageModel> {
  if (model === undefined) return languageModel();
  if (typeof model === 'string') requireSameProvider(model, config.llm.model, setting);
  const { openLanguageModel } = await import('../models/language-model.ts');
  return openLanguageModel({ ...config.llm, model, redact: config.redact });
}

const withoutPrice = (model: string) =>
  new ConfigError(`llm.maxCostUsd is set, and llm.prices has no price of ${model}`, {
    hint: `Set llm.prices, such as { '${model}': { input: 0.15, output: 0.6 } }: US dollars a million tokens.`,
    context: { model },
  });

const providerOf = (name: string) => parseModelName(name)?.providerName;

/** It is called with the address and the key of `llm.model`, which are no other provider's business. */
function requireSameProvider(model: string, usual: Parts['config']['llm']['model'], setting: string): void {
  if (typeof usual === 'string' && providerOf(usual) === providerOf(model)) return;
  throw new ConfigError(`chunking.${setting}.model is ${model}, which needs an llm.model of its provider`, {
    hint: 'Set llm.model with its address and key, name another model of its provider, or give a model object of the AI SDK.',
    context: { model },
  });
}
