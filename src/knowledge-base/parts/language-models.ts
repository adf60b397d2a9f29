import type { Config } from '../../config/config.ts';
import { callsOf } from '../../config/settings/calls.ts';
import { extractive } from '../../config/settings/answer.ts';
import { ConfigError } from '../../errors.ts';
import { nameOfModel, type AiSdkModel } from '../../models/ai-sdk-model.ts';
import type { LanguageModel, LanguageModelConfig } from '../../models/language-model.ts';
import { parseModelName } from '../../models/providers/providers.ts';

/**
 * Opens a language model on its first use: `llm.model`, or another that is called with the same address and key.
 * @throws ConfigError when there is none, or it is of another provider than the one whose key may have been
 * found: that of `llm.model`, or else of `answer.model`.
 */
export type OpenModel = (model?: string | AiSdkModel) => Promise<LanguageModel>;

export function openLanguageModels({
  llm,
  answer,
  redact,
  calls,
}: Pick<Config, 'llm' | 'answer' | 'redact' | 'calls'>): OpenModel {
  const usual = llm.model ?? (answer.model === extractive ? undefined : answer.model);
  const opened = new Map<string | AiSdkModel, Promise<LanguageModel>>();
  return async (model = llm.model) => {
    if (model === undefined) throw noModel();
    const known = opened.get(model);
    if (known !== undefined) return known;
    const opening = openModel({ ...llm, ...callsOf(calls, 'llm'), model, redact }, usual);
    opened.set(model, opening);
    opening.catch(() => opened.delete(model));
    return opening;
  };
}

async function openModel(
  settings: LanguageModelConfig,
  usual: Config['llm']['model'],
): Promise<LanguageModel> {
  const { model, baseUrl } = settings;
  const name = typeof model === 'string' ? parseModelName(model) : undefined;
  const usualName = usual === undefined ? undefined : parseModelName(nameOfModel(usual));
  if (name !== undefined && usual !== undefined && name.providerName !== usualName?.providerName) {
    throw otherProvider(nameOfModel(model), nameOfModel(usual));
  }
  if (name !== undefined && name.provider.baseUrl === undefined && baseUrl === undefined) {
    throw new ConfigError(`${nameOfModel(model)} needs llm.baseUrl`, {
      hint: 'Set llm.baseUrl (or PINCITE_LLM_BASE_URL), such as http://localhost:8000/v1.',
      context: { model: nameOfModel(model) },
    });
  }
  const keyVariable = name?.provider.keyVariables?.[0];
  if (keyVariable !== undefined && settings.apiKey === undefined && baseUrl === undefined) {
    throw new ConfigError(`${nameOfModel(model)} needs a key`, {
      hint: `Set ${keyVariable} or llm.apiKey, or llm.baseUrl for a server of your own.`,
      context: { model: nameOfModel(model) },
    });
  }
  const { openLanguageModel } = await import('../../models/language-model.ts');
  return openLanguageModel(settings);
}

const noModel = () =>
  new ConfigError('No language model is configured', {
    hint: 'Set llm.model (or PINCITE_LLM_MODEL), such as openai:gpt-4o-mini or ollama:llama3.',
  });

/** It would be called with an address and a key that are no business of its provider. */
const otherProvider = (model: string, usual: string) =>
  new ConfigError(
    `${model} cannot be used: the configured address and key belong to ${usual}, another provider`,
    {
      hint: 'Set llm.model with its address and key, name a model of its provider, or give a model object of the AI SDK.',
      context: { model },
    },
  );
