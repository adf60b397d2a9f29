import type { ContextualizeConfig } from '../config/contextualize.ts';
import { ConfigError } from '../errors.ts';
import type { LanguageModel } from '../models/language-model.ts';
import { parseModelName } from '../models/providers.ts';
import { openTokenizer } from '../text/open-tokenizer.ts';
import { ContextWriter } from './context-writer.ts';
import type { Parts } from './parts.ts';

/** Most tokens of a context line; less where the embedding model reads little. */
const usualLineTokens = 128;

/** What a context line may take of an embedding model's length. */
export function lineTokens(maxTokens: number): number {
  return Math.min(usualLineTokens, Math.floor(maxTokens / 4));
}

/**
 * Opens what writes the context lines of one call; `undefined` where none are configured.
 * @throws ConfigError when the language model is missing, or is of another provider than `llm.model`.
 */
export async function openContextWriter(parts: Parts): Promise<ContextWriter | undefined> {
  const { config, store, embedder } = parts;
  const settings = config.chunking.contextualize;
  if (settings === undefined) return undefined;
  const model = await openModel(parts, settings);
  const tokenizer = await (embedder.tokenizer === undefined
    ? parts.tokenizer()
    : openTokenizer(embedder.tokenizer));
  return new ContextWriter({ model, settings, replies: store.replies, tokenizer });
}

async function openModel(
  { config, languageModel }: Parts,
  { model }: ContextualizeConfig,
): Promise<LanguageModel> {
  if (model === undefined) return languageModel();
  if (typeof model === 'string') requireSameProvider(model, config.llm.model);
  const { openLanguageModel } = await import('../models/language-model.ts');
  return openLanguageModel({ ...config.llm, model });
}

const providerOf = (name: string) => parseModelName(name)?.providerName;

/** It is called with the address and the key of `llm.model`, which are no other provider's business. */
function requireSameProvider(model: string, usual: Parts['config']['llm']['model']): void {
  if (typeof usual === 'string' && providerOf(usual) === providerOf(model)) return;
  throw new ConfigError(
    `chunking.contextualize.model is ${model}, which needs an llm.model of its provider`,
    {
      hint: 'Set llm.model with its address and key, name another model of its provider, or give a model object of the AI SDK.',
      context: { model },
    },
  );
}
