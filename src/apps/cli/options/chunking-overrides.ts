import type { ConfigInput } from '../../../index.ts';

export interface ChunkingFlags {
  /** Checked with the rest of the configuration, which says what there is. */
  readonly method?: string;
  readonly preset?: string;
  readonly chunkSize?: number;
  readonly overlap?: number;
  readonly summaries?: boolean;
}

/** What flags say of chunking, as configuration. */
export function chunkingOverrides(flags: ChunkingFlags): ConfigInput {
  const { method, preset, chunkSize, overlap } = flags;
  const summaries = flags.summaries ? 'extractive' : undefined;
  const given = Object.entries({ method, preset, chunkSize, overlap, summaries }).filter(
    ([, value]) => value !== undefined,
  );
  return given.length === 0 ? {} : { chunking: Object.fromEntries(given) };
}
