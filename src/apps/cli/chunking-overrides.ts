import type { ConfigInput } from '../../index.ts';

export interface ChunkingFlags {
  /** Checked with the rest of the configuration, which says what there is. */
  readonly method?: string;
  readonly preset?: string;
  readonly chunkSize?: number;
  readonly overlap?: number;
}

/** What flags say of chunking, as configuration. */
export function chunkingOverrides({ method, preset, chunkSize, overlap }: ChunkingFlags): ConfigInput {
  const given = Object.entries({ method, preset, chunkSize, overlap }).filter(
    ([, value]) => value !== undefined,
  );
  return given.length === 0 ? {} : { chunking: Object.fromEntries(given) };
}
