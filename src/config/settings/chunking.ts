import { z } from 'zod';
import type { Chunker } from '../../chunk/chunker.ts';
import { ConfigError } from '../../errors.ts';
import { isVocabulary, vocabularies } from '../../text/tokens/tokens.ts';
import { describeProblems } from '../describe-problems.ts';

/** See docs/chunking.md. */
export const chunkingMethods = [
  'structure',
  'token',
  'recursive',
  'semantic',
  'sentenceWindow',
  'hierarchical',
  'code',
  'wholeDocument',
] as const;
/** A way to cut documents; see docs/chunking.md. */
export type ChunkingMethod = (typeof chunkingMethods)[number];

/** Chunk size and overlap in tokens, by purpose. */
export const chunkingPresets = {
  default: { chunkSize: 512, overlap: 50 },
  questionAnswering: { chunkSize: 384, overlap: 50 },
  summarization: { chunkSize: 1024, overlap: 100 },
  tables: { chunkSize: 512, overlap: 50 },
  legal: { chunkSize: 256, overlap: 100 },
} as const;
/** Sizes by purpose; see `ChunkingConfig.preset`. */
export type ChunkingPreset = keyof typeof chunkingPresets;
/** Of `semantic`, unless a preset or sizes are named. */
const semanticSizes = { chunkSize: 1000, overlap: 200 };
const presetNames = Object.keys(chunkingPresets) as ChunkingPreset[];

const breakpointRules = ['percentile', 'standardDeviation', 'interquartile', 'gradient', 'optimal'] as const;

/** How documents are cut into the pieces that are searched. See docs/chunking.md. */
export interface ChunkingConfig {
  /**
   * A method by its name, or a chunker of your own.
   * @default 'structure'
   */
  readonly method: ChunkingMethod | Chunker;
  /**
   * Sizes by purpose, as `chunkSize` and `overlap`: `default` 512 and 50 (1000 and 200 with `semantic`), `questionAnswering` 384
   * and 50, `summarization` 1024 and 100, `tables` 512 and 50, `legal` 256 and 100.
   * @default 'default'
   */
  readonly preset: ChunkingPreset;
  /** Tokens of a chunk, at most, 16 to 8,192; the preset's unless given. */
  readonly chunkSize: number;
  /** Tokens that a chunk shares with the one before, less than `chunkSize`; the preset's unless given. */
  readonly overlap: number;
  /**
   * What sizes are counted in: `cl100k_base`, `o200k_base`, the path of a model's `tokenizer.json` or of its folder, or
   * `model` for the embedding model's own, which is `cl100k_base` where it is not known.
   * @default 'cl100k_base'
   */
  readonly tokenizer: string;
  /**
   * `llm.model` writes what each chunk is about, to be searched with it. See docs/chunking-text.md.
   * @default false
   */
  readonly contextualize: boolean;
  /**
   * Sections are found by summaries, too: `extractive`, of their own sentences; `generative`, written by `llm.model`.
   * @default 'none'
   */
  readonly summaries: 'none' | 'extractive' | 'generative';
  /**
   * `llm.model`, which must see pictures, says what figures show, to be searched with them.
   * @default false
   */
  readonly describeFigures: boolean;
}
/** `ChunkingConfig` as it is written: what is left out has its default. */
export type ChunkingInput = Partial<ChunkingConfig>;

/** How one document is cut differently; what is not given is as for the others. */
export interface ChunkingOverride extends Partial<
  Omit<ChunkingConfig, 'contextualize' | 'summaries' | 'describeFigures'>
> {
  /**
   * Of `semantic`: where a chunk ends. Between neighbours whose difference is large: above the 95th `percentile` of all, that of its
   * `gradient`, 3 times the `standardDeviation` above the mean, or 1.5 times the `interquartile` range; or `optimal`, at the cuts that fit all
   * sentences best.
   * @default 'percentile'
   */
  readonly breakpoints?: (typeof breakpointRules)[number];
}

/** How a document is cut. */
export type Chunking = ChunkingConfig & Pick<ChunkingOverride, 'breakpoints'>;

const chunkingFields = {
  method: z.custom<ChunkingMethod | Chunker>(isMethod, {
    error: `must be one of ${chunkingMethods.join(', ')}, or a chunker: an object with name and chunk()`,
  }),
  preset: z.enum(presetNames, { error: `must be one of ${presetNames.join(', ')}` }),
  chunkSize: z.int().min(16).max(8192).optional(),
  overlap: z.int().min(0).optional(),
  tokenizer: z.string().refine(isTokenizer, {
    error: `must be ${vocabularies.join(', ')}, model, or the path of a tokenizer.json or of its folder, such as ./my-model`,
  }),
};
export const chunkingOverrideSchema = z
  .strictObject({ ...chunkingFields, breakpoints: z.enum(breakpointRules) })
  .partial();

export const chunkingConfigSchema = z
  .strictObject({
    ...chunkingFields,
    method: chunkingFields.method.default('structure'),
    preset: chunkingFields.preset.default('default'),
    tokenizer: chunkingFields.tokenizer.default('cl100k_base'),
    contextualize: z.boolean().default(false),
    summaries: z.enum(['none', 'extractive', 'generative']).default('none'),
    describeFigures: z.boolean().default(false),
  })
  .transform((chunking) => ({
    ...chunking,
    chunkSize: chunking.chunkSize ?? usualSizes(chunking).chunkSize,
    overlap: chunking.overlap ?? usualSizes(chunking).overlap,
  }))
  .refine(({ chunkSize, overlap }) => overlap < chunkSize, {
    message: 'overlap must be less than chunkSize',
    path: ['overlap'],
  });

/** A path has a separator or an ending, so that a name with a slip of the pen is none. */
function isTokenizer(name: string): boolean {
  return isVocabulary(name) || name === 'model' || /[/\\]|\.json$/.test(name);
}

/** Sizes where none are given. */
export function usualSizes({ method, preset }: { method: ChunkingMethod | Chunker; preset: ChunkingPreset }) {
  return method === 'semantic' && preset === 'default' ? semanticSizes : chunkingPresets[preset];
}

function isMethod(value: unknown): boolean {
  return typeof value === 'string'
    ? (chunkingMethods as readonly string[]).includes(value)
    : isChunker(value);
}

function isChunker(value: unknown): value is Chunker {
  if (typeof value !== 'object' || value === null) return false;
  const { name, chunk } = value as Record<string, unknown>;
  return typeof name === 'string' && name !== '' && typeof chunk === 'function';
}

/** What the method is called, whichever way it was given. */
export function nameOfMethod(method: ChunkingConfig['method']): string {
  return typeof method === 'string' ? method : method.name;
}

/**
 * One document's settings over the usual ones; a preset brings its own sizes.
 * @throws ConfigError when they contradict each other.
 */
export function overrideChunking(
  usual: ChunkingConfig,
  given?: z.output<typeof chunkingOverrideSchema>,
): Chunking {
  if (given === undefined) return usual;
  const { breakpoints, ...own } = given;
  const { chunkSize, overlap, ...rest } = usual;
  const usualOnes = usualSizes(usual);
  const areGiven = chunkSize !== usualOnes.chunkSize || overlap !== usualOnes.overlap;
  const sizes = areGiven && own.preset === undefined ? { chunkSize, overlap } : {};
  const parsed = chunkingConfigSchema.safeParse({ ...rest, ...sizes, ...own });
  if (parsed.success) return { ...parsed.data, breakpoints };
  const problems = describeProblems(parsed.error);
  throw new ConfigError(`Invalid chunking: ${problems.join('; ')}`, { context: { problems } });
}
