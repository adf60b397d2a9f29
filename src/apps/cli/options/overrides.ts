/** What flags say, as configuration. */
import type { ConfigInput, Metadata } from '../../../index.ts';
import type { ocrChoices } from './choices.ts';

export interface ChunkingFlags {
  /** Checked with the rest of the configuration, which says what there is. */
  readonly method?: string;
  readonly preset?: string;
  readonly chunkSize?: number;
  readonly overlap?: number;
  readonly summaries?: boolean;
}

export interface LoadingFlags {
  readonly ocr?: (typeof ocrChoices)[number];
  readonly ocrLanguages?: string[];
}

/** How what is added is read, and what is said of it. */
export interface SourceFlags extends LoadingFlags {
  readonly meta?: Metadata;
  readonly tag?: string[];
  readonly project?: string;
  readonly type?: string;
  readonly password?: string;
}

/** Without what was not said, which would count as said. */
export const given = <Values extends object>(values: Values): Partial<Values> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<Values>;

const section = (name: keyof ConfigInput, values: object): ConfigInput => {
  const said = given(values);
  return Object.keys(said).length === 0 ? {} : { [name]: said };
};

export const chunkingOverrides = ({ method, preset, chunkSize, overlap, summaries }: ChunkingFlags) =>
  section('chunking', {
    method,
    preset,
    chunkSize,
    overlap,
    summaries: summaries ? 'extractive' : undefined,
  });

export const loadingOverrides = ({ ocr, ocrLanguages }: LoadingFlags) =>
  section('loading', { ocr, ocrLanguages });
