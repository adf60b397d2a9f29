import { z } from 'zod';
import { fenceRule, fenceUntrusted } from '../../models/fence.ts';
import type { LanguageModel } from '../../models/language-model.ts';
import type { Entailment, Judgement } from './entailment.ts';

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
