import type { ConfigInput } from '../../../index.ts';
import type { ocrChoices } from './choices.ts';

export interface LoadingFlags {
  readonly ocr?: (typeof ocrChoices)[number];
  readonly ocrLanguages?: string[];
}

/** What flags say of loading, as configuration. */
export function loadingOverrides({ ocr, ocrLanguages }: LoadingFlags): ConfigInput {
  const given = Object.entries({ ocr, ocrLanguages }).filter(([, value]) => value !== undefined);
  return given.length === 0 ? {} : { loading: Object.fromEntries(given) };
}
