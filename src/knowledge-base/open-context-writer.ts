import { contextRequest } from '../chunk/context-request.ts';
import { summaryRequest } from '../chunk/summary-request.ts';
import type { ContextualizeConfig } from '../config/contextualize.ts';
import type { ModelWriting } from '../config/model-writing.ts';
import type { SummariesConfig } from '../config/summaries.ts';
import { ConfigError } from '../errors.ts';
import type { LanguageModel } from '../models/language-model.ts';
import { parseModelName } from '../models/providers.ts';
import { openTokenizer } from '../text/open-tokenizer.ts';
import { levels } from '../types.ts';
import { ContextWriter, type WritingReports, type WritingTask } from './context-writer.ts';
import type { Parts } from './parts.ts';

/** Most tokens of a context line or a summary; less where the embedding model reads little. */
const usualLineTokens = 128;

/** What a context line, or a summary, may take of an embedding model's length. */
export function lineTokens(maxTokens: number): number {
  return Math.min(usualLineTokens, Math.floor(maxTokens / 4));
}

/**
 * Opens what a language model writes with in one call: nothing, context lines, summaries, or both.
 * @throws ConfigError when the language model is missing, or is of another provider than `llm.model`.
 */
export async function openContextWriters(parts: Parts): Promise<readonly ContextWriter[]> {
  const { contextualize, summaries } = parts.config.chunking;
  return Promise.all([
    ...(contextualize ? [openWriter(parts, contextTask(contextualize), contextualize)] : []),
    ...(summaries?.method === 'generative' ? [openWriter(parts, summaryTask(summaries), summaries)] : []),
  ]);
}

export function reportOf(writers: readonly ContextWriter[]): WritingReports {
  return Object.fromEntries(writers.map((writer) => [writer.kind, writer.report()]));
}

function contextTask(settings: ContextualizeConfig): WritingTask {
  return {
    kind: 'contextualization',
    missing: 'No context line',
    unit: 'chunks',
    // What stands over others is found by its summary.
    isFor: ({ level }) => level >= levels.passage,
    requestOf: (source) => contextRequest(source, settings),
  };
}

function summaryTask({ prompt }: SummariesConfig): WritingTask {
  return {
    kind: 'summarization',
    missing: 'No summary',
    unit: 'sections',
    isFor: ({ level }) => level < levels.passage,
    requestOf: (source) => summaryRequest(source, prompt),
  };
}

async function openWriter(
  parts: Parts,
  task: WritingTask,
  settings: ContextualizeConfig | SummariesConfig,
): Promise<ContextWriter> {
  const { store, embedder } = parts;
  const model = await openModel(parts, task, settings);
  const tokenizer = await (embedder.tokenizer === undefined
    ? parts.tokenizer()
    : openTokenizer(embedder.tokenizer));
  return new ContextWriter({ task, model, settings, replies: store.replies, tokenizer });
}

async function openModel(
  { config, languageModel }: Parts,
  { kind }: WritingTask,
  { model }: Pick<ModelWriting, 'model'>,
): Promise<LanguageModel> {
  if (model === undefined) return languageModel();
  const setting = kind === 'contextualization' ? 'contextualize' : 'summaries';
  if (typeof model === 'string') requireSameProvider(model, config.llm.model, setting);
  const { openLanguageModel } = await import('../models/language-model.ts');
  return openLanguageModel({ ...config.llm, model, redact: config.redact });
}

const providerOf = (name: string) => parseModelName(name)?.providerName;

/** It is called with the address and the key of `llm.model`, which are no other provider's business. */
function requireSameProvider(model: string, usual: Parts['config']['llm']['model'], setting: string): void {
  if (typeof usual === 'string' && providerOf(usual) === providerOf(model)) return;
  throw new ConfigError(`chunking.${setting}.model is ${model}, which needs an llm.model of its provider`, {
    hint: 'Set llm.model with its address and key, name another model of its provider, or give a model object of the AI SDK.',
    context: { model },
  });
}
