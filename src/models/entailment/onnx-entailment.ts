import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { GenerationError } from '../../errors.ts';
import { openModelOnDisk, type ModelOptions } from '../onnx/model-on-disk.ts';
import { readModelLimits } from '../onnx/model-limits.ts';
import type { ModelUse } from '../onnx/model-use.ts';
import { PairTokenizer } from '../onnx/pair-tokenizer.ts';
import type { Entailment, Judgement } from './entailment.ts';

const entailmentUse: ModelUse = {
  Failure: GenerationError,
  section: 'answer.entailment',
  shortNames: {},
  task: 'text classification',
};

const configSchema = z.looseObject({ id2label: z.record(z.string(), z.string()) });

/** Which of a model's numbers means what. */
interface Labels {
  readonly count: number;
  readonly entailed: number;
  /** −1 for a model that only tells whether evidence entails. */
  readonly contradicted: number;
}

/**
 * Opens an ONNX model that was trained to tell entailment, from a folder or downloaded once from the Hugging Face hub. The
 * evidence is read as a whole and sentence by sentence, and the best counts: a long whole is cut, and a sentence alone may lack
 * what another says.
 *
 * @throws ConfigError when a peer package is missing, or the name means nothing; GenerationError when the model is incomplete,
 *   damaged, no model of entailment, or can be neither found nor downloaded.
 */
export async function openOnnxEntailment(options: ModelOptions): Promise<Entailment> {
  const { location, weights, ...model } = await openModelOnDisk(options, entailmentUse);
  const { folder } = location;
  const labels = await readLabels(folder);
  const limits = await readModelLimits(folder, { use: entailmentUse });
  const tokenizer = model.encoder(PairTokenizer, limits.maxTokens);
  const session = await model.openSession({ paddingId: limits.paddingId, outputs: ['logits'] });
  return {
    modelId: `onnx:${location.name}@${weights.digest.slice(0, 12)}`,
    async judge({ claim, evidence, signal }) {
      const judged: Judgement[] = [];
      for (const premise of new Set([evidence.join(' '), ...evidence])) {
        signal?.throwIfAborted();
        const [row] = tokenizer.encode(premise, claim);
        const { data } = await session.run([row!]);
        judged.push(judgementOf(data, labels, folder));
      }
      return {
        entailed: Math.max(...judged.map(({ entailed }) => entailed)),
        contradicted: judged[0]!.contradicted,
      };
    },
    close: () => session.close(),
  };
}

/** @throws GenerationError when the model's labels do not name entailment. */
async function readLabels(folder: string): Promise<Labels> {
  const file = path.join(folder, 'config.json');
  const text = await readFile(file, 'utf8').catch(() => '{}');
  const names = Object.entries(configSchema.safeParse(parseJson(text)).data?.id2label ?? {});
  const find = (pattern: RegExp) => Number(names.find(([, name]) => pattern.test(name))?.[0] ?? -1);
  const labels = { count: names.length, entailed: find(/^entail/i), contradicted: find(/^contradict/i) };
  if (labels.entailed >= 0) return labels;
  throw new GenerationError(`The model in ${folder} does not classify entailment`, {
    hint: 'Choose one that was trained for natural language inference; its config.json has the label "entailment".',
    context: { folder },
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The shares of a softmax over the model's numbers. */
function judgementOf(
  numbers: Float32Array,
  { count, entailed, contradicted }: Labels,
  folder: string,
): Judgement {
  if (numbers.length !== count) {
    throw new GenerationError(`The model in ${folder} gives ${numbers.length} numbers for ${count} labels`, {
      hint: 'Choose a model that was exported for text classification.',
      context: { folder },
    });
  }
  const most = Math.max(...numbers);
  const weights = Array.from(numbers, (number) => Math.exp(number - most));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return { entailed: weights[entailed]! / total, contradicted: (weights[contradicted] ?? 0) / total };
}
