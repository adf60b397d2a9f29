import { overrideChunking } from '../../config/settings/chunking.ts';
import { readSource } from '../../load/source/read-source.ts';
import { readableName, titleOf } from '../../load/metadata/title.ts';
import type { LoadedDocument } from '../../types.ts';
import { type DocumentInput, expectOne } from './inputs.ts';
import { marksPictures, readingSettings } from '../prepare/ocr-settings.ts';
import type { Parts } from '../parts/parts.ts';
import { loadOne } from '../prepare/readers.ts';
import { webAccess } from './web-access.ts';

/** What was understood of a document. */
export interface ReadDocument extends LoadedDocument {
  /** What it would be listed as. */
  readonly title: string;
}

/** Reads one document as adding it would, and stores nothing. */
export async function readDocument(
  parts: Parts,
  given: string | DocumentInput,
  signal?: AbortSignal,
): Promise<ReadDocument> {
  const input = await expectOne(given);
  const limits = parts.config.loading;
  const source = await readSource(input, { ...webAccess(parts.config), limits, signal });
  const { bytes, name, contentType } = source;
  const { password } = input;
  const settings = {
    ...readingSettings(limits),
    marksPictures: marksPictures(overrideChunking(parts.config.chunking, input.chunking)),
  };
  const document = await loadOne(
    parts.readers,
    { bytes, name, contentType, password, limits, ...settings },
    { signal },
  );
  return { ...document, title: input.title ?? titleOf(document) ?? readableName(name) };
}
