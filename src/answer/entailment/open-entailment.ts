import type { LanguageModel } from '../../models/language-model.ts';
import type { ModelOptions } from '../../models/onnx/model-on-disk.ts';
import { parseModelName } from '../../models/providers.ts';
import type { Entailment } from './entailment.ts';

/**
 * Opens what `answer.entailment.model` names: nothing for `none`, the configured language model for `llm`, one of a provider, or a
 * local model by its name or folder.
 * @throws ConfigError and GenerationError as the models do.
 */
export async function openEntailment(
  options: ModelOptions,
  languageModel: (model?: string) => Promise<LanguageModel>,
): Promise<Entailment | undefined> {
  const { model } = options;
  if (model === 'none') return undefined;
  if (model === 'llm' || parseModelName(model) !== undefined) {
    const { writtenEntailment } = await import('./written-entailment.ts');
    return writtenEntailment(await languageModel(model === 'llm' ? undefined : model));
  }
  const { openOnnxEntailment } = await import('./onnx-entailment.ts');
  return openOnnxEntailment(options);
}
