import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { ConfigError } from '../../errors.ts';
import type { ModelUse } from './model-use.ts';

/** What a model's files say of the texts that it reads. */
export interface ModelLimits {
  /** Tokens a text, or a pair of texts, at most, with the special ones. */
  readonly maxTokens: number;
  /** Whether texts are put in lower case before the tokenizer sees them. */
  readonly lowerCase: boolean;
  readonly paddingId: number;
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
};

/** Architectures that number positions from behind the padding id, 1: two of their positions are never used. */
const offsetPositions = new Set(['roberta', 'xlm-roberta', 'camembert', 'mpnet']);
const usualMaxTokens = 512;
/** A tokenizer's configuration that knows no limit says a number far above it. */
const highestPlausibleLimit = 1_000_000;

/**
 * Reads what a model takes in: `maxTokens` as given goes before its files, they before 512.
 * @throws `use.Failure` when a file is damaged; ConfigError when `maxTokens` is more than the model has positions.
 */
export async function readModelLimits(
  folder: string,
  { maxTokens, use }: { readonly maxTokens?: number | undefined; readonly use: ModelUse },
): Promise<ModelLimits> {
  const read = <Schema extends z.ZodType>(file: string, schema: Schema) =>
    readModelFile({ folder, file }, schema, use);
  const config = await read('config.json', schemas.config);
  const tokenizer = await read('tokenizer_config.json', schemas.tokenizer);
  const sentence = await read('sentence_bert_config.json', schemas.sentence);
  return {
    maxTokens: limitTokens(maxTokens, {
      stated: sentence?.max_seq_length ?? tokenizer?.model_max_length ?? undefined,
      positions: config && positionsOf(config),
    }),
    lowerCase: sentence?.do_lower_case ?? false,
    paddingId: config?.pad_token_id ?? 0,
  };
}

/**
 * A file of a model; `undefined` where it is not there.
 * @throws `use.Failure` when it is damaged.
 */
export async function readModelFile<Schema extends z.ZodType>(
  { folder, file }: { readonly folder: string; readonly file: string },
  schema: Schema,
  { Failure }: ModelUse,
): Promise<z.output<Schema> | undefined> {
  const place = path.join(folder, file);
  try {
    return schema.parse(JSON.parse(await readFile(place, 'utf8')));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Failure(`The model's file ${place} cannot be read: ${(cause as Error).message}`, {
      hint: 'Delete the file and copy or download it again.',
      context: { file: place },
      cause,
    });
  }
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
