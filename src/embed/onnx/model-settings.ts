import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { ConfigError, EmbeddingError } from '../../errors.ts';
import { knownModel } from './known-models.ts';
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
export interface ModelDescription extends ModelSettings {
  /** Whether texts are put in lower case before the tokenizer sees them. */
  readonly lowerCase: boolean;
  readonly paddingId: number;
  /** Layers behind the pooling, such as `Dense`, which a model that gives hidden states lacks. */
  readonly extraModules: readonly string[];
}

const count = z.int().min(1);
const schemas = {
  config: z.looseObject({
    model_type: z.string().optional(),
    max_position_embeddings: count.optional(),
    n_positions: count.optional(),
    pad_token_id: z.int().min(0).nullish(),
  }),
  tokenizer: z.looseObject({ model_max_length: z.number().nullish() }),
  sentence: z.looseObject({ max_seq_length: count.nullish(), do_lower_case: z.boolean().optional() }),
  prompts: z.looseObject({ prompts: z.record(z.string(), z.string().nullish()).nullish() }),
  modules: z.array(z.looseObject({ path: z.string(), type: z.string() })),
  pooling: z.looseObject({ pooling_mode: z.string().optional() }),
};

/** Architectures that number positions from behind the padding id, 1: two of their positions are never used. */
const offsetPositions = new Set(['roberta', 'xlm-roberta', 'camembert', 'mpnet']);
const usualMaxTokens = 512;
/** A tokenizer's configuration that knows no limit says a number far above it. */
const highestPlausibleLimit = 1_000_000;

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
    readJson(path.join(folder, file), schema);
  const config = await read('config.json', schemas.config);
  const tokenizer = await read('tokenizer_config.json', schemas.tokenizer);
  const sentence = await read('sentence_bert_config.json', schemas.sentence);
  const { prompts } = (await read('config_sentence_transformers.json', schemas.prompts)) ?? {};
  const modules = (await read('modules.json', schemas.modules)) ?? [];
  const poolingFile = `${modules.find((module) => kindOf(module) === 'Pooling')?.path ?? '1_Pooling'}/config.json`;
  const pooling = own.pooling === undefined ? await read(poolingFile, schemas.pooling) : undefined;
  const known = knownModel(name);
  return {
    pooling: own.pooling ?? (pooling && poolingOf(pooling, poolingFile)) ?? known.pooling ?? 'mean',
    normalise: own.normalise ?? true,
    maxTokens: limitTokens(own.maxTokens, {
      stated: sentence?.max_seq_length ?? tokenizer?.model_max_length ?? undefined,
      positions: config && positionsOf(config),
    }),
    // An empty prompt is what some programs write where nothing was said.
    queryPrefix: own.queryPrefix ?? (prompts?.['query'] || known.queryPrefix || ''),
    passagePrefix:
      own.passagePrefix ?? (prompts?.['document'] || prompts?.['passage'] || known.passagePrefix || ''),
    lowerCase: sentence?.do_lower_case ?? false,
    paddingId: config?.pad_token_id ?? 0,
    extraModules: modules
      .map(kindOf)
      .filter((kind) => !/^(Transformer|Pooling|Normalize|Dropout)$/.test(kind)),
  };
}

/** `undefined` for a file that is not there. */
async function readJson<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
): Promise<z.output<Schema> | undefined> {
  try {
    return schema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new EmbeddingError(`The model's file ${file} cannot be read: ${(cause as Error).message}`, {
      hint: 'Delete the file and copy or download it again.',
      context: { file },
      cause,
    });
  }
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
      hint: `Choose another model, or set embedding.pooling to one of ${poolings.join(', ')}.`,
      context: { file, modes },
    },
  );
}

function positionsOf(config: z.output<typeof schemas.config>): number | undefined {
  const positions = config.max_position_embeddings ?? config.n_positions;
  return positions !== undefined && offsetPositions.has(config.model_type ?? '') ? positions - 2 : positions;
}

function limitTokens(
  own: number | undefined,
  { stated = Infinity, positions = Infinity }: { stated?: number; positions?: number },
): number {
  if (own !== undefined && own > positions) {
    throw new ConfigError(`The model reads at most ${positions} tokens, not ${own}`, {
      hint: `Set maxTokens to at most ${positions}, or leave it out.`,
      context: { maxTokens: own, positions },
    });
  }
  const limit = Math.min(stated, positions);
  return own ?? (limit > highestPlausibleLimit ? usualMaxTokens : limit);
}
