import { z } from 'zod';
import { fenceRule, fenceUntrusted } from '../fence.ts';
import type { LanguageModel } from '../language-model.ts';
import type { ModelOptions } from '../onnx/model-on-disk.ts';
import { parseModelName } from '../providers/providers.ts';
import type { Entailment, Judgement } from './entailment.ts';

/**
 * Opens what `answer.entailment.model` names: the configured language model for `llm`, one of a provider, or a local model by its
 * name or folder.
 * @throws ConfigError and GenerationError as the models do.
 */
export async function openEntailment(
  options: ModelOptions,
  languageModel: (model?: string) => Promise<LanguageModel>,
): Promise<Entailment> {
  const { model } = options;
  if (model === 'llm' || parseModelName(model) !== undefined) {
    return writtenEntailment(await languageModel(model === 'llm' ? undefined : model));
  }
  const { openOnnxEntailment } = await import('./onnx-entailment.ts');
  return openOnnxEntailment(options);
}

const replySchema = z.object({ verdict: z.enum(['supported', 'contradicted', 'neither']) });

const system =
  'You check claims against evidence. The evidence supports a claim when a careful reader who knows nothing but the ' +
  'evidence would call all of it true; it contradicts it when that reader would call some of it false. Reply with JSON: ' +
  `{"verdict":"supported"}, {"verdict":"contradicted"} or {"verdict":"neither"}. ${fenceRule}`;

/** Room for a model that thinks before it writes. */
const maxOutputTokens = 1000;

const judgements: Readonly<Record<z.output<typeof replySchema>['verdict'], Judgement>> = {
  supported: { entailed: 0.9, contradicted: 0 },
  contradicted: { entailed: 0, contradicted: 0.9 },
  neither: { entailed: 0.1, contradicted: 0.1 },
};

/** A language model reads each claim with its evidence. */
export function writtenEntailment(model: LanguageModel): Entailment {
  return {
    modelId: model.modelId,
    async judge({ claim, evidence, signal }) {
      const prompt = `Evidence:\n${fenceUntrusted('evidence', evidence.join('\n'))}\n\nClaim:\n${fenceUntrusted('claim', claim)}`;
      const request = { system, prompt, schema: replySchema, maxOutputTokens, signal };
      const { object } = await model.generateObject(request);
      return judgements[object.verdict];
    },
    close: async () => {},
  };
}
