import type { Chunk, Page, Section } from '../../types.ts';
import { cutOne } from '../prepare/cutters.ts';
import { type DocumentInput, expectOne } from './inputs.ts';
import { locate } from './locate.ts';
import type { Parts } from '../parts/parts.ts';
import { cutRequest } from '../prepare/prepare.ts';

/** How a document would be cut. */
export interface ChunkPreview {
  /** What the document is called. */
  readonly title: string;
  /** Its text, which the chunks are spans of. */
  readonly text: string;
  /** Its pages. */
  readonly pages: readonly Page[];
  /** Its headings with what stands under them. */
  readonly sections: readonly Section[];
  /** What it was cut into. */
  readonly chunks: readonly Chunk[];
  /** What is embedded and indexed with each of the chunks beside its content. */
  readonly contexts: readonly string[];
  /** Refused for these reasons; `sequence` is that among all that were cut. */
  readonly failedChunks: readonly { readonly sequence: number; readonly reason: string }[];
  /** What could not be read or cut as asked, in sentences. */
  readonly warnings: readonly string[];
}

/** Reads and cuts one document as adding it would. Nothing is embedded or stored, but what `semantic` compares. */
export async function previewChunks(
  parts: Parts,
  given: string | DocumentInput,
  signal?: AbortSignal,
): Promise<ChunkPreview> {
  const input = await expectOne(given);
  const located = await locate(parts, input, { metadata: {}, signal });
  const request = { ...located, input, collection: 'default', validate: true, contexts: [] };
  const { embedder } = parts;
  const toCut = await cutRequest(parts, request, { embedder, now: new Date().toISOString() });
  const { loaded, title, chunks, failed } = await cutOne(parts.readers, toCut, { signal });
  return {
    title,
    text: loaded.text,
    pages: loaded.pages,
    sections: loaded.sections,
    chunks: chunks.map(({ chunk }) => chunk),
    contexts: chunks.map(({ context }) => context),
    failedChunks: failed,
    warnings: loaded.warnings,
  };
}
