import { z } from 'zod';
import { EmbeddingError } from '../../errors.ts';
import { readModelFile, readModelLimits, type ModelLimits } from '../../models/onnx/model-limits.ts';
import { embeddingUse, knownModel } from './known-models.ts';
import { poolings, type Pooling } from './pooling.ts';

/** How a model wants to be used; each can be overridden. */
export interface ModelSettings {
  readonly pooling: Pooling;
  readonly normalise: boolean;
  /** Tokens a text at most, with the special ones. */
  readonly maxTokens: number;
  readonly queryPrefix: string;
  readonly passagePrefix: string;
}

/** Settings, and what only the model's files say. */
export interface ModelDescription extends ModelSettings, ModelLimits {
  /** Folders of the dense layers behind the pooling, in order, which a model that gives hidden states lacks. */
  readonly denseLayers: readonly string[];
  /** Other layers there, which are not known. */
  readonly extraModules: readonly string[];
}

const schemas = {
  prompts: z.looseObject({ prompts: z.record(z.string(), z.string().nullish()).nullish() }),
  modules: z.array(z.looseObject({ path: z.string(), type: z.string() })),
  pooling: z.looseObject({ pooling_mode: z.string().optional() }),
};

/**
 * Reads how a model wants to be used: `own` goes before the model's files, they before what is known by its name,
 * and that before the usual: mean pooling, unit length, 512 tokens, no prefixes.
 *
 * @param name the model's, without its owner
 * @throws EmbeddingError when a file is damaged or wants a pooling that there is none of; ConfigError when
 *   `own.maxTokens` is more than the model has positions.
 */
export async function readModelSettings(
  folder: string,
  name: string,
  own: Partial<ModelSettings>,
): Promise<ModelDescription> {
  const read = <Schema extends z.ZodType>(file: string, schema: Schema) =>
    readModelFile({ folder, file }, schema, embeddingUse);
  const limits = await readModelLimits(folder, { maxTokens: own.maxTokens, use: embeddingUse });
  const { prompts } = (await read('config_sentence_transformers.json', schemas.prompts)) ?? {};
  const modules = (await read('modules.json', schemas.modules)) ?? [];
  const poolingFile = `${modules.find((module) => kindOf(module) === 'Pooling')?.path ?? '1_Pooling'}/config.json`;
  const pooling = own.pooling === undefined ? await read(poolingFile, schemas.pooling) : undefined;
  const known = knownModel(name);
  return {
    pooling: own.pooling ?? (pooling && poolingOf(pooling, poolingFile)) ?? known.pooling ?? 'mean',
    normalise: own.normalise ?? true,
    ...limits,
    // An empty prompt is what some programs write where nothing was said.
    queryPrefix: own.queryPrefix ?? (prompts?.['query'] || known.queryPrefix || ''),
    passagePrefix:
      own.passagePrefix ?? (prompts?.['document'] || prompts?.['passage'] || known.passagePrefix || ''),
    denseLayers: modules.filter((module) => kindOf(module) === 'Dense').map((module) => module.path),
    extraModules: modules
      .map(kindOf)
      .filter((kind) => !/^(Transformer|Pooling|Dense|Normalize|Dropout)$/.test(kind)),
  };
}

/** `sentence_transformers.models.Pooling` → `Pooling`. */
const kindOf = (module: { readonly type: string }) => module.type.slice(module.type.lastIndexOf('.') + 1);

const poolingByMode: Readonly<Record<string, Pooling>> = {
  mean: 'mean',
  mean_tokens: 'mean',
  cls: 'cls',
  cls_token: 'cls',
  max: 'max',
  max_tokens: 'max',
  lasttoken: 'last',
};

/** `{ pooling_mode_cls_token: true, … }`, or `{ pooling_mode: 'cls' }`. */
function poolingOf(settings: z.output<typeof schemas.pooling>, file: string): Pooling {
  const flags = Object.keys(settings).filter((key) => settings[key] === true);
  const modes = [
    ...(settings.pooling_mode === undefined ? [] : [settings.pooling_mode]),
    ...flags.filter((key) => key.startsWith('pooling_mode_')).map((key) => key.slice('pooling_mode_'.length)),
  ];
  const pooling = modes.length === 1 ? poolingByMode[modes[0]!] : undefined;
  if (pooling !== undefined) return pooling;
  throw new EmbeddingError(
    `The model wants the pooling ${modes.join(' + ') || '(none)'}, which is not supported`,
    {
      hint: `Choose another model, or one of ${poolings.join(', ')} in its ${file}.`,
      context: { file, modes },
    },
  );
}
