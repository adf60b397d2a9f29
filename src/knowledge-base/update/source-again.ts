import { isAbsolute, basename } from 'node:path';
import { LoadError, PinciteError } from '../../errors.ts';
import { readSource, type SourceContent } from '../../load/source/read-source.ts';
import type { Document, DocumentFormat } from '../../types.ts';
import { sha256 } from '../../util/ids/hash.ts';
import type { CheckedInput } from '../add/inputs.ts';
import type { Parts } from '../parts/parts.ts';
import { webAccess } from '../add/web-access.ts';

/** Formats that are their own reading text, as a server would declare them. */
const readAsItStands: Partial<Record<DocumentFormat, string>> = {
  text: 'text/plain',
  markdown: 'text/markdown',
  code: 'text/x-source',
};

export interface SourceAgain {
  readonly source: SourceContent;
  readonly sourceType: CheckedInput['sourceType'];
  /** Whether these are the bytes that the document was read from, rather than the text read from them. */
  readonly isOriginal: boolean;
}

/**
 * What a stored document was read from: the kept original; or its file or page, where that still has the same bytes;
 * or, of a format that is its own reading text, that text.
 *
 * @throws LoadError when there is none of them.
 */
export async function sourceAgain(
  parts: Parts,
  document: Document,
  signal?: AbortSignal,
): Promise<SourceAgain> {
  const { collection, documentId, sourcePath, sourceHash, format } = document;
  const sourceType = isAbsolute(sourcePath) ? 'file' : /^https?:\/\//i.test(sourcePath) ? 'url' : 'text';
  const place = { name: sourceType === 'file' ? basename(sourcePath) : sourcePath, sourcePath };
  const url = sourceType === 'file' ? {} : { url: document.url };
  const contentType = readAsItStands[format];
  const own = sourceType === 'text' && contentType ? { contentType } : {};
  const original = await parts.store.original(collection, documentId);
  if (original !== undefined && sha256(original) === sourceHash) {
    return { source: { ...place, ...url, ...own, bytes: original }, sourceType, isOriginal: true };
  }
  const read = sourceType === 'text' ? undefined : await readAgain(parts, { sourcePath, sourceType, signal });
  if (read !== undefined && sha256(read.bytes) === sourceHash) {
    return { source: read, sourceType, isOriginal: true };
  }
  const text = await parts.store.documentText(collection, documentId);
  if (text === undefined || contentType === undefined) throw sourceGone(document);
  const bytes = new TextEncoder().encode(text);
  return { source: { ...place, ...url, contentType, bytes }, sourceType, isOriginal: false };
}

/** `undefined` where it cannot be read any more. */
async function readAgain(
  { config }: Parts,
  {
    sourcePath,
    sourceType,
    signal,
  }: { sourcePath: string; sourceType: 'file' | 'url'; signal?: AbortSignal },
): Promise<SourceContent | undefined> {
  try {
    const options = { ...webAccess(config), limits: config.loading, signal };
    return await readSource({ source: sourcePath, sourceType }, options);
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof PinciteError) return undefined;
    throw error;
  }
}

const sourceGone = ({ documentId, sourcePath }: Document) =>
  new LoadError(`What ${documentId} was read from is not there any more: ${sourcePath}`, {
    hint: 'Add the document again from where it is now; ingest.keepOriginals keeps what documents are read from.',
    context: { document: documentId, sourcePath },
  });
